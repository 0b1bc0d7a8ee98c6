"""The parts of a server, worked on without serving."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from cradle.server.app import Parts, make_parts, stop
from cradle.server.settings import ServerSettings
from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.tables import read_table
from cradle.server.tables import answers, creation
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import wake_nobody
from cradle.server.tables.table_request import SeatRequest, TableRequest
from tests.server.running import salted, test_settings
from tests.server.sqlite import give_schema

ME, FREE, BOT = SeatRequest("me"), SeatRequest("open"), SeatRequest("bot", "novice")


def with_parts(settings: ServerSettings, work: Callable[[Parts], Awaitable[None]]) -> None:
    """Work on the parts of a server at which bots don't think."""

    async def run() -> None:
        give_schema(settings)
        parts = make_parts(settings)
        parts.tables.wake = wake_nobody
        try:
            await work(parts)
        finally:
            await stop(parts)

    asyncio.run(run())


def at_two_processes(
    url: str, folder: Path, work: Callable[[Parts, Parts], Awaitable[None]]
) -> None:
    """The parts of two servers on one database; neither hears of the other by itself."""

    async def beside(here: Parts) -> None:
        there = make_parts(test_settings(folder / "there", database=url))
        there.tables.wake = wake_nobody
        try:
            await work(here, there)
        finally:
            await stop(there)

    with_parts(test_settings(folder / "here", database=url), beside)


async def guests(parts: Parts, *ids: str, **settings: Any) -> list[Person]:
    """New people, each called by their id."""

    def work(connection: Connection) -> list[Person]:
        return [add_guest(connection, each, each.title(), settings, 0) for each in ids]

    return await parts.database.write(work)


async def add(parts: Parts, id: str) -> Person:
    """Somebody new who answers every question, also one with a single answer."""
    (added,) = await guests(parts, id, automatic=False)
    return added


async def new_table(parts: Parts, host: Person, *seats: SeatRequest, **more: Any) -> LiveTable:
    """A table of Stone Age that somebody has made."""
    dice = await salted(parts.tables, host)
    wish = TableRequest("stone-age", seats, **{"salted": dice, **more})
    made = await creation.create(parts.tables, Key(host.id), wish, host)
    return await parts.tables.get(made.table)


async def join(parts: Parts, table: str, person: Person) -> None:
    """Sit down on a free seat, or one kept for oneself."""
    await creation.join(parts.tables, Key(person.id, table), person, None, "")


async def play(parts: Parts, table: str, moves: int) -> None:
    """Let whoever is asked play their last move, so many times."""
    for _ in range(moves):
        live = await parts.tables.get(table)
        assert live.table is not None
        seat = live.table.asked[0]
        answer = Answer(seat, live.table.moves(seat)[-1].text, live.facts.seats[seat].person)
        await answers.take(parts.tables, table, answer)


def kept(parts: Parts, table: str) -> TableFacts:
    """A table as the database has it."""
    facts = parts.database.read_now(lambda c: read_table(c, table))
    assert facts is not None
    return facts
