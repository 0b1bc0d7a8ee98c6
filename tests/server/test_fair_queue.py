"""The order in which bots think: fair to people and to their tables, and quick ones don't wait."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from cradle.server.bots.fair_queue import FairQueue, Turn
from cradle.server.bots.turns import Crowded, Turns
from cradle.server.metrics import Metrics

MASTER, EXPERT, NOVICE = 1.5, 0.5, 0.2
MANY = 10**6


def serve(queue: FairQueue, turns: int, again: bool = True) -> Iterator[Turn]:
    """Let one process think; whoever has thought wants to think again."""
    for _ in range(turns):
        turn = queue.begin(MANY)
        if turn is None:
            return
        queue.end(turn, turn.seconds)
        yield turn
        if again:
            queue.add(Turn(turn.person, turn.table, turn.seconds))


def test_a_crowd_of_one_person_delays_nobody_else() -> None:
    queue = FairQueue(MANY)
    for number in range(150):
        queue.add(Turn("mallory", f"m{number}", MASTER))
    list(serve(queue, 40))
    queue.add(Turn("ada", "a", MASTER))
    assert "ada" in [turn.person for turn in serve(queue, 2)]


def test_people_get_the_same_time_however_many_tables_they_have() -> None:
    queue = FairQueue(MANY)
    for number in range(100):
        queue.add(Turn("mallory", f"m{number}", MASTER))
    queue.add(Turn("ada", "a", MASTER))
    queue.add(Turn("ben", "b", EXPERT))
    used: Counter[str] = Counter()
    for turn in serve(queue, 1000):
        used[turn.person] += int(turn.seconds * 10)
    assert max(used.values()) - min(used.values()) <= 2 * MASTER * 10


def test_tables_of_a_person_get_the_same_time() -> None:
    queue = FairQueue(MANY)
    for table, seconds in (("long", MASTER), ("short", EXPERT), ("other", EXPERT)):
        queue.add(Turn("ada", table, seconds))
    used: Counter[str] = Counter()
    for turn in serve(queue, 700):
        used[turn.table] += int(turn.seconds * 10)
    assert max(used.values()) - min(used.values()) <= 2 * MASTER * 10


def test_the_shorter_of_two_turns_comes_first() -> None:
    queue = FairQueue(MANY)
    queue.add(Turn("ada", "a", MASTER))
    queue.add(Turn("ben", "b", EXPERT))
    assert [turn.person for turn in serve(queue, 2, again=False)] == ["ben", "ada"]


def test_ever_new_people_with_short_turns_starve_no_long_one() -> None:
    queue = FairQueue(MANY)
    queue.add(Turn("ada", "a", MASTER))
    for number in range(1000):
        queue.add(Turn(f"guest{number}", "g", EXPERT))
        if next(serve(queue, 1, again=False)).person == "ada":
            return
    pytest.fail("she waits for ever")


def test_nobody_saves_up_time_while_they_want_nothing() -> None:
    queue = FairQueue(MANY)
    queue.add(Turn("mallory", "m", MASTER))
    list(serve(queue, 100))
    for number in range(10):
        queue.add(Turn("ada", f"a{number}", MASTER))
    next_ones = [turn.person for turn in serve(queue, 10)]
    assert abs(next_ones.count("ada") - next_ones.count("mallory")) <= 2


def test_who_takes_longer_than_said_pays_for_it() -> None:
    queue = FairQueue(MANY)
    for person in ("ada", "mallory"):
        for number in range(20):
            queue.add(Turn(person, str(number), EXPERT))
    served: Counter[str] = Counter()
    for _ in range(12):
        turn = queue.begin(MANY)
        assert turn is not None
        served[turn.person] += 1
        queue.end(turn, 5 * EXPERT if turn.person == "mallory" else EXPERT)
    assert served["ada"] >= 4 * served["mallory"]


def test_no_more_of_one_person_think_at_once_than_their_share() -> None:
    queue = FairQueue(MANY)
    for number in range(5):
        queue.add(Turn("mallory", str(number), MASTER))
    begun = [queue.begin(2) for _ in range(5)]
    assert [turn is not None for turn in begun] == [True, True, False, False, False]
    queue.add(Turn("ada", "a", MASTER))
    turn = queue.begin(2)
    assert turn is not None
    assert turn.person == "ada"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=40))
def test_the_queue_is_bounded_and_who_has_most_gives_way(wishes: list[tuple[str, str]]) -> None:
    queue, waiting = FairQueue(10), []
    for person, table in wishes:
        turn = Turn(person, table, MASTER)
        waiting.append(turn)
        most = max(Counter(each.person for each in waiting).values())
        surplus = queue.add(turn)
        assert (surplus is not None) == (len(waiting) > 10)
        if surplus is not None:
            assert sum(each.person == surplus.person for each in waiting) == most
            waiting.remove(surplus)
    assert queue.count == len(waiting)
    assert set(serve(queue, MANY, again=False)) == set(waiting)
    assert not queue.people
    assert not queue.accounts.used


class Machine:
    """Processes that think in a time of our own, so that nobody waits for it."""

    def __init__(self, count: int, most: int = MANY) -> None:
        self.now = 0.0
        self.turns = Turns(count, 50, most, Metrics(), lambda: self.now)
        self.due: list[tuple[float, int, asyncio.Event]] = []
        self.number = 0
        self.answered: dict[str, list[float]] = {}

    async def think(self, person: str, table: str, seconds: float, times: int = 1) -> None:
        """Want to think, again and again."""
        for _ in range(times):
            came = self.now
            async with self.turns.take(person, table, seconds):
                await self.sleep(seconds)
            self.answered.setdefault(person, []).append(self.now - came)

    async def sleep(self, seconds: float) -> None:
        """Until it is so much later."""
        event = asyncio.Event()
        self.number += 1
        heapq.heappush(self.due, (self.now + seconds, self.number, event))
        await event.wait()

    async def run(self, done: Callable[[], bool]) -> None:
        """Let time go on until something is so."""
        while not done():
            for _ in range(5):
                await asyncio.sleep(0)
            if self.due and not done():
                self.now, _, event = heapq.heappop(self.due)
                event.set()


@pytest.mark.parametrize("count", [1, 3])
def test_150_masters_of_one_guest_dont_delay_anothers_novice(count: int) -> None:
    async def play() -> None:
        machine = Machine(count)
        masters = [
            asyncio.ensure_future(machine.think("mallory", f"m{number}", MASTER, MANY))
            for number in range(150)
        ]
        await machine.run(lambda: machine.now > 60.0)
        for level in (NOVICE, MASTER):
            mine = asyncio.ensure_future(machine.think("ada", "a", level, 10))
            await machine.run(mine.done)
        quick, slow = machine.answered["ada"][:10], machine.answered["ada"][10:]
        assert max(quick) < 2.0
        assert max(slow) < 3 * MASTER
        for each in masters:
            each.cancel()
        await asyncio.gather(*masters, return_exceptions=True)
        assert not machine.turns.waiting
        assert not machine.turns.slow.people

    asyncio.run(play())


def test_quick_bots_of_a_crowd_starve_no_master() -> None:
    async def play() -> None:
        machine = Machine(1)
        crowd = [
            asyncio.ensure_future(machine.think(f"guest{number}", "g", NOVICE, MANY))
            for number in range(100)
        ]
        await machine.run(lambda: machine.now > 10.0)
        master = asyncio.ensure_future(machine.think("ada", "a", MASTER, 5))
        await machine.run(master.done)
        assert max(machine.answered["ada"]) < 2 * MASTER
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    asyncio.run(play())


def test_no_more_think_at_once_than_there_are_processes() -> None:
    async def play() -> None:
        machine = Machine(2)
        levels = [NOVICE if number % 2 else MASTER for number in range(20)]
        asked = [
            asyncio.ensure_future(machine.think(f"p{number}", "t", level))
            for number, level in enumerate(levels)
        ]

        def done() -> bool:
            assert len(machine.turns.thinking) <= 2
            assert len(machine.turns.spare) <= 1
            return all(each.done() for each in asked)

        await machine.run(done)
        assert machine.now < sum(levels)

    asyncio.run(play())


def test_one_turn_too_many_is_put_off_and_counted() -> None:
    async def play() -> None:
        machine = Machine(1, most=2)
        turns, found = machine.turns, machine.turns.metrics.registry.get_sample_value
        asked = [asyncio.ensure_future(machine.think("mallory", str(n), MASTER)) for n in range(4)]
        await asyncio.sleep(0)
        assert (found("cradle_think_queue"), turns.has_room()) == (2.0, False)
        other = asyncio.ensure_future(machine.think("ada", "a", MASTER))
        await machine.run(other.done)
        await machine.run(lambda: all(each.done() for each in asked))
        refused = [isinstance(each.exception(), Crowded) for each in asked]
        assert refused == [False, False, True, True]
        assert other.exception() is None
        assert found("cradle_think_dropped_total") == 2.0
        assert found("cradle_think_wait_seconds_count") == 3.0
        assert found("cradle_think_seconds_sum") == pytest.approx(3 * MASTER)

    asyncio.run(play())


def test_a_turn_that_is_given_up_is_the_next_ones() -> None:
    async def play() -> None:
        machine = Machine(1)
        for _ in range(3):
            first, second = (
                asyncio.ensure_future(machine.think(person, "t", MASTER)) for person in "ab"
            )
            await asyncio.sleep(0)
            first.cancel()
            await machine.run(second.done)
            with suppress(asyncio.CancelledError):
                await first
        assert not machine.turns.thinking
        assert not machine.turns.slow.people

    asyncio.run(play())


def test_when_the_server_goes_down_nobody_waits_any_more() -> None:
    async def play() -> None:
        machine = Machine(1)
        asked = [asyncio.ensure_future(machine.think("ada", str(n), MASTER)) for n in range(3)]
        await asyncio.sleep(0)
        machine.turns.close()
        late = asyncio.ensure_future(machine.think("ben", "b", MASTER))
        await machine.run(lambda: all(each.done() for each in (*asked, late)))
        found = [isinstance(each.exception(), Crowded) for each in (*asked, late)]
        assert found == [False, True, True, True]
        assert not machine.turns.waiting

    asyncio.run(play())
