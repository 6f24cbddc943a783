"""Values that two descriptions of one thing can differ in: colour, number, side, material …"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

Values = Mapping[str, frozenset[str]]
"""The values of one thing by kind; of a kind with several, any."""

NUMBER = "number"
SIDE = "side"

_TABLE: Mapping[str, Mapping[str, str]] = {
    "colour": {
        "black": "black jet ebony obsidian raven sable inky",
        "white": "white snowy chalk chalky milky ivory alabaster bleached pearly",
        "grey": "grey gray silver silvery charcoal ashen ash ashy slate gunmetal pewter",
        "red": "red crimson scarlet ruby vermilion reddish cherry burgundy maroon wine claret",
        "pink": "pink rose rosy pinkish salmon magenta fuchsia",
        "orange": "orange saffron ginger copper coppery rust rusty tangerine apricot amber",
        "brown": "brown tan tanned brownish chestnut bronze bronzed copper hazel umber russet rust "
        "rusty sepia khaki auburn chocolate",
        "yellow": "yellow yellowish golden gold lemon mustard blond blonde straw amber sandy "
        "saffron honey",
        "green": "green greenish emerald olive moss jade lime mint teal turquoise",
        "blue": "blue bluish sapphire azure indigo navy cobalt midnight cerulean teal turquoise "
        "cyan aquamarine",
        "purple": "purple violet lilac lavender mauve plum amethyst burgundy",
        "cream": "cream beige undyed unbleached buff ivory",
    },
    NUMBER: {
        "1": "one single 1",
        "2": "two both pair twin 2",
        "3": "three 3",
        "4": "four 4",
        "5": "five 5",
        "6": "six 6",
        "7": "seven 7",
        "8": "eight 8",
        "9": "nine 9",
        "10": "ten 10",
        "11": "eleven 11",
        "12": "twelve dozen 12",
    },
    SIDE: {"left": "left", "right": "right"},
    "material": {
        "wood": "wood wooden oak oaken willow birch birchwood pine cedar blackthorn yew "
        "timber bamboo",
        "iron": "iron steel metal metallic",
        "bronze": "bronze brass copper metal metallic",
        "silver": "silver metal metallic",
        "gold": "gold golden metal metallic",
        "tin": "tin pewter metal metallic",
        "leather": "leather suede hide buckskin sealskin",
        "fur": "fur bearskin sheepskin pelt",
        "silk": "silk silken satin",
        "velvet": "velvet",
        "wool": "wool woollen woolen woolly knitted felt tweed",
        "linen": "linen cotton canvas hemp",
        "bone": "bone ivory horn antler",
        "glass": "glass crystal",
        "stone": "stone granite marble",
        "straw": "straw wicker reed",
        "plastic": "plastic rubber",
        "paper": "paper parchment",
        "porcelain": "porcelain china ceramic clay",
        "feather": "feather feathered",
        "lace": "lace lacy",
    },
    "length": {
        "long": "long lengthy floor-length ankle-length waist-length flowing",
        "short": "short cropped shortish bobbed clipped",
    },
    "size": {
        "big": "big large huge enormous gigantic giant massive great immense oversized",
        "small": "small little tiny miniature minuscule wee",
    },
    "width": {"wide": "wide broad", "narrow": "narrow slim slender"},
    "thickness": {"thick": "thick bushy heavy", "thin": "thin wispy sparse fine"},
    "build": {
        "fat": "fat plump stout round chubby portly tubby",
        "thin": "thin skinny gaunt lean bony slim slender",
    },
    "height": {"tall": "tall towering", "short": "short squat"},
    "shape": {
        "straight": "straight",
        "curved": "curved curly curled curling coiled spiral wavy bent crooked hooked twisted",
    },
    "form": {
        "round": "round circular",
        "square": "square rectangular boxy",
        "pointed": "pointed conical triangular spiky",
    },
    "wholeness": {
        "broken": "broken cracked snapped torn chipped shattered split bitten ragged tattered "
        "dented battered busted",
        "whole": "whole intact unbroken undamaged complete flawless pristine perfect",
    },
    "opening": {
        "open": "open unfolded opened unrolled spread",
        "closed": "closed folded shut rolled furled",
    },
    "light": {"lit": "lit burning aflame glowing lighted", "unlit": "unlit extinguished out"},
    "neatness": {
        "neat": "neat tidy sleek combed groomed polished clean spotless",
        "untidy": "untidy messy unkempt wild tangled muddy dirty stained filthy muddied grimy",
    },
    "texture": {
        "smooth": "smooth sleek",
        "rough": "rough feathery shaggy scaly hairy furry fluffy",
    },
    "pattern": {
        "plain": "plain unadorned undecorated",
        "patterned": "striped checked chequered checkered spotted dotted floral painted "
        "embroidered patterned plaid",
    },
    "fit": {"loose": "loose baggy", "tight": "tight fitted snug"},
    "hair": {
        "shaved": "shaved shaven bald hairless clean-shaven",
        "braided": "braided plaited braid plait",
        "loose": "loose unbound",
    },
    "sleeves": {"sleeveless": "sleeveless", "sleeved": "long-sleeved sleeved"},
    "age": {"old": "old elderly aged ancient", "young": "young youthful"},
    "tone": {"dark": "dark", "light": "light pale fair"},
    "reflection": {"dull": "dull matt matte tarnished", "shiny": "shiny gleaming polished"},
}
"""By kind, the values and the words for each; a word may stand for several values of a kind."""


def _by_word() -> dict[str, tuple[tuple[str, str], ...]]:
    found = defaultdict[str, list[tuple[str, str]]](list)
    for kind, values in _TABLE.items():
        for value, words in values.items():
            for word in words.split():
                found[word].append((kind, value))
    return {word: tuple(values) for word, values in found.items()}


_BY_WORD = _by_word()


def kinds_of(word: str) -> frozenset[str]:
    """The kinds that a word (in small letters) is a value of; most words are of none."""
    return frozenset(kind for kind, _ in _BY_WORD.get(word, ()))


def values_of(words: Iterable[str]) -> Values:
    """The values that the words stand for."""
    found = defaultdict[str, set[str]](set)
    for word in words:
        for kind, value in _BY_WORD.get(word, ()):
            found[kind].add(value)
    return {kind: frozenset(values) for kind, values in found.items()}


_LEVELS = (
    "ankle calf chest chin elbow floor ground hip jaw knee neck shoulder thigh throat waist wrist"
).split()
_LEVEL = rf"({'|'.join(_LEVELS)})s?"
_REACHES = re.compile(
    rf"\b{_LEVEL} ?- ?(?:length|high|long|deep)|"
    rf"\b(?:to|past|below|above) (?:the |his |her |its |their |your |my )?{_LEVEL}\b|"
    rf"\b(?:stops?|ends?|reach(?:es)?|falls?|hangs?|cut) (?:\w+ )?(?:at |to |past )?"
    rf"(?:the |his |her |its |their )?{_LEVEL}\b"
)


def reach_of(text: str) -> str | None:
    """How far a thing goes, by a part of the body or the ground: "knee-length", "to the waist"."""
    found = _REACHES.search(text)
    return None if found is None else next(level for level in found.groups() if level)


def opposites_of(words: Iterable[str]) -> frozenset[str]:
    """The words with and without "un-": "lit" for "unlit"."""
    return frozenset(
        word.removeprefix("un") if word.startswith("un") else f"un{word}" for word in words
    )


def conflicts(wanted: Values, shown: Values) -> frozenset[str]:
    """The kinds that both have and in which they share no value."""
    return frozenset(
        kind for kind, values in wanted.items() if kind in shown and not values & shown[kind]
    )
