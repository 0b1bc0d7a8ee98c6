"""Clocks: how much time each seat has, whatever the pace."""

from __future__ import annotations

from hypothesis import given, strategies as st

from cradle.server.store.pace import DaysPace, LivePace, NoPace, Pace, pace_of
from cradle.server.tables.clocks import Clocks
from cradle.server.timestamps import DAY_MS

LIVE = LivePace("live", base_ms=60_000, increment_ms=5_000)
PACES = st.sampled_from([NoPace(), LIVE, LivePace("live", 1_000), DaysPace("days", 3)])
TIMES = st.lists(st.integers(0, 10_000), min_size=1, max_size=12)


def clocks_of(pace: Pace, seats: int = 2) -> Clocks:
    return Clocks(pace, [pace.start_ms] * seats)


def test_a_clock_runs_while_its_seat_is_asked() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0], 1_000)
    assert clocks.left_at(0, 4_000) == 57_000
    assert clocks.left_at(1, 4_000) == 60_000
    clocks.ask([0], 4_000)  # Asked again in between, it goes on.
    assert clocks.left_at(0, 6_000) == 55_000
    assert clocks.deadline() == 61_000


def test_an_answer_stops_the_clock_and_adds_the_increment() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0], 0)
    clocks.answered(0, 10_000)
    clocks.ask([1], 10_000)
    assert clocks.left_at(0, 99_000) == 55_000
    assert clocks.deadline() == 70_000


def test_days_are_full_again_after_each_answer() -> None:
    clocks = clocks_of(DaysPace("days", 2))
    clocks.ask([0], 0)
    clocks.answered(0, DAY_MS)
    assert clocks.left == [2 * DAY_MS, 2 * DAY_MS]


def test_a_seat_that_is_no_longer_asked_keeps_what_it_has_left() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0, 1], 0)
    clocks.ask([1], 20_000)
    assert clocks.left_at(0, 50_000) == 40_000
    assert clocks.left_at(1, 50_000) == 10_000


def test_time_runs_out_and_comes_back() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0, 1], 0)
    clocks.answered(1, 30_000)
    assert clocks.expired(59_999) == []
    assert clocks.expired(60_000) == [0]
    clocks.stop_at_zero(0)
    assert (clocks.left_at(0, 10**9), clocks.deadline()) == (0, None)
    clocks.renew(0)
    assert clocks.left_at(0, 10**9) == 60_000


def test_without_a_pace_nothing_runs_and_nothing_is_told() -> None:
    clocks = clocks_of(NoPace())
    clocks.ask([0, 1], 0)
    clocks.answered(0, 5)
    assert clocks.left == [None, None]
    assert clocks.deadline() is None
    assert clocks.expired(10**12) == []
    assert clocks.plain(0) is None


def test_clients_hear_what_is_left_and_what_runs() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([1], 0)
    assert clocks.plain(1_500) == {
        "now_at": 1_500,
        "seats": [{"left_ms": 60_000, "running": False}, {"left_ms": 58_500, "running": True}],
    }


@given(PACES, TIMES)
def test_no_clock_ever_shows_less_than_nothing(pace: Pace, times: list[int]) -> None:
    """Whoever answers in turn, however late; the deadline is when the first shows nothing."""
    clocks, now = clocks_of(pace), 0
    for turn, passed in enumerate(times):
        clocks.ask([turn % 2], now)
        end = clocks.deadline()
        now += passed
        left = [clocks.left_at(seat, now) for seat in range(2)]
        assert all(each is None or each >= 0 for each in left)
        if end is not None:
            assert (clocks.expired(now) == [turn % 2]) == (now >= end)
        clocks.answered(turn % 2, now)


@given(PACES)
def test_a_pace_comes_back_from_what_is_kept(pace: Pace) -> None:
    assert pace_of(vars(pace)) == pace
