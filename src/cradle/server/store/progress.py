"""A move kept in one statement, and so in one round trip: PostgreSQL's way.

The statement changes the very version of the table that was read, which locks its row, and does the
rest only if it has: rows of the log, clocks, bots that are asked, a snapshot. It begins and ends by
itself, so nobody ever holds a lock while they compute.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Float,
    Integer,
    Select,
    TableValuedAlias,
    Text,
    bindparam,
    column,
    delete,
    func,
    literal_column,
    null,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.sql.expression import CTE, ColumnElement
from sqlalchemy.types import TypeEngine

from cradle.server.store.bot_turns import Asked, due
from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer, Snapshot, snapshot_row
from cradle.server.store.schema import MOVES, SEATS, SNAPSHOTS, TABLES
from cradle.server.store.tables import CHANGE_TABLE, PROGRESS, Outdated
from cradle.server.store.turn_schema import BOT_TURNS

ROWS: dict[str, TypeEngine[Any]] = {
    "seq": Integer(),
    "seat": Integer(),
    "text": Text(),
    "client": Text(),
    "clock": Text(),
}
CLOCKS: dict[str, TypeEngine[Any]] = {
    "seat": Integer(),
    "left_ms": BigInteger(),
    "since_ms": BigInteger(),
}
BOTS: dict[str, TypeEngine[Any]] = {"seat": Integer(), "seconds": Float()}
SNAPSHOT = ("seq", "ply", "rules", "round", "state")


def save_move(
    connection: Connection,
    facts: TableFacts,
    rows: Sequence[Answer],
    snapshot: Snapshot | None,
    asked: Sequence[Asked],
) -> None:
    """Keep what a move changes, with the bots it asks; `Outdated` if the table has changed."""
    timed, bots = facts.pace.kind != "none", any(each.bot for each in facts.seats)
    given: dict[str, Any] = {"known_id": facts.id, "known_version": facts.version}
    given |= {name: getattr(facts, name) for name in PROGRESS}
    given |= {"version": facts.version + 1, "moved_at": facts.moved_at}
    given |= _columns("answer", ROWS, [_row(facts, rows, at) for at in range(len(rows))])
    if timed:
        given |= _columns("clock", CLOCKS, [[s.seat, s.left_ms, s.since_ms] for s in facts.seats])
    if bots:
        given |= _columns("bot", BOTS, [[each.seat, each.seconds] for each in asked])
        given |= {"bot_host": facts.host, "bot_anew": [each.seat for each in asked if each.anew]}
    if snapshot is not None:
        kept = snapshot_row(facts.id, snapshot)
        given |= {f"snapshot_{name}": kept[name] for name in SNAPSHOT}
    if connection.execute(_statement(timed, bots, snapshot is not None), given).scalar_one() != 1:
        raise Outdated(facts.id)


def _row(facts: TableFacts, rows: Sequence[Answer], at: int) -> list[Any]:
    row = rows[at]
    clock = None if row.clock is None else json.dumps(astuple(row.clock))
    return [facts.seq - len(rows) + at + 1, row.seat, row.text, row.client, clock]


def _columns(
    prefix: str, types: dict[str, TypeEngine[Any]], rows: Sequence[Sequence[Any]]
) -> dict[str, list[Any]]:
    """The same by columns: a statement with arrays is the same for any number of rows."""
    return {f"{prefix}_{name}": [row[at] for row in rows] for at, name in enumerate(types)}


@lru_cache(maxsize=8)
def _statement(timed: bool, bots: bool, with_snapshot: bool) -> Select[Any]:
    names = (*PROGRESS, "version")
    changing = CHANGE_TABLE.values({name: bindparam(name) for name in names})
    changed = changing.returning(TABLES.c.id).cte("changed")
    statement = select(func.count()).select_from(changed).add_cte(_add_rows(changed))
    if timed:
        statement = statement.add_cte(_save_clocks(changed))
    if bots:
        statement = statement.add_cte(_end_turns(changed)).add_cte(_ask_bots(changed))
    return statement.add_cte(_add_snapshot(changed)) if with_snapshot else statement


def _given(prefix: str, types: dict[str, TypeEngine[Any]]) -> TableValuedAlias:
    """Rows that are given as arrays, one a column."""
    arrays = [bindparam(f"{prefix}_{name}", type_=ARRAY(kind)) for name, kind in types.items()]
    columns = [column(name, kind) for name, kind in types.items()]
    return func.unnest(*arrays).table_valued(*columns).render_derived(name=prefix)


def _add_rows(changed: CTE) -> CTE:
    given, at = _given("answer", ROWS), bindparam("moved_at", type_=BigInteger())
    cells: list[ColumnElement[Any]] = [changed.c.id, at, *(given.c[name] for name in ROWS)]
    rows = select(*cells).select_from(changed.join(given, true()))
    add = insert(MOVES).from_select(["table_id", "at", *ROWS], rows)
    return add.returning(MOVES.c.seq).cte("added")


def _save_clocks(changed: CTE) -> CTE:
    given = _given("clock", CLOCKS)
    mine = (SEATS.c.table_id == changed.c.id) & (SEATS.c.seat == given.c.seat)
    times = {"left_ms": given.c.left_ms, "since_ms": given.c.since_ms}
    return update(SEATS).where(mine).values(times).returning(SEATS.c.seat).cte("timed")


def _end_turns(changed: CTE) -> CTE:
    """Bots that aren't asked any more needn't think."""
    asked = bindparam("bot_seat", type_=ARRAY(Integer()))
    here = BOT_TURNS.c.table_id == changed.c.id
    gone = delete(BOT_TURNS).where(here, BOT_TURNS.c.seat != func.all(asked))
    return gone.returning(BOT_TURNS.c.seat).cte("gone")


def _ask_bots(changed: CTE) -> CTE:
    """Bots that are asked wait for their turn, and those that are asked anew for another."""
    given, host = _given("bot", BOTS), bindparam("bot_host", type_=Text())
    cells = [changed.c.id, given.c.seat, host, given.c.seconds, due(host, given.c.seconds)]
    names = ["table_id", "seat", "host", "seconds", "due_at", "taken_until"]
    rows = select(*cells, literal_column("0")).select_from(changed.join(given, true()))
    ask = insert(BOT_TURNS).from_select(names, rows)
    instead = {name: ask.excluded[name] for name in names[3:]} | {"taken_by": null()}
    anew = BOT_TURNS.c.seat == func.any(bindparam("bot_anew", type_=ARRAY(Integer())))
    place = [BOT_TURNS.c.table_id, BOT_TURNS.c.seat]
    ask = ask.on_conflict_do_update(index_elements=place, set_=instead, where=anew)
    return ask.returning(BOT_TURNS.c.seat).cte("asked")


def _add_snapshot(changed: CTE) -> CTE:
    cells = [bindparam(f"snapshot_{name}", type_=SNAPSHOTS.c[name].type) for name in SNAPSHOT]
    add = insert(SNAPSHOTS).from_select(["table_id", *SNAPSHOT], select(changed.c.id, *cells))
    instead = {name: add.excluded[name] for name in SNAPSHOT if name != "seq"}
    place = [SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq]
    replace = add.on_conflict_do_update(index_elements=place, set_=instead)
    return replace.returning(SNAPSHOTS.c.seq).cte("pictured")
