"""Clocks: how much time each seat has, whatever the pace."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from cradle.server.http.round_trips import EVERY_MS, KEPT, RoundTrips
from cradle.server.store.pace import DaysPace, LivePace, MovePace, NoPace, Pace, Timing, pace_of
from cradle.server.tables.clocks import Clocks
from cradle.server.timestamps import BEAT_MS, DAY_MS, Beat, ServerTime

LIVE = LivePace("live", base_ms=60_000, increment_ms=5_000)
NEW = [MovePace("move", 30_000), DaysPace("days", 1, vacation=2)]
PACES = st.sampled_from([NoPace(), LIVE, LivePace("live", 1_000), DaysPace("days", 3), *NEW])
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


def test_what_a_move_leaves_is_nothing_for_the_next() -> None:
    clocks = clocks_of(MovePace("move", 30_000))
    for now in (0, 100_000):
        clocks.ask([0], now)
        assert clocks.deadline() == now + 30_000
        turn = clocks.answered(0, now + 29_000)
        assert clocks.left == [30_000, 30_000]
    assert turn is not None
    clocks.take_back({0: [turn]}, 129_000)
    assert clocks.left[0] == 10_000  # What was used stays used, but for the least.


def test_vacation_is_used_when_the_days_are_not_enough() -> None:
    clocks, now = clocks_of(DaysPace("days", 1, vacation=3)), 0
    for days, left in ((0.5, 4), (1.0, 4), (3.0, 2), (1.5, 1.5), (1.25, 1.25), (0.5, 1.25)):
        clocks.ask([0], now)
        now += int(days * DAY_MS)
        assert clocks.expired(now) == []
        clocks.answered(0, now)
        assert clocks.left[0] == left * DAY_MS
    clocks.ask([0], now)
    assert clocks.expired(now + DAY_MS) == []
    now += DAY_MS * 5 // 4
    assert clocks.expired(now) == [0]
    clocks.stop_at_zero(0)
    clocks.answered(0, now)
    assert clocks.left == [DAY_MS, 4 * DAY_MS]


@given(st.lists(st.tuples(st.integers(0, 3 * DAY_MS), st.booleans()), max_size=20))
def test_vacation_never_grows(turns: list[tuple[int, bool]]) -> None:
    """Whoever answers, takes back and answers again has what they would have had anyway."""
    pace = DaysPace("days", 1, vacation=3)
    clocks, now, vacation = clocks_of(pace), 0, 3 * DAY_MS
    for passed, again in turns:
        clocks.ask([0], now)
        turn = clocks.answered(0, now + passed // 2)
        if again and turn is not None:
            clocks.reopen(0, [turn], [0])
            clocks.answered(0, now + passed)
            passed += passed // 2
        now += passed
        left = (clocks.left[0] or 0) - DAY_MS
        assert 0 <= left <= vacation
        vacation = left


def test_a_seat_that_is_no_longer_asked_keeps_what_it_has_left() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0, 1], 0)
    clocks.ask([1], 20_000)
    assert clocks.left_at(0, 50_000) == 40_000
    assert clocks.left_at(1, 50_000) == 10_000


def test_time_runs_out_for_good() -> None:
    """Where each answer has days of its own, the stand-in's answer brings new ones."""
    clocks = clocks_of(LIVE)
    clocks.ask([0, 1], 0)
    clocks.answered(1, 30_000)
    assert clocks.expired(59_999) == []
    assert clocks.expired(60_000) == [0]
    clocks.stop_at_zero(0)
    clocks.ask([0], 60_000)
    assert (clocks.left_at(0, 10**9), clocks.deadline()) == (0, None)
    clocks.answered(0, 70_000)
    assert not clocks.come_back(0, 70_000)
    days = clocks_of(DaysPace("days", 2))
    days.ask([0], 0)
    days.stop_at_zero(0)
    assert not days.come_back(0, 0)
    days.answered(0, 1_000)
    assert days.come_back(0, 1_000)
    assert days.left[0] == 2 * DAY_MS


def test_leaving_stops_no_clock() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0], 0)
    for now in range(1_000, 31_000, 1_000):
        clocks.leave(0, now)
        assert clocks.come_back(0, now + 500)
    assert clocks.left_at(0, 30_500) == 29_500


def test_a_stand_in_earns_nothing_and_costs_nothing() -> None:
    clocks, now = clocks_of(LIVE), 10_000
    clocks.ask([0], 0)
    clocks.leave(0, now)
    for _ in range(20):
        clocks.ask([0], now)
        clocks.answered(0, now + 3_000)
        now += 3_000
    assert clocks.come_back(0, now)
    assert clocks.left_at(0, now) == 50_000


def test_answering_and_taking_back_is_as_if_nothing_was_answered() -> None:
    """Neither gains the one who does it, nor loses the one who was asked in between."""
    clocks = clocks_of(LIVE)
    clocks.ask([0], 0)
    for now in range(1_000, 31_000, 1_000):
        turn = clocks.answered(0, now)
        clocks.ask([1], now)
        assert turn is not None
        clocks.reopen(0, [turn], [0])
        clocks.ask([0], now + 500)
    assert clocks.left_at(0, 30_500) == 29_500
    assert clocks.left_at(1, 30_500) == 60_000


def test_what_is_taken_back_by_agreement_stays_used_and_earns_nothing() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([0], 0)
    turns = [clocks.answered(0, 10_000)]
    clocks.ask([1], 10_000)
    clocks.answered(1, 14_000)
    clocks.ask([0], 14_000)
    turns.append(clocks.answered(0, 20_000))
    clocks.take_back({0: [each for each in turns if each is not None]}, 20_000)
    assert clocks.left[0] == 44_000
    days = clocks_of(DaysPace("days", 2))
    days.ask([0], 0)
    first = days.answered(0, DAY_MS)
    assert first is not None
    days.take_back({0: [first]}, 2 * DAY_MS)
    assert days.left[0] == DAY_MS


def test_nobody_is_out_of_time_by_agreeing_to_take_back() -> None:
    """A seat that lived on what its answers earned keeps ten seconds, or what it had."""
    for thought, had, left in [(0, 18_000, 10_000), (13_000, 5_000, 5_000)]:
        clocks, turns, now = clocks_of(LivePace("live", 12_000, 10_000)), list[Timing](), 0
        for spent in (4_000, 10_000):
            clocks.ask([0], now)
            now += spent
            turn = clocks.answered(0, now)
            assert turn is not None
            turns.append(turn)
        clocks.ask([0], now)
        now += thought
        assert clocks.left_at(0, now) == had
        clocks.take_back({0: turns}, now)
        assert clocks.left_at(0, now) == left
        assert clocks.expired(now) == []


def test_who_was_replaced_and_came_back_has_a_day_after_an_agreement() -> None:
    clocks = clocks_of(DaysPace("days", 2))
    clocks.ask([0], 0)
    clocks.stop_at_zero(0)
    turn = clocks.answered(0, 1_000)
    assert turn is not None
    assert clocks.come_back(0, 1_000)
    clocks.take_back({0: [turn]}, 2_000)
    assert clocks.left == [DAY_MS, 2 * DAY_MS]


def test_the_lines_delay_is_given_back_once_an_answer() -> None:
    clocks = clocks_of(LIVE)
    clocks.delays[0] = 400
    clocks.ask([0], 0)
    assert clocks.expired(60_399) == []
    assert clocks.expired(60_400) == [0]
    for now in range(100, 10_100, 100):
        clocks.leave(0, now)
        clocks.come_back(0, now)
    clocks.answered(0, 10_400)
    assert clocks.left[0] == 55_000


def test_without_a_pace_nothing_runs_and_nothing_is_told() -> None:
    clocks = clocks_of(NoPace())
    clocks.ask([0, 1], 0)
    clocks.answered(0, 5)
    assert clocks.left == [None, None]
    assert clocks.deadline() is None
    assert clocks.expired(10**12) == []
    assert clocks.plain(0, 0) is None


def test_clients_hear_what_is_left_and_what_runs() -> None:
    clocks = clocks_of(LIVE)
    clocks.ask([1], 0)
    assert clocks.plain(1_500, 7) == {
        "now_at": 7,
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


class Played:
    """Two seats that answer in turn, with everything that may be done to clocks on the way."""

    def __init__(self, pace: LivePace, most_delay: int) -> None:
        self.clocks = clocks_of(pace)
        self.pace = pace
        self.most_delay = most_delay
        self.now = 0
        self.turns: list[tuple[int, Timing]] = []
        self.agreed = 0
        self.answers = [0, 0]
        self.clocks.ask([0], 0)

    @property
    def asked(self) -> int:
        return len(self.turns) % 2

    def ask(self) -> None:
        self.clocks.ask([self.asked], self.now)

    def do(self, act: str, number: int) -> None:
        """One act; who is out of time is replaced first, as by the server."""
        self.now += number
        for seat in self.clocks.expired(self.now):
            self.clocks.stop_at_zero(seat)
        getattr(self, act)(number)
        self.ask()

    def wait(self, _: int) -> None:
        pass

    def answer(self, _: int) -> None:
        seat = self.asked
        turn = self.clocks.answered(seat, self.now)
        assert turn is not None
        self.answers[seat] += seat not in self.clocks.away
        self.turns.append((seat, turn))

    def undo(self, _: int) -> None:
        if not self.turns or self.turns[-1][0] in self.clocks.away:
            return
        seat, turn = self.turns.pop()
        self.clocks.reopen(seat, [turn], [seat], self.agreed)

    def agree(self, number: int) -> None:
        self.agreed, kept = self.now, len(self.turns) - number % 4
        gone, self.turns = self.turns[max(0, kept) :], self.turns[: max(0, kept)]
        turns = {seat: [turn for who, turn in gone if who == seat] for seat in range(2)}
        before = [self.clocks.left_at(seat, self.now) or 0 for seat in range(2)]
        self.clocks.take_back(turns, self.now)
        for seat, had in enumerate(before):
            left = self.clocks.left_at(seat, self.now)
            assert left is not None
            assert min(had, self.pace.least_ms) <= left <= had + self.most_delay

    def leave(self, number: int) -> None:
        self.clocks.leave(number % 2, self.now)

    def come_back(self, number: int) -> None:
        self.clocks.come_back(number % 2, self.now)

    def measure(self, number: int) -> None:
        self.clocks.delays[number % 2] = min(self.most_delay, number)

    def limit(self, seat: int) -> int:
        """The most a seat may ever have: what it began with and earned, and the line's delay."""
        earned = sum(turn.gift for who, turn in self.turns if who == seat)
        assert earned <= self.pace.increment_ms * self.answers[seat]
        return self.pace.base_ms + earned + self.most_delay * (1 + self.answers[seat])


ACTS = ("wait", "answer", "answer", "undo", "agree", "leave", "come_back", "measure")
PLAYS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 4_000)), max_size=60)


@settings(max_examples=400)
@given(PLAYS, st.sampled_from([0, 700]))
def test_nobody_gains_beyond_increments_and_the_bounded_delay(
    acts: list[tuple[str, int]], most_delay: int
) -> None:
    """Whatever people do in whatever order, each has at most what it began with and earned."""
    played = Played(LivePace("live", 30_000, 1_000), most_delay)
    for act, number in acts:
        played.do(act, number)
        for seat in range(2):
            left = played.clocks.left_at(seat, played.now)
            assert left is not None
            assert 0 <= left <= played.limit(seat)


@settings(max_examples=400)
@given(st.lists(st.tuples(st.sampled_from(ACTS[:-1]), st.integers(0, 900)), max_size=60))
def test_the_time_used_at_a_table_never_shrinks(acts: list[tuple[str, int]]) -> None:
    """It is passed on by who takes back; while nobody leaves, it is all the time there was."""
    played = Played(LivePace("live", 10_000_000, 1_000), 0)
    before = 0
    for act, number in acts:
        played.do(act, number)
        used = 0
        for seat in range(2):
            earned = sum(turn.gift for who, turn in played.turns if who == seat)
            left = played.clocks.left_at(seat, played.now)
            assert left is not None
            used += 10_000_000 + earned - left
        assert before <= used
        before = used
    if all(act != "leave" for act, _ in acts):
        assert before == played.now


def test_a_step_of_the_wall_clock_moves_no_clock() -> None:
    """The server's time goes on from where it was kept; the wall says at most a beat of it."""
    ticks = [5_000]
    for wall in (-(10**12), 0, 3_000, BEAT_MS, 10**12):
        time = ServerTime(Beat(1_000_000, 10**9), lambda: ticks[0], at=10**9 + wall)
        assert time.now() == 1_000_000 + min(max(0, wall), BEAT_MS)
        ticks[0] += 777
        assert time.now() == 1_000_777 + min(max(0, wall), BEAT_MS)
    time.catch_up(0)
    assert time.now() == 1_000_777 + BEAT_MS
    time.catch_up(2_000_000)
    assert time.now() == 2_000_000


def test_the_shortest_of_the_latest_round_trips_counts() -> None:
    ticks = [0]
    line = RoundTrips(500, lambda: ticks[0])
    assert line.heard(1) == 0
    for trip, delay in [(900, 500), (120, 120), (300, 120)]:
        probe = line.probe()
        assert probe is not None
        ticks[0] += trip
        assert line.probe() is None
        assert line.heard(probe["number"]) == delay
        ticks[0] += 10
        assert line.heard(probe["number"]) == delay
        ticks[0] += EVERY_MS
    for _ in range(KEPT):
        probe = line.probe()
        assert probe is not None
        ticks[0] += EVERY_MS
        held = line.heard(probe["number"])
    assert held == 500
