"""Tables from the past: "what if" sandboxes, and records that were uploaded."""

from __future__ import annotations

from sqlalchemy import Connection

from cradle.server.problems import Problem
from cradle.server.store.pace import Pace
from cradle.server.store.people import Person
from cradle.server.store.tables import ENDED, Chair, Sheet
from cradle.server.tables.board import Board
from cradle.server.tables.creation import deal, new_sheet
from cradle.server.tables.history import Past
from cradle.server.tables.live import Live
from cradle.server.tables.loader import position
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms
from cradle.table.errors import Refusal
from cradle.table.table import Table


async def what_if(tables: Tables, table: str, person: Person, ply: int) -> Live:
    """Open a position of the past as a table of one's own, all seats in one hand."""

    def work(connection: Connection) -> tuple[Sheet, Board]:
        past = Past(connection, table, person.id, None)
        if not may_fork(past.sheet, person.id):
            raise Problem(403, "not-while-running")
        if ply > len(past.entries):
            raise Problem(404, "no-such-ply", plies=len(past.entries))
        return past.sheet, position(connection, past.sheet, past.entries, ply)

    source, board = await tables.database.read(work)
    board.log.take()
    sheet = _forked(source, person, "sandbox")
    sheet.from_table, sheet.from_ply = source.id, ply
    return await _open(tables, sheet, board)


def may_fork(sheet: Sheet, person: str) -> bool:
    """Finished games are open to all; running ones only where all seats are in one hand."""
    alone = all(chair.person == person for chair in sheet.chairs)
    return sheet.state in ENDED or (sheet.kind in ("hot-seat", "sandbox") and alone)


def _forked(source: Sheet, person: Person, kind: str) -> Sheet:
    return new_sheet(
        person,
        game=source.game,
        kind=kind,
        state="playing",
        visibility="link",
        options=source.options,
        pace=Pace(),
        size=source.size,
        rules=source.rules,
        hash=source.hash,
        started_at=now_ms(),
        chairs=[
            Chair(each.seat, "person", person.id, each.shown, shown=each.shown)
            for each in source.chairs
        ],
    )


async def _open(tables: Tables, sheet: Sheet, board: Board) -> Live:
    live = Live(sheet, None, {})
    await deal(tables, live, board, fresh=True)
    return live


async def upload(tables: Tables, text: str, person: Person) -> Live:
    """Keep a record that was played elsewhere; it can be looked at and played on from."""

    def work(_: Connection) -> Table:
        return Table.replay(text, by_hand=True)

    try:
        table = await tables.database.read(work)
    except Refusal as refusal:
        raise Problem.of(refusal) from None
    if not table.entries:
        raise Problem(400, "no-such-ply", plies=0)
    sheet = _record_sheet(table, person)
    board = Board.resume(table.setup, None, ())
    for entry in table.entries:
        board.enter(entry.seat, entry.text)
    board.log.take()
    board.by_hand = True
    return await _open(tables, sheet, board)


def _record_sheet(table: Table, person: Person) -> Sheet:
    now = now_ms()
    setup = table.setup
    names = setup.names or [""] * setup.seats
    return new_sheet(
        person,
        game=setup.game.name,
        kind="record",
        state="playing" if table.over else "closed",
        visibility="link",
        options=dict(setup.options),
        pace=Pace(),
        size=setup.seats,
        rules=setup.game.version,
        hash=setup.hash,
        started_at=now,
        over_at=None if table.over else now,
        from_ply=len(table.entries),
        chairs=[Chair(seat, "open", name=name, shown=name) for seat, name in enumerate(names)],
    )
