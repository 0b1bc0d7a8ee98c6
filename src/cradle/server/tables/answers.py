"""Answers of people: taken at a table, and kept with whatever follows by itself."""

from __future__ import annotations

import time
from dataclasses import replace

from cradle.server.problems import Conflict, Problem, forbidden
from cradle.server.store import log
from cradle.server.store.database import Database
from cradle.server.store.log import Answer
from cradle.server.store.receipts import Receipt
from cradle.server.tables.change import Change
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.table import Table
from cradle.table.errors import Refusal

MOST_PLIES = 20_000


def must_play(live: LiveTable) -> Table:
    """The running game, or a refusal."""
    if not live.playing or live.table is None:
        raise Problem(409, "not-playing")
    if live.facts.ply > MOST_PLIES:
        raise Problem(409, "too-long", most=MOST_PLIES)
    return live.table


def seat_for(live: LiveTable, person: str | None, wish: int | None) -> int:
    """The seat a person answers for: the one they name, or theirs that is asked."""
    mine = live.facts.seats_of(person)
    if not mine:
        raise forbidden()
    if wish is not None:
        if wish not in mine:
            raise forbidden()
        return wish
    asked = [seat for seat in mine if seat in live.facts.asked]
    return asked[0] if asked else mine[0]


async def take(
    tables: Tables, table: str, answer: Answer, seq: int | None = None, origin: str | None = None
) -> Receipt:
    """Take a person's answer to what they knew at row `seq`; back only when it is kept.

    `origin` names the address it came from.
    """
    begun = time.perf_counter()

    async def work(live: LiveTable) -> Receipt:
        try:
            return await play(live)
        except (Problem, Conflict):
            before = await _before(tables.database, table, answer)
            if before is None:
                raise
            return tables.repeat(live, before)

    async def play(live: LiveTable) -> Receipt:
        must_play(live)
        seat = seat_for(live, answer.person, answer.seat)
        if live.facts.seats[seat].stand_in is not None:
            raise Problem(409, "stood-in")
        if seat in live.clocks.expired(live.time.now()):
            raise Problem(409, "out-of-time")
        if seq is not None and seq < live.question[seat]:
            raise Problem(409, "stale")
        return await carry_out(tables, live, replace(answer, seat=seat), origin)

    receipt = await tables.at(table, work)
    tables.metrics.acts.observe(time.perf_counter() - begun)
    return receipt


async def carry_out(
    tables: Tables, live: LiveTable, answer: Answer, origin: str | None = None
) -> Receipt:
    """Play an answer, whatever follows by itself, and keep it all."""
    change = Change(live)
    try:
        change.submit(answer)
    except Refusal as refusal:
        raise Problem.of(refusal) from None
    change.answer_forced()
    change.name(answer, origin)
    return await tables.commit(change)


async def _before(database: Database, table: str, answer: Answer) -> Receipt | None:
    """The row of an answer that was taken before; looked for only where it isn't taken now."""
    client = answer.client
    if client is None:
        return None
    seq = await database.read(lambda c: log.find(c, table, client))
    return None if seq is None else Receipt(table, seq, again=True)
