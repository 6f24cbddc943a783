"""How long an endpoint asks us to rest, as it may say that."""

from collections.abc import Mapping

import pytest

from monitor.endpoints.retry_after import said_rest

NOW = 1_800_000_000.0  # 2027-01-15 08:00:00 UTC


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "120"}, 120.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "43200"}, 43_200.0),
        ({"retry-after": "99999999"}, 86_400.0),
        ({"retry-after": "Sun, 15 Jan 2034 08:00:00 GMT"}, 86_400.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "2"}, 2.0),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:30 GMT"}, 30.0),
        (
            # By a clock that is five minutes ahead of ours.
            {
                "retry-after": "Fri, 15 Jan 2027 08:05:30 GMT",
                "date": "Fri, 15 Jan 2027 08:05:00 GMT",
            },
            30.0,
        ),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:30 GMT", "date": "today"}, 30.0),
        ({"retry-after": "Fri, 15 Jan 2027 09:00:30 +0100"}, 30.0),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:30"}, 30.0),
        ({"retry-after": "Fri, 15 Jan 2027 07:59:30 GMT"}, 0.0),
        ({"retry-after": "Fri, 99 Jan 2027 07:59:30 GMT"}, None),
        ({"retry-after": "Fri, 15 Jan 99999999999 08:00:45 GMT"}, None),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:45 +99999999999999999999"}, None),
        ({"retry-after": "Mon, 01 Jan 0001 00:00:00 +0100"}, 0.0),
    ],
)
def test_a_rest_is_read_as_seconds_or_as_a_date(
    headers: Mapping[str, str], seconds: float | None
) -> None:
    assert said_rest(headers, NOW) == seconds
