"""Which of the languages that are read a conversation is in, by its small words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from monitor.scorers.flips.lexicon import LEXICONS

_WORD = re.compile(r"[^\W\d_]+(?:'(?:s|t|re|m|ll|ve)\b)?")
_SMALL_WORDS: Mapping[str, frozenset[str]] = {
    code: frozenset(words.split())
    for code, words in {
        "en": "the a an and of to in is it that for on with as are was be this you i not have"
        " do my your or by from at they we he she what which how it's don't i'm that's can"
        " will if no yes there their has does did should would about more than so but who"
        " when where why me its",
        "nl": "de het een en van is dat op te in ik je jij u niet voor met zijn er aan om ook"
        " als dan maar bij nog wel hoe wat die dit mijn uw heb hebt heeft kan naar uit"
        " wordt geen toch zo waar wie welke mag moet ja nee over daar deze hij zij wij",
        "de": "der die das und ist nicht ein eine einen zu in den mit von es ich du sie wir auf"
        " dem fur an im auch sich des wie was aber als man bei hat haben kann noch dass"
        " wenn nur mein meine dein sind war ja nein doch mir dir ihr oder um wer wo warum"
        " zum zur am",
        "fr": "le la les un une de des du et est pas ne je tu vous il elle que qui en dans pour"
        " avec sur au aux ce c'est mais on son sa mon ma ou plus votre si oui non cette"
        " nous sont ai as ont ca comme quel quelle y se a d l n s qu",
        "es": "el la los las un una de del y es no que en por con para su se lo al mi tu como"
        " pero mas yo te me si o esta este ha he hay son muy sin sobre cual cuando donde"
        " quien eso esa ya todo todos porque usted",
        "pt": "o os as um uma e nao que em por com para seu sua se ao do da dos das no na nos"
        " nas mas como mais eu voce isso esta este foi sao muito sem ou ja quando onde meu"
        " minha tem",
        "it": "il lo gli un una di e non che in per con su si al del della dei delle nel nella"
        " ma come piu io tu mi ti questo questa sono sei ho hai ha molto senza o quando"
        " dove perche mio mia anche",
        "sv": "och att det som en ett jag du inte ar for pa med av till den de om har men var"
        " kan ska sa eller fran vi han hon min din detta nar",
        "pl": "i w na nie to jest ze sie z do o jak ale za co czy po dla od przez tak ja ty moj",
        "tr": "ve bir bu da de icin ile mi ne cok daha var yok gibi ama ben sen o degil",
        "id": "yang dan di itu ini dengan untuk tidak dari ke pada adalah saya anda akan juga atau",
    }.items()
}
"""Without accents; languages that are not read are there to be known from those that are."""
_ANY_SMALL_WORD = frozenset[str]().union(*_SMALL_WORDS.values())
_LONG_WORDS = 12
"""A text of so many words without a small word of any of them is in none of them."""
_LATIN = re.compile(r"[a-zA-Z]")
_LETTER = re.compile(r"[^\W\d_]")


def language_of(texts: Sequence[str]) -> str | None:
    """The language of texts as `plain` gives them: the first that tells decides, so the text that
    matters stands first. English where none tells; null where it is one that is not read."""
    for text in texts:
        letters = _LETTER.findall(text)
        if letters and len(_LATIN.findall(text)) < len(letters) / 2:
            return None
        words = _WORD.findall(text.casefold())
        scores = Counter(
            {code: sum(w in small for w in words) for code, small in _SMALL_WORDS.items()}
        )
        (best, most), (_, second) = scores.most_common(2)
        if (most >= 2 and most > second) or (most >= 1 and second == 0):
            return best if best in LEXICONS else None
        if not most and len(words) >= _LONG_WORDS:
            return None
    return "en"


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """Words that carry meaning, of any language: no small ones."""
    return frozenset(
        word
        for text in texts
        for word in _WORD.findall(text.casefold())
        if word not in _ANY_SMALL_WORD
    )
