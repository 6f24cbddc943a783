"""How common words are in descriptions: the document frequencies behind TF-IDF."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable

from spacy.tokens import Doc

from monitor.scorers.bluffing.language import Reader
from monitor.scorers.bluffing.words import content_of

_FINGERPRINT = 12


@dataclass(frozen=True)
class Corpus:
    """Of `documents` texts, in how many each word stands (in its normal form)."""

    documents: int
    frequencies: Mapping[str, int]

    @cached_property
    def fingerprint(self) -> str:
        """12 hex digits of the SHA-256 over the counts: they decide all weights."""
        content = json.dumps([self.documents, sorted(self.frequencies.items())])
        return hashlib.sha256(content.encode()).hexdigest()[:_FINGERPRINT]

    def idf(self, word: str) -> float:
        """`ln((1 + N) / (1 + n)) + 1`: the smoothed inverse document frequency, at least 1."""
        return math.log((1 + self.documents) / (1 + self.frequencies.get(word, 0))) + 1


def corpus_of(docs: Iterable[Doc]) -> Corpus:
    """The corpus of a study's own descriptions."""
    return _counted(content_of(doc) for doc in docs)


def background() -> Corpus:
    """The corpus that ships: descriptions written for this project, their words read before.

    `background_lines` makes the file from its texts again.
    """
    lines = background_file().read_text(encoding="utf-8").splitlines()
    return _counted(json.loads(line)["words"] for line in lines)


def background_lines(reader: Reader, texts: Mapping[str, str]) -> Iterator[str]:
    """The lines of the shipped file for texts by their ids; `reader` has the small model."""
    for (name, text), doc in zip(texts.items(), reader.read(texts.values()), strict=True):
        line = {"id": name, "text": text, "words": sorted(content_of(doc))}
        yield json.dumps(line, ensure_ascii=False)


def background_file() -> Traversable:
    """Lines of `{"id", "text", "words"}`."""
    return resources.files("monitor") / "scorers" / "bluffing" / "data" / "background.jsonl"


def _counted(texts: Iterable[Iterable[str]]) -> Corpus:
    frequencies: Counter[str] = Counter()
    documents = 0
    for words in texts:
        documents += 1
        frequencies.update(set(words))
    return Corpus(documents, dict(sorted(frequencies.items())))
