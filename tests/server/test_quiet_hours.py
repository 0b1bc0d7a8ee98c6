"""Quiet hours and digests, in every zone and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from cradle.server.notifications.quiet_hours import may_go_at
from cradle.server.store.channels import Quiet
from cradle.server.timestamps import DAY_MS

MOMENTS = st.integers(1_700_000_000_000, 1_900_000_000_000)
MINUTES = st.integers(0, 24 * 60 - 1)
ZONES = st.sampled_from(["UTC", "Europe/Prague", "America/St_Johns", "Asia/Kolkata"])


def ms(*when: int, zone: str = "UTC") -> int:
    return round(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type, misc]


def minute_of(at: int, zone: str) -> int:
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone))
    return local.hour * 60 + local.minute


@given(MOMENTS, MINUTES, MINUTES, ZONES)
def test_nothing_goes_in_quiet_hours_and_everything_within_a_day(
    now: int, start: int, end: int, zone: str
) -> None:
    quiet = Quiet(zone, start, end)
    then = may_go_at(now, now, quiet, digest=False)
    assert now <= then <= now + DAY_MS + 3_600_000
    assert may_go_at(now, then, quiet, digest=False) == then
    ends = (minute_of(then, zone) - end) % (24 * 60)
    assert then == now or ends in (
        0,
        30,
        60,
    )  # Where clocks go forward, there may be no such minute.


@given(MOMENTS, MINUTES, ZONES, st.integers(0, 3 * DAY_MS))
def test_a_digest_goes_at_its_minute_or_as_soon_as_it_can_after(
    at: int, minute: int, zone: str, late: int
) -> None:
    quiet = Quiet(zone, digest_at=minute)
    then = may_go_at(at, at, quiet, digest=True)
    assert at <= then <= at + DAY_MS + 3_600_000
    assert may_go_at(at, at + late, quiet, digest=True) == max(then, at + late)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (ms(2027, 1, 15, 21, 59), ms(2027, 1, 15, 21, 59)),
        (ms(2027, 1, 15, 22), ms(2027, 1, 16, 7)),
        (ms(2027, 1, 16, 6, 59), ms(2027, 1, 16, 7)),
        (ms(2027, 1, 16, 7), ms(2027, 1, 16, 7)),
    ],
)
def test_a_night(now: int, then: int) -> None:
    assert may_go_at(now, now, Quiet("UTC", 22 * 60, 7 * 60), digest=False) == then


def test_the_night_in_which_clocks_go_forward_ends_an_hour_sooner() -> None:
    night = Quiet("Europe/Prague", 22 * 60, 7 * 60)
    now = ms(2027, 3, 27, 23, zone="Europe/Prague")
    assert may_go_at(now, now, night, digest=False) == now + 7 * 3_600_000
