"""Moves kept in one statement, and so in one round trip: PostgreSQL's way.

The statement changes the very versions of the tables that were read, which locks their rows, and
does the rest only where it has: rows of the log, clocks, bots that are asked, snapshots. It begins
and ends by itself, so nobody ever holds a lock while they compute. Moves at several tables go
together; a table that somebody else holds is passed over then, so that no table waits for another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Float,
    Integer,
    LargeBinary,
    Select,
    Text,
    bindparam,
    column,
    delete,
    exists,
    func,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.sql.expression import CTE, ColumnElement, TableValuedAlias

from cradle.server.store.bot_turns import Asked, due
from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer, Snapshot, snapshot_row
from cradle.server.store.row_parameters import FEW, Types, as_text, looked_up, rows_of
from cradle.server.store.schema import MOVES, SEATS, SNAPSHOTS, TABLES
from cradle.server.store.tables import PROGRESS, Outdated
from cradle.server.store.turn_schema import BOT_TURNS

AS_JSON = ("asked", "undo", "last")
TABLE: Types = {
    "id": Text(),
    "version": Integer(),
    "asked": Text(),
    "round": Integer(),
    "seq": Integer(),
    "ply": Integer(),
    "moved_at": BigInteger(),
    "deadline_ms": BigInteger(),
    "undo": Text(),
    "last": Text(),
}
ROWS: Types = {
    "table_id": Text(),
    "seq": Integer(),
    "seat": Integer(),
    "text": Text(),
    "client": Text(),
    "clock": Text(),
}
CLOCKS: Types = {
    "table_id": Text(),
    "seat": Integer(),
    "left_ms": BigInteger(),
    "since_ms": BigInteger(),
}
BOTS: Types = {
    "table_id": Text(),
    "seat": Integer(),
    "host": Text(),
    "seconds": Float(),
    "anew": Boolean(),
}
PICTURES: Types = {
    "table_id": Text(),
    "seq": Integer(),
    "ply": Integer(),
    "rules": Integer(),
    "round": Boolean(),
    "state": LargeBinary(),
}


@dataclass(frozen=True)
class Progress:
    """What a move makes of a table: its facts then, the rows it adds, and the bots it asks."""

    facts: TableFacts
    rows: Sequence[Answer]
    snapshot: Snapshot | None
    asked: Sequence[Asked]


def save_move(connection: Connection, move: Progress) -> None:
    """Keep a move, and wait for whoever else is at the table; `Outdated` if it has changed."""
    if move.facts.id not in _save(connection, [move], patient=True):
        raise Outdated(move.facts.id)


def save_moves(connection: Connection, moves: Sequence[Progress]) -> list[bool]:
    """Keep moves at several tables, and of each whether it is kept; nobody is waited for.

    One that isn't kept is at a table that has changed, or that somebody else holds.
    """
    kept = _save(connection, moves, patient=False)
    return [move.facts.id in kept for move in moves]


def _save(connection: Connection, moves: Sequence[Progress], patient: bool) -> set[str]:
    timed = [move for move in moves if move.facts.pace.kind != "none"]
    bots = [move for move in moves if any(seat.bot for seat in move.facts.seats)]
    pictured = [row for move in moves for row in _picture(move)]
    given: dict[str, Any] = {
        "given": as_text(TABLE, (_table(move.facts) for move in moves)),
        "answer": as_text(ROWS, (row for move in moves for row in _rows(move))),
    }
    if timed:
        given["clock"] = as_text(CLOCKS, (row for move in timed for row in _clocks(move)))
    if bots:
        given["bot"] = as_text(BOTS, (row for move in bots for row in _bots(move)))
    if pictured:
        given |= _columns("picture", PICTURES, pictured)
    few = len(moves) <= FEW
    statement = _statement(patient, few, bool(timed), bool(bots), bool(pictured))
    return set(connection.execute(statement, given).scalars())


def _table(facts: TableFacts) -> list[Any]:
    values: dict[str, Any] = {name: getattr(facts, name) for name in TABLE}
    filled = (name for name in AS_JSON if values[name] is not None)
    return list((values | {name: json.dumps(values[name]) for name in filled}).values())


def _rows(move: Progress) -> Iterable[list[Any]]:
    first = move.facts.seq - len(move.rows) + 1
    for seq, row in enumerate(move.rows, first):
        clock = None if row.clock is None else json.dumps(astuple(row.clock))
        yield [move.facts.id, seq, row.seat, row.text, row.client, clock]


def _clocks(move: Progress) -> Iterable[list[Any]]:
    for each in move.facts.seats:
        yield [move.facts.id, each.seat, each.left_ms, each.since_ms]


def _bots(move: Progress) -> Iterable[list[Any]]:
    for each in move.asked:
        yield [move.facts.id, each.seat, move.facts.host, each.seconds, each.anew]


def _picture(move: Progress) -> Iterable[list[Any]]:
    if move.snapshot is not None:
        kept = snapshot_row(move.facts.id, move.snapshot)
        yield [kept[name] for name in PICTURES]


def _columns(prefix: str, types: Types, rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Rows by columns: bytes can't be told as text."""
    return {f"{prefix}_{name}": [row[at] for row in rows] for at, name in enumerate(types)}


@lru_cache(maxsize=32)
def _statement(patient: bool, few: bool, timed: bool, bots: bool, pictured: bool) -> Select[Any]:
    changed = _change(patient, few)
    statement = select(changed.c.id).add_cte(_add_rows(changed))
    if timed:
        statement = statement.add_cte(_save_clocks(changed))
    if bots:
        statement = statement.add_cte(_end_turns(changed)).add_cte(_ask_bots(changed))
    return statement.add_cte(_add_pictures(changed)) if pictured else statement


def _arrays(prefix: str, types: Types) -> TableValuedAlias:
    """Rows that are given as arrays, one a column."""
    arrays = [bindparam(f"{prefix}_{name}", type_=ARRAY(kind)) for name, kind in types.items()]
    columns = [column(name, kind) for name, kind in types.items()]
    return func.unnest(*arrays).table_valued(*columns).render_derived(name=prefix)


def _change(patient: bool, few: bool) -> CTE:
    """The tables that are still as they were read; without patience, those that nobody holds."""
    given = looked_up("given", TABLE, few)
    same = (TABLES.c.id == given.c.id) & (TABLES.c.version == given.c.version)
    values: dict[str, Any] = {name: given.c[name] for name in PROGRESS}
    changing = update(TABLES).values(**values, version=given.c.version + 1).where(same)
    if not patient:
        free = select(TABLES.c.id).where(same).order_by(TABLES.c.id)
        free = free.with_for_update(skip_locked=True, key_share=True, of=TABLES)
        changing = changing.where(TABLES.c.id.in_(select(free.cte("free").c.id)))
    return changing.returning(TABLES.c.id, TABLES.c.moved_at).cte("changed")


def _add_rows(changed: CTE) -> CTE:
    given = rows_of("answer", ROWS)
    cells: list[ColumnElement[Any]] = [changed.c.moved_at, *(given.c[name] for name in ROWS)]
    rows = select(*cells).select_from(changed.join(given, given.c.table_id == changed.c.id))
    add = insert(MOVES).from_select(["at", *ROWS], rows)
    return add.returning(MOVES.c.seq).cte("added")


def _save_clocks(changed: CTE) -> CTE:
    given = rows_of("clock", CLOCKS)
    here = (SEATS.c.table_id == changed.c.id) & (SEATS.c.table_id == given.c.table_id)
    times = {"left_ms": given.c.left_ms, "since_ms": given.c.since_ms}
    timed = update(SEATS).where(here, SEATS.c.seat == given.c.seat).values(times)
    return timed.returning(SEATS.c.seat).cte("timed")


def _end_turns(changed: CTE) -> CTE:
    """Bots that aren't asked any more needn't think."""
    still, here = rows_of("bot", BOTS, "still"), BOT_TURNS.c.table_id == changed.c.id
    same = (still.c.table_id == BOT_TURNS.c.table_id, still.c.seat == BOT_TURNS.c.seat)
    gone = delete(BOT_TURNS).where(here, ~exists().select_from(still).where(*same))
    return gone.returning(BOT_TURNS.c.seat).cte("gone")


def _ask_bots(changed: CTE) -> CTE:
    """Bots that are asked wait for their turn, and those that are asked anew for another."""
    given, anew = rows_of("bot", BOTS), rows_of("bot", BOTS, "renewed")
    cells = [given.c.seat, given.c.host, given.c.seconds, due(given.c.host, given.c.seconds)]
    names = ["table_id", "seat", "host", "seconds", "due_at", "taken_until"]
    rows = select(changed.c.id, *cells, literal_column("0"))
    rows = rows.select_from(changed.join(given, given.c.table_id == changed.c.id))
    ask = insert(BOT_TURNS).from_select(names, rows)
    instead = {name: ask.excluded[name] for name in names[3:]} | {"taken_by": null()}
    place = [BOT_TURNS.c.table_id, BOT_TURNS.c.seat]
    # Of the table's own columns, a subquery here would take any row's.
    table, seat = (
        literal_column("excluded.table_id", Text),
        literal_column("excluded.seat", Integer),
    )
    same = (anew.c.table_id == table, anew.c.seat == seat)
    again = exists().select_from(anew).where(*same, anew.c.anew)
    ask = ask.on_conflict_do_update(index_elements=place, set_=instead, where=again)
    return ask.returning(BOT_TURNS.c.seat).cte("asked")


def _add_pictures(changed: CTE) -> CTE:
    given = _arrays("picture", PICTURES)
    rows = select(*(given.c[name] for name in PICTURES))
    rows = rows.select_from(changed.join(given, given.c.table_id == changed.c.id))
    add = insert(SNAPSHOTS).from_select(list(PICTURES), rows)
    place = [SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq]
    instead = {name: add.excluded[name] for name in PICTURES if name not in ("table_id", "seq")}
    replace = add.on_conflict_do_update(index_elements=place, set_=instead)
    return replace.returning(SNAPSHOTS.c.seq).cte("pictured")
