"""Keyed-hash sampling of conversations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.sampling import Sampler

CONVERSATIONS = [f"c-{number}" for number in range(20_000)]


@pytest.mark.parametrize(
    ("key", "conversation", "unit"),
    [
        (b"secret", "c-81", 0.851464328330849),
        (b"secret", "orders/3/81", 0.8981249383985218),
        (b"", "c-81", 0.7502195656970296),
        (b"k" * 100, "c-81", 0.21239136129445535),
    ],
)
def test_a_conversation_stands_where_it_always_stood(
    key: bytes, conversation: str, unit: float
) -> None:
    assert Sampler(key, 0.5).unit(conversation) == pytest.approx(unit, abs=1e-9)


@pytest.mark.parametrize("ratio", [0.01, 0.1, 0.5])
def test_the_share_kept_is_the_ratio(ratio: float) -> None:
    sampler = Sampler(b"secret", ratio)
    kept = sum(map(sampler.keeps, CONVERSATIONS))
    deviation = (ratio * (1 - ratio) * len(CONVERSATIONS)) ** 0.5
    assert abs(kept - ratio * len(CONVERSATIONS)) < 4 * deviation


def test_what_a_small_ratio_keeps_a_larger_one_keeps_too() -> None:
    small, large = Sampler(b"secret", 0.01), Sampler(b"secret", 0.1)
    kept = {c for c in CONVERSATIONS if small.keeps(c)}
    assert kept
    assert kept < {c for c in CONVERSATIONS if large.keeps(c)}


def test_another_key_keeps_others() -> None:
    one, two = Sampler(b"secret", 0.1), Sampler(b"other", 0.1)
    both = sum(one.keeps(c) and two.keeps(c) for c in CONVERSATIONS)
    assert 120 < both < 280  # 1% of 20,000, as if the two were thrown apart


def test_the_ends() -> None:
    assert not any(map(Sampler(b"", 0.0).keeps, CONVERSATIONS))
    assert all(map(Sampler(b"", 1.0).keeps, CONVERSATIONS))


@given(key=st.binary(max_size=200), conversation=st.text(st.characters()))
@settings(deadline=None)
def test_any_text_has_its_place(key: bytes, conversation: str) -> None:
    unit = Sampler(key, 0.5).unit(conversation)
    assert 0.0 <= unit < 1.0
    assert unit == Sampler(key, 0.1).unit(conversation)


def test_broken_text_has_its_place() -> None:
    assert 0.0 <= Sampler(b"", 0.5).unit("\ud800") < 1.0
