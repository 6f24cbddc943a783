"""What reasonings say of keyphrases: each line is one way to say it."""

from collections.abc import Mapping

import numpy as np
import pytest

from monitor.scorers.bluffing.clauses import clauses_of
from monitor.scorers.bluffing.coefficient import Status
from monitor.scorers.bluffing.keyphrases import Phrase
from monitor.scorers.bluffing.language import Reader
from monitor.scorers.bluffing.plain_text import plain_text
from monitor.scorers.bluffing.status import Finding, findings

TAU = 0.5


def phrase_of(reader: Reader, text: str) -> Phrase:
    """A short noun phrase whose first noun phrase names the thing."""
    doc = next(iter(reader.read([text])))
    head = next(iter(doc.noun_chunks)).root
    words = tuple(t.lemma_.lower() for t in doc if not t.is_stop and t.is_alpha)
    return Phrase(text, head.lemma_.lower(), words, 1.0)


def found(
    reader: Reader,
    reasoning: str,
    texts: list[str],
    cosines: float = 0.0,
    rivals: list[str] | None = None,
) -> dict[str, Finding]:
    doc = next(iter(reader.read([plain_text(reasoning)])))
    clauses = clauses_of(doc)
    phrases = [phrase_of(reader, text) for text in texts]
    others = [phrase_of(reader, text) for text in rivals or ()]
    similarity = np.full((len(phrases), len(clauses)), cosines, dtype=np.float32)
    said = findings(doc, phrases, clauses, similarity, TAU, others)
    return dict(zip(texts, said, strict=True))


@pytest.mark.parametrize(
    ("reasoning", "expected"),
    [
        ("The portrait lacks the green cloak.", {"green cloak": "negated"}),
        ("There is no visible cloak.", {"green cloak": "negated"}),
        ("I could not find the silver helmet.", {"silver helmet": "negated"}),
        ("She carries a spear instead of a bow.", {"long bow": "negated"}),
        (
            "Neither the shield nor the banner can be seen.",
            {"round shield": "negated", "red banner": "negated"},
        ),
        ("Neither shield nor banner.", {"round shield": "negated"}),
        ("The image fails to show the scar.", {"long scar": "negated"}),
        ("The scar is barely visible.", {"long scar": "negated"}),
        ("He wears a blue cloak.", {"green cloak": "contradicted"}),
        ("The cloak is blue.", {"green cloak": "contradicted"}),
        ("The cloak, which should be green, is blue.", {"green cloak": "contradicted"}),
        ("The cloak should be green but is blue.", {"green cloak": "contradicted"}),
        ("His cloak is rendered in blue rather than green.", {"green cloak": "contradicted"}),
        (
            "The description calls for a green cloak, but the image shows a blue one.",
            {"green cloak": "contradicted"},
        ),
        ("A blue cloak is shown instead of the green one.", {"green cloak": "contradicted"}),
        ("She is not without her bow.", {"long bow": "affirmed"}),
        ("She does not lack her bow.", {"long bow": "affirmed"}),
        ("It is hard to miss the bow.", {"long bow": "affirmed"}),
        (
            "no helmet, but the braid and scar are clear",
            {"silver helmet": "negated", "red braid": "affirmed", "long scar": "affirmed"},
        ),
        (
            "She wears a red scarf but no gloves.",
            {"red scarf": "affirmed", "leather gloves": "negated"},
        ),
        ("The ring is missing from her left hand.", {"gold ring": "negated"}),
        (
            "There is no feather in the green hat.",
            {"green hat": "affirmed", "long feather": "negated"},
        ),
        (
            "It lacks the bow, the quiver and the cloak.",
            {"long bow": "negated", "leather quiver": "negated", "green cloak": "negated"},
        ),
        (
            "While the armor is right, the shield and banner are nowhere to be found.",
            {"round shield": "negated", "steel armor": "affirmed", "red banner": "negated"},
        ),
        (
            "The armor, the shield and the sword are all clearly depicted.",
            {"steel armor": "affirmed", "round shield": "affirmed"},
        ),
        ("Her eyes appear brown.", {"blue eyes": "contradicted"}),
        ("The eyes are depicted as brown instead of blue.", {"blue eyes": "contradicted"}),
        ("Her eyes are blue, as described.", {"blue eyes": "affirmed"}),
        ("The blue eyes match the description.", {"blue eyes": "affirmed"}),
        ("Only two rings are visible.", {"three rings": "contradicted"}),
        ("There are two rings, not three.", {"three rings": "contradicted"}),
        ("All three rings are there.", {"three rings": "affirmed"}),
        ("I can only count two of the three rings.", {"three rings": "contradicted"}),
        ("The staff is made of metal.", {"wooden staff": "contradicted"}),
        ("He holds a metal staff.", {"wooden staff": "contradicted"}),
        ("The scar runs over her right eye.", {"scar over the left eye": "contradicted"}),
        ("The shirt is plain.", {"striped shirt": "contradicted"}),
        ("His beard is short.", {"long beard": "contradicted"}),
        ("He is clean-shaven and has no beard.", {"long beard": "negated"}),
        ("The character does not have a beard.", {"long beard": "negated"}),
        ("The man in the image doesn't have the long beard described.", {"long beard": "negated"}),
        (
            "The image does not depict the red scarf or the gloves.",
            {"red scarf": "negated", "leather gloves": "negated"},
        ),
        (
            "However, the image doesn't clearly show the red scarf, the lantern, or the dog.",
            {"red scarf": "negated", "brass lantern": "negated", "brown dog": "negated"},
        ),
        ("The dog mentioned in the description is not present.", {"brown dog": "negated"}),
        (
            "The dog mentioned in the description is absent from the scene.",
            {"brown dog": "negated"},
        ),
        ("The description mentions a dog.", {"brown dog": "absent"}),
        ("A brown dog sits at his feet, just as described.", {"brown dog": "affirmed"}),
        ("The lantern has been replaced by a torch.", {"brass lantern": "negated"}),
        ("Instead of a lantern, he holds a torch.", {"brass lantern": "negated"}),
        ("He holds a lantern, not a torch.", {"brass lantern": "affirmed"}),
        ("The helmet was omitted.", {"silver helmet": "negated"}),
        ("The artist forgot the helmet.", {"silver helmet": "negated"}),
        ("He is missing his helmet.", {"silver helmet": "negated"}),
        (
            "Missing: helmet, cape, gloves.",
            {"silver helmet": "negated", "leather gloves": "negated"},
        ),
        (
            "Missing elements include the helmet and the gloves.",
            {"leather gloves": "negated", "silver helmet": "negated"},
        ),
        ("Helmet - missing", {"silver helmet": "negated"}),
        ("Helmet: not visible.", {"silver helmet": "negated"}),
        ("Helmet: present.", {"silver helmet": "affirmed"}),
        ("Helmet: yes", {"silver helmet": "affirmed"}),
        ("Helmet: no", {"silver helmet": "negated"}),
        ("- Silver helmet: ✗", {"silver helmet": "negated"}),
        (
            "helmet (missing), gloves (present)",
            {"silver helmet": "negated", "leather gloves": "affirmed"},
        ),
        ("Nothing is missing: the helmet and the gloves are there.", {"silver helmet": "affirmed"}),
        ("There is no doubt that the helmet is right.", {"silver helmet": "affirmed"}),
        ("The helmet is not only present but beautifully done.", {"silver helmet": "affirmed"}),
        ("The helmet is cut off by the frame.", {"silver helmet": "negated"}),
        ("The helmet isn't there.", {"silver helmet": "negated"}),
        ("The helmet's nowhere to be seen.", {"silver helmet": "negated"}),
        ("Without the helmet, the portrait loses its point.", {"silver helmet": "negated"}),
        (
            "The red cape and the sword are visible, though the helmet is not.",
            {"red cape": "affirmed", "silver helmet": "negated"},
        ),
        (
            "The helmet is there. The gloves are not.",
            {"silver helmet": "affirmed", "leather gloves": "negated"},
        ),
        (
            "The helmet looks great at first sight, but on a closer look there is no helmet at "
            "all, only hair.",
            {"silver helmet": "negated"},
        ),
        (
            "The boots are black, while the description specifies brown.",
            {"brown boots": "contradicted"},
        ),
        ("The boots appear to be black rather than brown.", {"brown boots": "contradicted"}),
        ("Boots: black (expected brown).", {"brown boots": "contradicted"}),
        ("The color of the boots is wrong.", {"brown boots": "contradicted"}),
        ("The boots do not match the description.", {"brown boots": "contradicted"}),
        (
            "The boots can't be seen because the portrait ends at the waist.",
            {"brown boots": "negated"},
        ),
        ("The brown boots, the belt and the coat are as described.", {"brown boots": "affirmed"}),
        ("The crown, golden and heavy, dominates the picture.", {"golden crown": "affirmed"}),
        ("The crown, silver and heavy, dominates the picture.", {"golden crown": "contradicted"}),
        (
            "The image shows a woman with a golden crown and long hair.",
            {"golden crown": "affirmed"},
        ),
        ("The woman wears a tiara where there should be a crown.", {"golden crown": "negated"}),
        ("There should be a golden crown, but there isn't one.", {"golden crown": "negated"}),
        ("I would expect a golden crown, which is missing here.", {"golden crown": "negated"}),
        ("Her hair is red and curly.", {"red hair": "affirmed"}),
        ("Her hair is straight.", {"curly red hair": "contradicted"}),
        ("The horse is brown with white spots.", {"white horse": "contradicted"}),
        (
            "The rider sits on a white horse, without a saddle.",
            {"white horse": "affirmed", "leather saddle": "negated"},
        ),
        ("No horse, no saddle, no reins.", {"white horse": "negated"}),
        ("No horse, saddle, or reins.", {"leather saddle": "negated"}),
        ("She carries a single sword.", {"two swords": "contradicted"}),
        ("Her swords are sheathed out of view.", {"two swords": "negated"}),
        ("The owl is huge.", {"small owl": "contradicted"}),
        ("The owl has turned into a raven.", {"small owl": "negated"}),
        ("What should be an owl looks like a raven.", {"small owl": "negated"}),
        ("I especially like the small owl on the shoulder.", {"small owl": "affirmed"}),
        ("The robe's deep purple color is captured accurately.", {"purple robe": "affirmed"}),
        ("The robe's color is off: it's green.", {"purple robe": "contradicted"}),
        (
            "The wizard is dressed in a purple robe, consistent with the description.",
            {"purple robe": "affirmed"},
        ),
        ("The robe is not purple.", {"purple robe": "contradicted"}),
        ("The robe isn't purple but green.", {"purple robe": "contradicted"}),
        ("Not only is the robe purple, it also has stars.", {"purple robe": "affirmed"}),
    ],
)
def test_what_is_said(reader: Reader, reasoning: str, expected: Mapping[str, str]) -> None:
    said = found(reader, reasoning, list(expected))
    assert {text: str(finding.status) for text, finding in said.items()} == expected


@pytest.mark.parametrize(
    ("reasoning", "text", "expected"),
    [
        ("The cloak, on the other hand, is missing.", "green cloak", "negated"),
        ("The dagger is missing, as is the bow.", "long bow", "negated"),
        ("The dagger is there, as is the bow.", "long bow", "affirmed"),
        ("The hat has been omitted along with the gloves.", "leather gloves", "negated"),
        ("The red cape is right. Gloves? None.", "leather gloves", "negated"),
        ("A helmet and gloves? Neither.", "silver helmet", "negated"),
        ("Shields: I count none.", "round shield", "negated"),
        ("I can find nothing wrong with the green cloak.", "green cloak", "affirmed"),
        ("The green cloak can't be faulted.", "green cloak", "affirmed"),
        ("I can't say that the bow is missing.", "long bow", "affirmed"),
        ("The description also mentions a brown dog.", "brown dog", "absent"),
        ("I was told to check the helmet and the gloves.", "silver helmet", "absent"),
        ("The cloak I expected in green came out blue.", "green cloak", "contradicted"),
        ("The cloak has turned crimson.", "green cloak", "contradicted"),
        ("The image lacks details such as the bow and the quiver.", "long bow", "negated"),
        ("The candle is lit.", "unlit candle", "contradicted"),
        ("The coat stops at the waist.", "knee-length coat", "contradicted"),
        ("The coat falls to the knee.", "knee-length coat", "affirmed"),
        ("A bronze helmet? It's steel.", "bronze helmet", "contradicted"),
        ("She shows a scar, but on the right cheek.", "scar on the left cheek", "contradicted"),
        ("Not one of them carries a lantern.", "brass lantern", "negated"),
        ("The prompt asked for a long bow and a cloak.", "long bow", "absent"),
        ("The man has short grey hair.", "tall man", "absent"),
        ("The man is tall.", "tall man", "affirmed"),
        ("He is clean-shaven.", "long beard", "negated"),
        ("There is no\nbow and no\ncloak.", "long bow", "negated"),
        ("Everything but the bow is there.", "long bow", "negated"),
        ("All details are right except for the bow.", "long bow", "negated"),
        ("None of the rings is visible.", "three rings", "negated"),
        ("Aside from the missing helmet, the cloak and the bow match.", "long bow", "affirmed"),
        ("She stands barefoot in the snow.", "brown boots", "negated"),
    ],
)
def test_ways_of_saying_it(reader: Reader, reasoning: str, text: str, expected: str) -> None:
    assert str(found(reader, reasoning, [text])[text].status) == expected


@pytest.mark.parametrize(
    ("reasoning", "expected"),
    [
        ("The crown has five points.", Status.AFFIRMED),
        ("The crown has three points.", Status.CONTRADICTED),
        ("The crown has no points.", Status.CONTRADICTED),
        ("The crown is there.", Status.AFFIRMED),
    ],
)
def test_what_hangs_on_a_thing_is_compared_too(
    reader: Reader, reasoning: str, expected: Status
) -> None:
    crown = Phrase("crown", "crown", ("crown",), 1.0, context=("five", "point"))
    [doc] = reader.read([reasoning])
    clauses = clauses_of(doc)
    [said] = findings(doc, [crown], clauses, np.zeros((1, len(clauses)), np.float32), TAU)
    assert said.status is expected


def test_the_evidence_is_the_clause_that_decides(reader: Reader) -> None:
    said = found(reader, "The hat is fine, but the long bow is missing.", ["long bow"], 0.25)
    assert said == {"long bow": Finding(Status.NEGATED, "but the long bow is missing", 0.25)}


def test_an_absent_one_has_no_evidence(reader: Reader) -> None:
    said = found(reader, "A fine portrait.", ["long bow"], 0.49)
    assert said == {"long bow": Finding(Status.ABSENT, None, None)}


def test_a_clause_that_means_the_same_counts_from_tau_on(reader: Reader) -> None:
    said = found(reader, "She carries a weapon for archers.", ["long bow"], 0.5)
    assert said["long bow"].status is Status.AFFIRMED
    assert said["long bow"].similarity == pytest.approx(0.5)


def test_a_word_goes_to_the_attribute_that_shares_most_with_it(reader: Reader) -> None:
    reasoning = "The gold nose ring is missing."
    assert found(reader, reasoning, ["bone ear ring"])["bone ear ring"].status is Status.NEGATED
    said = found(reader, reasoning, ["bone ear ring"], rivals=["gold nose ring"])
    assert said["bone ear ring"].status is Status.ABSENT


def test_an_empty_reasoning_says_nothing(reader: Reader) -> None:
    assert found(reader, "", ["long bow"])["long bow"].status is Status.ABSENT


def test_what_hangs_on_a_thing_that_is_told_apart_does_not_make_it_another(reader: Reader) -> None:
    vase = Phrase("blue vase", "vase", ("blue", "vase"), 1.0, context=("yellow", "tulip"))
    [doc] = reader.read(["A blue vase with red tulips."])
    clauses = clauses_of(doc)
    [said] = findings(doc, [vase], clauses, np.zeros((1, len(clauses)), np.float32), TAU)
    assert said.status is Status.AFFIRMED
