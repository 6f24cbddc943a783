"""Which versions are new."""

from hypothesis import given
from hypothesis import strategies as st

from monitor.sightings import MAX_NAMES, Sightings


@given(st.lists(st.sampled_from("abcdefgh")))
def test_a_version_is_new_at_its_first_sight_beside_others(versions: list[str]) -> None:
    seen = Sightings()
    news = [version for version in versions if seen.see(version)]
    assert news == list(dict.fromkeys(versions))[1:]
    assert seen.new == len(news)
    assert seen.newest == next(reversed(dict.fromkeys(versions)), None)


def test_names_are_bounded_and_the_count_goes_on() -> None:
    seen = Sightings()
    for number in range(2 * MAX_NAMES):
        seen.see(f"v{number}")
    assert len(seen.names) == MAX_NAMES
    assert seen.new == 2 * MAX_NAMES - 1
    assert not seen.see(f"v{MAX_NAMES}")
    assert seen.see("v0")


def test_what_is_saved_goes_on() -> None:
    seen = Sightings()
    for version in ("a", "b"):
        seen.see(version)
    again = Sightings(seen.names, seen.new)
    assert (again.new, again.newest, again.see("a"), again.see("c")) == (1, "b", False, True)
