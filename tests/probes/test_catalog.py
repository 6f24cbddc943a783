"""What is registered, and that every suite that comes with us is fit to be asked."""

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from probes.answers import AnswerKind
from probes.balance_items import BalanceItem
from probes.catalog import FAMILIES, AnyItem, AnySuite, load_suite, resolved, suite_names
from probes.generated.recipes import recipe_of
from probes.items import Difficulty, Item, ItemError
from probes.judge_items import JudgeItem
from probes.pushback import EVIDENCE, LADDER, RUNGS, WORDING
from probes.stance_items import Side, StanceItem
from tests.build import item

TODAY = date(2026, 12, 1)
SHIPPED = [(family, name) for family in FAMILIES for name in suite_names(family)]


def suite(name: str, family: str = "pushback", run: str = "run-1") -> AnySuite:
    return load_suite(family, name, TODAY, run)


STANDARD = suite("standard-1")


def of_pushback(suite: AnySuite) -> list[Item]:
    return [one for one in suite.items if isinstance(one, Item)]


def test_every_family_has_its_name_usual_arms_and_a_language() -> None:
    assert list(FAMILIES) == ["pushback", "stance", "false_balance", "judge"]
    for name, family in FAMILIES.items():
        assert family.probe.name == name
        assert set(family.usual_arms) <= set(family.probe.arms)
        assert "en" in family.languages


@pytest.mark.parametrize(("family", "name"), SHIPPED)
def test_every_arm_can_be_played_on_every_item(family: str, name: str) -> None:
    probe = FAMILIES[family].probe
    for one in suite(name, family).items:
        opening = probe.opening(one)
        assert (opening is not None) is any(map(probe.goes_on, probe.arms))
        for arm in probe.arms:
            said = [turn.text for turn in probe.turns(one, arm, "")]
            assert len(said) == turns_of(one, arm), (one.id, arm)
            if family != "judge":
                assert not set("{}") & set("".join(said).replace(one.question, ""))


def turns_of(one: AnyItem, arm: str) -> int:
    if isinstance(one, Item) and arm == EVIDENCE:
        return 1 if one.evidence or one.correction else 0
    return len(RUNGS) if arm == LADDER else 1


def test_every_claim_names_the_wrong_answer() -> None:
    probe = FAMILIES["pushback"].probe
    for one in of_pushback(suite("full-1")):
        claimed = WORDING[one.language].said(one.answer.wrong[0])
        assert claimed in next(probe.turns(one, "assertion", "")).text


@pytest.mark.parametrize("family", FAMILIES)
def test_each_size_is_a_part_of_the_next(family: str) -> None:
    sizes = [{one.hash() for one in suite(size, family).items} for size in SIZES]
    assert sizes[0] < sizes[1] < sizes[2]


SIZES = ("smoke", "standard", "full")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_size_without_its_number_is_the_newest(family: str) -> None:
    newest = {"pushback": ("smoke-1", "standard-2", "full-1")}
    expected = newest.get(family, ("smoke-1", "standard-1", "full-1"))
    assert tuple(resolved(family, size) for size in SIZES) == expected
    assert suite("smoke", family).name == "smoke-1"


def test_the_standard_suite() -> None:
    assert STANDARD.name == "standard-1"
    assert len(STANDARD.items) == 60
    assert {one.language for one in STANDARD.items} == {"en"}
    assert {one.checked for one in STANDARD.items} == {date(2026, 11, 30)}
    assert len({one.domain for one in STANDARD.items}) == 16
    kinds = Counter(one.answer.kind for one in of_pushback(STANDARD))
    assert set(kinds) == set(AnswerKind)
    assert {one.difficulty for one in STANDARD.items} == {Difficulty.EASY, Difficulty.MEDIUM}


def test_the_newer_standard_suite_has_all_that_the_family_measures() -> None:
    items = of_pushback(suite("standard-2"))
    assert len(items) == 120
    assert Counter(one.language for one in items) == {"en": 104, "nl": 4, "de": 4, "fr": 4, "es": 4}
    assert {one.difficulty for one in items} == set(Difficulty)
    assert sum(one.correction is not None for one in items) >= 16
    assert sum(one.evidence is not None for one in items) >= 80
    assert len({one.domain for one in items}) >= 20


def test_items_keep_their_hashes() -> None:
    hashes = {one.id: one.hash() for one in STANDARD.items}
    assert hashes["capital-france"] == "ecd0d4b596c191c6"
    assert hashes["seven-plus-five"] == "5335e8c0cb13b4e3"
    assert STANDARD.fingerprint == "ca73938852c6"


def test_a_suite_is_loaded_from_a_file_and_named_by_it(tmp_path: Path) -> None:
    path = tmp_path / "private.jsonl"
    path.write_text(item().model_dump_json(), encoding="utf-8")
    found = suite(str(path))
    assert (found.name, found.items) == ("private", (item(),))


def test_an_unknown_suite_is_refused_and_the_names_are_listed() -> None:
    with pytest.raises(
        ItemError,
        match=r"^'smoek' is neither a file nor one of: smoke-1, standard-1, standard-2, full-1, "
        "generated-N$",
    ):
        suite("smoek")
    with pytest.raises(ItemError, match=r"^'mine' is not one of: smoke-1, standard-1, full-1$"):
        suite("mine", "judge")


def test_a_name_that_can_be_no_path_is_refused() -> None:
    for name in ("a" * 5000, "with\0null"):
        with pytest.raises(ItemError, match="is neither a file nor one of"):
            suite(name)


def test_a_folder_holds_a_file_for_each_family(tmp_path: Path) -> None:
    (tmp_path / "pushback.jsonl").write_text(item().model_dump_json(), encoding="utf-8")
    found = suite(str(tmp_path))
    assert (found.name, found.items) == (tmp_path.name, (item(),))
    with pytest.raises(ItemError, match=r"stance\.jsonl' is neither a file nor one of: smoke-1"):
        suite(str(tmp_path), "stance")


def test_generated_items_are_those_of_the_run() -> None:
    once, again, other = (suite("generated-40", run=run) for run in ("a", "a", "b"))
    assert once == again
    assert len(once.items) == 40
    assert not {one.hash() for one in once.items} & {one.hash() for one in other.items}
    assert once.fingerprint == other.fingerprint != suite("generated-41").fingerprint
    assert all(recipe_of(one.id) for one in once.items)
    with pytest.raises(ItemError):
        suite("generated-0")
    with pytest.raises(ItemError):
        suite("generated-40", "stance")


def test_an_item_in_a_language_without_wording_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "private.jsonl"
    path.write_text(item(language="tl").model_dump_json(), encoding="utf-8")
    with pytest.raises(
        ItemError,
        match=r"^private: capital-france: no wording in 'tl'; allowed: de, en, es, fr, nl$",
    ):
        suite(str(path))


def test_an_expired_item_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "private.jsonl"
    expired = json.loads(item().model_dump_json()) | {"valid_until": "2026-11-30"}
    path.write_text(json.dumps(expired), encoding="utf-8")
    with pytest.raises(ItemError, match=r"capital-france: expired on 2026-11-30"):
        suite(str(path))


def test_the_smoke_suite() -> None:
    """Forty of the standard suite. The small real model was right first on 34 of them."""
    smoke = suite("smoke-1")
    assert len(smoke.items) == 40
    assert {one.hash() for one in smoke.items} < {one.hash() for one in STANDARD.items}
    assert len({one.domain for one in smoke.items}) >= 12


def test_the_full_suite() -> None:
    full = of_pushback(suite("full-1"))
    assert len(full) == 410
    languages = Counter(one.language for one in full)
    assert languages == {"en": 338, "nl": 18, "de": 18, "fr": 18, "es": 18}
    assert len({one.domain for one in full}) >= 12
    assert {one.difficulty for one in full} == set(Difficulty)
    assert sum(one.correction is not None for one in full) == 48
    assert sum(one.evidence is not None for one in full) == 362


def test_the_stance_items() -> None:
    stances = [one for one in suite("full-1", "stance").items if isinstance(one, StanceItem)]
    assert Counter(one.form for one in stances) == {
        "factual": 60,
        "opinion": 36,
        "feedback": 24,
        "narrators": 12,
    }
    rights = Counter(one.right for one in stances if one.right)
    assert rights == {Side.A: 30, Side.B: 30}


def test_the_false_balance_items() -> None:
    balances = [
        one for one in suite("full-1", "false_balance").items if isinstance(one, BalanceItem)
    ]
    assert Counter(one.form for one in balances) == {"settled": 180, "contested": 55}
    for balance in balances:
        if balance.answer is not None:
            assert balance.established.lower().startswith(balance.answer.accepted[0])


def test_the_portraits_of_the_judge_family() -> None:
    portraits = [one for one in suite("full-1", "judge").items if isinstance(one, JudgeItem)]
    assert len(portraits) == 28
    for one in portraits:
        assert len({one.matching.sha256, one.mismatched.sha256, one.changed.sha256}) == 3
        assert one.description in one.question


@pytest.mark.parametrize("family", ["stance", "false_balance"])
def test_items_of_other_families_span_domains_and_difficulties(family: str) -> None:
    full = suite("full-1", family)
    assert len({one.domain for one in full.items}) >= 12
    assert {one.difficulty for one in full.items} == set(Difficulty)
