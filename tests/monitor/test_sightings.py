"""Which versions are new."""

from hypothesis import given
from hypothesis import strategies as st

from monitor.sightings import MAX_NAMES, Sightings


@given(st.lists(st.sampled_from("abcdefgh")))
def test_a_version_is_new_at_its_first_sight_beside_others(versions: list[str]) -> None:
    seen = Sightings()
    news = [one for number, one in enumerate(versions) if seen.see(one, float(number))]
    assert news == list(dict.fromkeys(versions))[1:]
    assert seen.new == len(news)
    assert seen.newest == next(reversed(dict.fromkeys(versions)), None)
    assert [*seen.news()] == [(one, float(versions.index(one))) for one in news]


def test_names_are_bounded_and_the_count_goes_on() -> None:
    seen = Sightings()
    for number in range(2 * MAX_NAMES):
        seen.see(f"v{number}", float(number))
    assert len(seen.names) == MAX_NAMES
    assert seen.new == 2 * MAX_NAMES - 1
    assert [name for name, _ in seen.news()] == [*seen.names], "the first of all is forgotten"
    assert not seen.see(f"v{MAX_NAMES}", 0.0)
    assert seen.see("v0", 0.0)


def test_what_is_saved_goes_on() -> None:
    seen = Sightings()
    for time, version in enumerate("ab"):
        seen.see(version, float(time))
    again = Sightings(dict(zip(seen.names, seen.times, strict=True)), seen.new)
    assert (again.new, again.newest, [*again.news()]) == (1, "b", [("b", 1.0)])
    assert (again.see("a", 2.0), again.see("c", 2.0)) == (False, True)
