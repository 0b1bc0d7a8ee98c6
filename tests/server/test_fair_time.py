"""Clocks at tables: nothing that people do fills them, and they outlive restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cradle.server.app import Parts, make_parts, stop
from cradle.server.problems import Problem
from cradle.server.store import people
from cradle.server.store.log import Answer
from cradle.server.store.pace import LivePace, Pace
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.tables import creation, other_processes, seats, undo, upkeep
from cradle.server.tables.answers import take
from cradle.server.tables.feed import Feed
from cradle.server.tables.live import LiveTable
from cradle.server.tables.names import tell_name
from cradle.server.tables.registry import wake_nobody
from cradle.server.tables.table_request import SeatRequest, TableRequest
from cradle.server.timestamps import BEAT_MS, ServerTime
from tests.server.running import test_settings

MINUTE = LivePace("live", 60_000, 10_000)


def add_two(connection: Connection) -> list[Person]:
    """Two people who answer everything themselves."""
    names = ("ada", "ben")
    return [add_guest(connection, name, name, {"automatic": False}, 0) for name in names]


class Timed:
    """The parts of a server on a clock of our own, and a table of two people."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.tables = parts.tables
        self.ticks = 0
        self.tables.time = ServerTime(clock=lambda: self.ticks)
        self.tables.wake = wake_nobody
        self.people: list[Person] = []
        self.table = ""

    async def begin(self, game: str, pace: Pace = MINUTE) -> LiveTable:
        """Two people sit down."""
        self.people = await self.parts.database.write(add_two)
        ada, ben = self.people
        wish = TableRequest(game, [SeatRequest("me"), SeatRequest("open")], pace=pace)
        self.table = (await creation.create(self.tables, Key(ada.id), wish, ada)).table
        await creation.join(self.tables, Key(ben.id, self.table), ben, None, "")
        return await self.live()

    async def live(self) -> LiveTable:
        return await self.tables.get(self.table)

    async def again(self) -> LiveTable:
        """The table as the database has it."""
        self.tables.memory.forget(await self.live())
        return await self.live()

    async def left(self, seat: int) -> int:
        left = (await self.live()).clocks.left_at(seat, self.tables.time.now())
        assert left is not None
        return left

    async def asked(self) -> int:
        return (await self.live()).facts.asked[0]

    async def answer(self, seat: int) -> None:
        """The last of a seat's moves."""
        live = await self.live()
        assert live.table is not None
        text = live.table.moves(seat)[-1].text
        await take(self.tables, self.table, Answer(seat, text, self.people[seat].id))

    def key(self, seat: int) -> Key:
        return Key(self.people[seat].id, self.table)


def timed(tmp_path: Path, work: Callable[[Timed], Awaitable[None]]) -> None:
    async def do() -> None:
        parts = make_parts(test_settings(tmp_path))
        try:
            await work(Timed(parts))
        finally:
            await stop(parts)

    asyncio.run(do())


def test_answering_and_undoing_thirty_times_fills_no_clock(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        for number in range(30):
            it.ticks += 1_000
            await it.answer(me)
            it.ticks += 500
            await undo.undo(it.tables, it.key(me), me)
            if number % 7 == 0:
                await it.again()
        assert await it.left(me) == 60_000 - 30 * 1_500
        assert await it.left(1 - me) == 60_000

    timed(tmp_path, work)


@pytest.mark.parametrize("waited", [40_000, 54_999, 55_000, 200_000])
def test_no_free_takeback_costs_the_seat(tmp_path: Path, waited: int) -> None:
    """One's clock has run on while others thought; who has no time for that is told so."""

    async def work(it: Timed) -> None:
        await it.begin("hadara", LivePace("live", 60_000))
        while not (await it.live()).sealing:
            await it.answer(await it.asked())
        me = await it.asked()
        it.ticks += 5_000
        await it.answer(me)
        before = (await it.live()).facts.seq
        it.ticks += waited
        if waited < 55_000:
            await undo.undo(it.tables, it.key(me), me)
            assert await it.left(me) == 55_000 - waited
            return
        with pytest.raises(Problem, match="undo-no-time"):
            await undo.undo(it.tables, it.key(me), me)
        now = await it.live()
        assert (now.facts.seq, now.facts.seats[me].stand_in) == (before, None)
        assert await it.left(me) == 55_000
        assert now.table is not None
        assert me in now.table.state.sealed

    timed(tmp_path, work)


def test_an_agreed_undo_takes_what_was_earned(tmp_path: Path) -> None:
    """What was used stays used, for both."""

    async def work(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        for _ in range(30):
            it.ticks += 1_000
            await it.answer(me)
            it.ticks += 100
            await it.answer(1 - me)
            await undo.undo(it.tables, it.key(me), me)
            await undo.agree(it.tables, it.key(1 - me), True)
            assert await it.asked() == me
        assert await it.left(me) == 60_000 - 30 * 1_000
        assert await it.left(1 - me) == 60_000 - 30 * 100

    timed(tmp_path, work)


def test_leaving_and_coming_back_fills_no_clock(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        for _ in range(30):
            it.ticks += 1_000
            await seats.leave(it.tables, it.key(me))
            it.ticks += 500
            await it.again()
            await seats.come_back(it.tables, it.key(me))
        assert await it.left(me) == 60_000 - 30 * 1_500
        assert (await it.live()).facts.deadline_ms == it.ticks + 15_000

    timed(tmp_path, work)


def test_who_has_run_out_of_time_stays_replaced(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        it.ticks += 60_000
        with pytest.raises(Problem, match="out-of-time"):
            await it.answer(me)
        await upkeep.tick(it.tables, it.parts.tasks)
        live = await it.again()
        assert live.facts.seats[me].stand_in is not None
        assert live.facts.seats[1 - me].stand_in is None
        with pytest.raises(Problem, match="out-of-time"):
            await seats.come_back(it.tables, it.key(me))

    timed(tmp_path, work)


def test_a_new_name_in_a_sealed_choice_fills_no_clock(tmp_path: Path) -> None:
    """Nor does anything else by which the table is read anew while both are asked."""

    async def work(it: Timed) -> None:
        live = await it.begin("hadara")
        while not (live.sealing and len(live.facts.asked) == 2):
            await it.answer(await it.asked())
        start = [await it.left(seat) for seat in range(2)]
        it.ticks += 20_000
        await it.answer(1)
        it.ticks += 10_000
        for name in ("A", "B", "C"):
            await it.parts.database.write(partial(people.change, id="ada", name=name))
            await tell_name(it.tables, "ada")
            await seats.set_automatic(it.tables, it.key(0), False)
            await other_processes.reload(it.tables, it.table)
        assert await it.left(0) == start[0] - 30_000
        assert await it.left(1) == start[1] - 20_000 + 10_000

    timed(tmp_path, work)


def test_time_that_the_server_is_down_costs_nothing(tmp_path: Path) -> None:
    """A clock goes on from where it was, to within a beat, whatever the wall clock has become."""
    kept: list[tuple[str, int, int]] = []

    async def before(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        it.ticks += 25_000
        kept.append((it.table, me, await it.left(me)))

    async def after(parts: Parts) -> None:
        table, me, left = kept[0]
        live = await parts.tables.get(table)
        found = live.clocks.left_at(me, parts.tables.time.now())
        assert found is not None
        assert left - 2 * BEAT_MS <= found <= left

    timed(tmp_path, before)

    async def do() -> None:
        parts = make_parts(test_settings(tmp_path))
        try:
            await after(parts)
        finally:
            await stop(parts)

    asyncio.run(do())


def test_the_measured_delay_is_given_back(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        await it.begin("stone-age")
        me = await it.asked()
        async with Feed(it.tables, it.table, it.people[me].id) as feed:
            await feed.news()
            assert feed.timed
            feed.give_back(300)
            it.ticks += 1_000
            await it.answer(me)
            assert await it.left(me) == 60_000 - 700 + 10_000
        async with Feed(it.tables, it.table, None) as other:
            await other.news()
            assert not other.timed
            other.give_back(300)
        assert (await it.live()).clocks.delays == {me: 300}

    timed(tmp_path, work)
