"""What a small model misreads does not cost an attribute."""

import pytest

from monitor.scorers.bluffing.attributes import attributes_of
from monitor.scorers.bluffing.language import Reader


def texts_of(reader: Reader, text: str) -> list[str]:
    (doc,) = reader.read([text])
    return [attribute.text for attribute in attributes_of(doc)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "She has curly auburn hair pushed back under a pair of round goggles.",
            ["curly auburn hair pushed back", "pair of round goggles"],
            id="a participle that looks like a past tense",
        ),
        pytest.param(
            "A grandfather clock, stopped at ten past four, stands in the corner.",
            ["grandfather clock"],
            id="a participle after a comma",
        ),
        pytest.param("He has tanned skin.", ["tanned skin"], id="a look that looks like a deed"),
        pytest.param(
            "Seven silver rings encircle the fingers of her left hand.",
            ["seven silver rings"],
            id="a plural with its verb",
        ),
        pytest.param(
            "The head is a diver's helmet, behind which a yellow light burns.",
            ["diver's helmet", "yellow light"],
            id="a singular with its verb",
        ),
        pytest.param(
            "A harp with broken strings dangles from one finger.",
            ["harp", "broken strings"],
            id="a verb after a plural",
        ),
        pytest.param(
            "Her right hand grips a spear, and her left cradles a cracked crystal ball.",
            ["spear", "cracked crystal ball"],
            id="the left is no verb",
        ),
        pytest.param(
            "In the left hand is a lute with a cracked body.",
            ["lute in the left hand", "cracked body"],
            id="a noun taken for an adjective",
        ),
        pytest.param(
            "A watering can hangs from a hook.", ["watering can", "hook"], id="can is a noun"
        ),
        pytest.param(
            "On his right hand perches a kestrel.", ["kestrel on the right hand"], id="inverted"
        ),
        pytest.param(
            "His grey hair is cut close.", ["grey hair cut close"], id="a participle and how"
        ),
        pytest.param(
            "The walls are papered in dark green.",
            ["walls papered in dark green"],
            id="a participle and its colour",
        ),
        pytest.param(
            "She wears a sash, which is checked in green.",
            ["sash checked in green"],
            id="a relative clause",
        ),
        pytest.param(
            "His coat is grey, his eyes copper.", ["grey coat", "copper eyes"], id="without is"
        ),
        pytest.param(
            "She is broad-shouldered and dark-skinned.",
            ["broad shoulder", "dark skin"],
            id="parts of somebody",
        ),
        pytest.param(
            "He stands next to two cups without handles and a halved lemon.",
            ["two cups", "halved lemon"],
            id="after what is without",
        ),
        pytest.param(
            "Weapon: blowpipe of bamboo\nMarks: warty chin\nJob: scout of the marsh",
            ["blowpipe of bamboo", "warty chin"],
            id="lines of a sheet",
        ),
    ],
)
def test_what_a_small_model_misreads_is_mended(
    reader: Reader, text: str, expected: list[str]
) -> None:
    assert texts_of(reader, text) == expected


@pytest.mark.parametrize("end", range(1, 20))
def test_a_text_may_break_off_anywhere(reader: Reader, end: int) -> None:
    text = (
        "Red is her cloak that is dark-skinned and, which was cut in the left hand, round as a can"
    )
    assert all(texts_of(reader, " ".join(text.split()[:end])))
