"""Everything that is kept of one person, as they may take it with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, select

from cradle.server.store.event_schema import EVENTS
from cradle.server.store.metadata import METADATA
from cradle.server.store.people_schema import AUDIT
from cradle.server.store.rating_schema import LADDERS, RATING_CHANGES
from cradle.server.store.schema import LISTED, MOVES, PEOPLE, SEATS, TABLES

# What lets somebody in, or is kept so that nobody can turn it back; and which moderator it was.
SECRETS = {"password", "hash", "secrets", "origin", "public_key", "credential", "actor"}
# Tables and seats say the same; secrets that are good once say nothing.
LEFT_OUT = {"listed", "one_time"}
GAME = ("id", "game", "kind", "state", "options", "pace", "rated", "created_at", "over_at")


def read_personal_data(connection: Connection, id: str) -> dict[str, Any]:
    """What is kept of somebody, by the table it is kept in; secrets are left out."""
    found = {
        str(table.name): [_plain(row) for row in connection.execute(select(table).where(mine))]
        for table, mine in whose(id)
    }
    games = [_plain(row) for row in connection.execute(_games(id))]
    answers = [_plain(row) for row in connection.execute(_answers(id))]
    return {**found, "games": games, "answers": answers}


def whose(id: str) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """The tables that hold something of people, and which rows are of this one."""
    yield PEOPLE, PEOPLE.c.id == id
    yield LADDERS, LADDERS.c.subject == id
    yield RATING_CHANGES, RATING_CHANGES.c.subject == id
    yield AUDIT, AUDIT.c.about == id
    yield EVENTS, EVENTS.c.host == id
    for table in METADATA.sorted_tables:
        if "person" in table.c and table.name not in LEFT_OUT:
            yield table, table.c.person == id


def _games(id: str) -> Any:
    here = select(LISTED.c.table_id).where(LISTED.c.person == id)
    columns = [TABLES.c[name] for name in (*GAME, "scores")]
    mine = TABLES.c.id.in_(here) | (TABLES.c.host == id)
    return select(*columns).where(mine).order_by(TABLES.c.created_at)


def _answers(id: str) -> Any:
    """What somebody has answered at their tables, and nobody else."""
    seat = (SEATS.c.table_id == MOVES.c.table_id) & (SEATS.c.seat == MOVES.c.seat)
    columns = (MOVES.c.table_id, MOVES.c.seq, MOVES.c.seat, MOVES.c.text, MOVES.c.at)
    query = select(*columns).join(SEATS, seat).where(SEATS.c.person == id)
    return query.order_by(MOVES.c.table_id, MOVES.c.seq)


def _plain(row: Row[Any]) -> dict[str, Any]:
    plain = {str(name): value for name, value in row._mapping.items() if name not in SECRETS}
    if "settings" in plain:
        plain["settings"] = json.loads(plain["settings"])
    return plain
