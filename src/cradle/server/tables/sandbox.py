"""Tables from the past: "what if" sandboxes, and records that were uploaded."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from cradle.kernel.piece import dump
from cradle.server.problems import Problem
from cradle.server.store.database import Database
from cradle.server.store.facts import ENDED, SeatFacts, TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables.creation import deal, new_facts, taken_seat
from cradle.server.tables.game import resumed
from cradle.server.tables.history import Past
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import position
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_be_told
from cradle.server.timestamps import now_ms
from cradle.table.errors import Refusal
from cradle.table.table import Table


async def what_if(
    tables: Tables, key: Key, person: Person, ply: int, names: Sequence[str] | None = None
) -> Receipt:
    """Open a position of the past as a table of one's own, all seats in one hand."""

    def work(connection: Connection) -> tuple[TableFacts, Table]:
        past = Past(connection, key.table, person.id, None)
        must_be_told(connection, past.facts)
        if not may_fork(past.facts, person.id):
            raise Problem(403, "not-while-running")
        if ply > len(past.entries):
            raise Problem(404, "no-such-ply", plies=len(past.entries))
        return past.facts, position(connection, past.facts, past.entries, ply)

    async def make() -> Receipt:
        source, played = await tables.database.read(work)
        if names is not None and len(names) != source.size:
            raise Problem(400, "seats-as-played", seats=source.size)
        sat = [each.shown for each in source.seats]
        facts = _forked(source, person, key.origin, names or sat)
        facts.from_table, facts.from_ply = source.id, ply
        return await _open(tables, LiveTable(facts, tables.time, key), played)

    return await tables.make(key, make)


def may_fork(facts: TableFacts, person: str) -> bool:
    """Finished games are open to all; running ones only where all seats are in one hand."""
    alone = all(each.person == person for each in facts.seats)
    return facts.state in ENDED or (facts.kind in ("hot-seat", "sandbox") and alone)


def _forked(
    source: TableFacts, person: Person, origin: str | None, names: Sequence[str]
) -> TableFacts:
    return new_facts(
        person,
        origin,
        [taken_seat(seat, person, name) for seat, name in enumerate(names)],
        game=source.game,
        kind="sandbox",
        state="playing",
        visibility="link",
        options=source.options,
        rules=source.rules,
        hash=source.hash,
        started_at=now_ms(),
    )


async def _open(tables: Tables, live: LiveTable, played: Table) -> Receipt:
    return await tables.commit(deal(live, played, fresh=True))


async def upload(tables: Tables, key: Key, text: str, person: Person) -> Receipt:
    """Keep a record that was played elsewhere; it can be looked at and played on from."""

    async def make() -> Receipt:
        table = await _replayed(tables.database, text)
        played = resumed(table.setup, dump(table.state), table.entries)
        live = LiveTable(_record_facts(table, person, key.origin), tables.time, key)
        return await _open(tables, live, played)

    return await tables.make(key, make)


async def _replayed(database: Database, text: str) -> Table:
    """The game of a record."""
    try:
        table = await database.read(lambda _: Table.replay(text, by_hand=True))
    except Refusal as refusal:
        raise Problem.of(refusal) from None
    if not table.entries:
        raise Problem(400, "no-such-ply", plies=0)
    return table


def _record_facts(table: Table, person: Person, origin: str | None) -> TableFacts:
    now = now_ms()
    setup = table.setup
    names = setup.names or [""] * setup.seats
    return new_facts(
        person,
        origin,
        [SeatFacts.new(seat, "open", name=name, shown=name) for seat, name in enumerate(names)],
        game=setup.game.name,
        kind="record",
        state="playing" if table.over else "closed",
        visibility="link",
        options=dict(setup.options),
        rules=setup.game.version,
        hash=setup.hash,
        started_at=now,
        over_at=None if table.over else now,
        from_ply=len(table.entries),
    )
