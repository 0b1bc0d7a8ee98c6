"""Moves at several tables are kept in one statement, and none of them depends on another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from cradle.server.app import Parts
from cradle.server.problems import Problem
from cradle.server.store.bot_turns import Asked, keep, take
from cradle.server.store.database import Database, make_engine
from cradle.server.store.log import Answer
from cradle.server.store.pace import LivePace, NoPace
from cradle.server.store.progress import Progress, save_moves
from cradle.server.store.receipts import Receipt
from cradle.server.store.schema import SNAPSHOTS, TABLES
from cradle.server.store.transactions import Part, Statement, UnknownOutcome
from cradle.server.store.turn_schema import BOT_TURNS
from cradle.server.store.workers import Job
from cradle.server.tables import answers
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import load
from tests.server.faults import CUT, FAULTS, LOST, Faulty
from tests.server.parts import (
    BOT,
    FREE,
    ME,
    add,
    at_two_processes,
    join,
    new_table,
    play,
    with_parts,
)
from tests.server.postgres import fresh_database
from tests.server.running import PATIENCE_S, test_settings
from tests.server.test_additions import standing, statements

PACES = (NoPace(), LivePace("live", 600_000, 5_000))


async def running(parts: Parts, tables: int, bots: bool = False) -> list[LiveTable]:
    """Running games of two people, every other with a clock, and with a bot at some."""
    ada, ben = [await add(parts, name) for name in ("ada", "ben")]
    lives = []
    for number in range(tables):
        seats = (ME, FREE, BOT) if bots and number // 2 % 2 else (ME, FREE)
        lives.append(await new_table(parts, ada, *seats, pace=PACES[number % 2]))
        await join(parts, lives[-1].id, ben)
    return lives


def next_answer(live: LiveTable, id: str) -> Answer:
    """The last of the moves of whoever is asked."""
    assert live.table is not None
    seat = live.table.asked[0]
    text = live.table.moves(seat)[-1].text
    return Answer(seat, text, live.facts.seats[seat].person, id)


def answering(parts: Parts, lives: Sequence[LiveTable], id: str) -> list[asyncio.Task[Receipt]]:
    """An answer at each table."""
    acts = [answers.take(parts.tables, live.id, next_answer(live, id)) for live in lives]
    return [asyncio.ensure_future(act) for act in acts]


@asynccontextmanager
async def piling_up(database: Database, moves: int) -> AsyncIterator[None]:
    """So many moves wait until the end, and then go together."""
    release, begun = threading.Event(), threading.Event()

    def wait(_: Any, values: Sequence[Any]) -> list[bool]:
        begun.set()
        release.wait(PATIENCE_S)
        return [True] * len(values)

    database.movers.waiting.put(Job(Statement(lambda _: None, Part(wait, None)), Future()))
    await asyncio.to_thread(begun.wait, PATIENCE_S)
    yield
    async with asyncio.timeout(PATIENCE_S):
        while database.movers.waiting.qsize() < moves:
            await asyncio.sleep(0.001)
    release.set()


def with_server(postgres: str, name: str, folder: Path, work: Callable[[Parts], Any]) -> None:
    """Work on a server on PostgreSQL."""
    with_parts(test_settings(folder, database=fresh_database(postgres, name)), work)


async def loaded(parts: Parts, table: str) -> LiveTable:
    """A table as the database has it."""
    found = await parts.database.read(lambda c: load(c, table, parts.tables.time))
    assert found is not None
    return found.live


def test_moves_that_wait_go_in_one_statement(postgres: str, tmp_path: Path) -> None:
    """With clocks, the bots they ask, and snapshots, each at its own table."""

    async def work(parts: Parts) -> None:
        lives = await running(parts, 8, bots=True)
        for number in range(70):  # beyond the first snapshot
            asked = [live for live in lives if not live.asked_bots()]
            with statements(parts) as carried_out:
                async with piling_up(parts.database, len(asked)):
                    acts = answering(parts, asked, f"move-{number}")
                await asyncio.gather(*acts)
            assert len(carried_out) == 1
            for live in asked:
                assert standing(await loaded(parts, live.id)) == standing(live)
                assert await turns(parts, live.id) == live.asked_bots()
        count = await parts.database.read(lambda c: len(c.execute(select(SNAPSHOTS)).all()))
        assert count > len(lives)

    with_server(postgres, "progress-together", tmp_path, work)


def test_who_thinks_at_a_table_thinks_on_whatever_others_are_asked(
    postgres: str, tmp_path: Path
) -> None:
    """Of two tables in one statement, the bot of one is asked anew, and that of the other isn't."""

    async def work(parts: Parts) -> None:
        lives = [await new_table(parts, await add(parts, name), ME, BOT) for name in ("ada", "ben")]
        thinking = [Asked(1, 0.2, anew=True)]
        for live in lives:
            await parts.database.write(partial(keep, table=live.id, host="ada", asked=thinking))
        taken = await parts.database.write(partial(take, who="one", most=9))
        assert {turn.table for turn in taken} == {live.id for live in lives}
        moves = [
            Progress(live.facts, [Answer(0, "x")], None, [Asked(1, 0.2, anew)])
            for live, anew in zip(lives, (True, False), strict=True)
        ]
        for move in moves:
            move.facts.seq += 1
        assert await parts.database.write(partial(save_moves, moves=moves)) == [True, True]
        takers = select(BOT_TURNS.c.table_id, BOT_TURNS.c.taken_by)
        found = await parts.database.read(lambda c: dict(c.execute(takers).all()))
        assert found == {lives[0].id: None, lives[1].id: "one"}

    with_server(postgres, "progress-thinking", tmp_path, work)


async def turns(parts: Parts, table: str) -> list[int]:
    """The seats of bots that are asked, as the database has them."""
    query = select(BOT_TURNS.c.seat).where(BOT_TURNS.c.table_id == table)
    return await parts.database.read(lambda c: list(c.execute(query).scalars()))


def test_who_holds_a_table_keeps_no_other_waiting(postgres: str, tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        first, *others = await running(parts, 4)
        other = make_engine(parts.settings.url)
        with other.connect() as connection:
            connection.execute(select(TABLES).where(TABLES.c.id == first.id).with_for_update())
            async with piling_up(parts.database, 4):
                held, *free = answering(parts, [first, *others], "held")
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*free)
            assert not held.done()
            connection.rollback()
        await held
        other.dispose()
        assert standing(await loaded(parts, first.id)) == standing(first)

    with_server(postgres, "progress-held", tmp_path, work)


def test_who_comes_second_fails_alone(postgres: str, tmp_path: Path) -> None:
    async def work(here: Parts, there: Parts) -> None:
        first, *others = await running(here, 4)
        await play(there, first.id, 1)
        async with piling_up(here.database, 4):
            late, *good = answering(here, [first, *others], "late")
        await asyncio.gather(*good)
        with pytest.raises(Problem):
            await late
        for live in others:
            assert standing(await loaded(here, live.id)) == standing(live)

    at_two_processes(fresh_database(postgres, "progress-late"), tmp_path, work)


@pytest.mark.parametrize("fault", FAULTS["postgresql"])
def test_whatever_fails_what_is_told_is_kept(postgres: str, tmp_path: Path, fault: str) -> None:
    """Where the outcome isn't known all hear that, and each may ask again by the same id."""

    async def work(parts: Parts) -> None:
        lives = await running(parts, 4)
        given = {live.id: next_answer(live, "once") for live in lives}
        faulty = Faulty(parts.database.engine, "write")
        async with piling_up(parts.database, 4):
            acts = answering(parts, lives, "once")
            faulty.expect({0: fault})
        told = await asyncio.gather(*acts, return_exceptions=True)
        faulty.expect({})
        unknown = [isinstance(each, UnknownOutcome) for each in told]
        assert unknown == [fault in (CUT, LOST)] * 4
        for table, answer in given.items():
            again = await answers.take(parts.tables, table, answer)
            assert again.again == (fault != CUT)
            live = await loaded(parts, table)
            assert live.table is not None
            assert (answer.seat, answer.text) in [(e.seat, e.text) for e in live.table.entries]
            assert standing(await parts.tables.get(table)) == standing(live)

    with_server(postgres, f"progress-{fault}", tmp_path, work)
