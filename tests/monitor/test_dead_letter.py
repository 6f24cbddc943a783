"""What is kept of a record that could not be read."""

import hashlib

from monitor.dead_letter import DeadLetter, dead_letter
from monitor.decoders import DeadReason, Undecodable
from monitor.exchange import Source
from tests.build import record

BROKEN = Undecodable(DeadReason.NOT_JSON, "line 1 column 2")
SECRET = b'{"password": "hunter2"'


def test_it_says_where_why_how_large_and_what_hash() -> None:
    letter = dead_letter(record(SECRET, partition=3, offset=17, timestamp=1.5), BROKEN, now=9.0)
    assert letter == DeadLetter(
        source=Source(topic="llm-traffic", partition=3, offset=17),
        reason=DeadReason.NOT_JSON,
        detail="line 1 column 2",
        size=22,
        sha256=hashlib.sha256(SECRET).hexdigest(),
        record_time=1.5,
        time=9.0,
    )


def test_nothing_of_the_text_is_in_it() -> None:
    assert b"hunter2" not in dead_letter(record(SECRET), BROKEN, now=9.0).encode()


def test_a_null_value_has_neither_size_nor_hash() -> None:
    letter = dead_letter(record(None), Undecodable(DeadReason.EMPTY_VALUE, ""), now=9.0)
    assert (letter.size, letter.sha256) == (None, None)


def test_its_id_is_the_same_whenever_it_is_read() -> None:
    at = record(SECRET, partition=3, offset=17, timestamp=1.5)
    first, again = dead_letter(at, BROKEN, now=9.0), dead_letter(at, BROKEN, now=10.0)
    assert first.key() == again.key() == b"llm-traffic/3/17/1.500"


def test_another_record_at_the_same_place_has_another_id() -> None:
    lost = dead_letter(record(SECRET, timestamp=1.5), BROKEN, now=9.0)
    new = dead_letter(record(SECRET, timestamp=2.5), BROKEN, now=9.0)
    assert lost.key() != new.key()
