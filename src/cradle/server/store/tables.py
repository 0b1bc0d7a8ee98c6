"""Tables as they are kept: reading their facts, and writing over the version that was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from cradle.server.store.facts import RUNNING, SeatFacts, TableFacts
from cradle.server.store.schema import PEOPLE, SEATS, TABLES

# What a move changes.
PROGRESS = ("asked", "round", "seq", "ply", "moved_at", "deadline_at", "undo")


class Outdated(Exception):
    """Somebody else has changed the table since it was read."""


def _seats(connection: Connection, tables: list[str]) -> dict[str, list[SeatFacts]]:
    """The seats of several tables at once, with the names to show."""
    query = (
        select(SEATS, PEOPLE.c.name.label("person_name"))
        .join(PEOPLE, SEATS.c.person == PEOPLE.c.id, isouter=True)
        .where(SEATS.c.table_id.in_(tables))
        .order_by(SEATS.c.table_id, SEATS.c.seat)
    )
    found: dict[str, list[SeatFacts]] = {table: [] for table in tables}
    for row in connection.execute(query):
        plain = dict(row._mapping)
        table, person_name = plain.pop("table_id"), plain.pop("person_name")
        plain["shown"] = plain["name"] or person_name or plain["level"] or ""
        found[table].append(SeatFacts(**plain))
    return found


def _facts(row: Row[Any], seats: list[SeatFacts]) -> TableFacts:
    return TableFacts(**row._mapping, seats=seats)


def read_table(connection: Connection, table: str) -> TableFacts | None:
    """One table's facts, or None."""
    found = read_tables(connection, select(TABLES).where(TABLES.c.id == table))
    return found[0] if found else None


def read_tables(connection: Connection, query: Any) -> list[TableFacts]:
    """The facts of all tables that a query over TABLES finds, in its order."""
    rows = connection.execute(query).all()
    seats = _seats(connection, [row.id for row in rows])
    return [_facts(row, seats[row.id]) for row in rows]


def running_of(connection: Connection, host: str) -> int:
    """How many of a host's tables haven't ended."""
    mine = (TABLES.c.host == host) & TABLES.c.state.in_(RUNNING)
    query = select(func.count()).select_from(TABLES).where(mine)
    return int(connection.execute(query).scalar_one())


def add_table(connection: Connection, facts: TableFacts) -> None:
    """Keep a new table."""
    connection.execute(insert(TABLES), _row(facts))
    _add_seats(connection, facts)


def save_table(connection: Connection, facts: TableFacts) -> None:
    """Keep all facts of a table again, seats included; `Outdated` if it has changed since."""
    _replace(connection, facts, _row(facts))
    connection.execute(delete(SEATS).where(SEATS.c.table_id == facts.id))
    _add_seats(connection, facts)


def save_progress(connection: Connection, facts: TableFacts) -> None:
    """Keep what a move changes, and no more; `Outdated` if the table has changed since."""
    _replace(connection, facts, {name: getattr(facts, name) for name in PROGRESS})


def save_clocks(connection: Connection, facts: TableFacts) -> None:
    """Keep how much time each seat has left."""
    for each in facts.seats:
        where = (SEATS.c.table_id == facts.id) & (SEATS.c.seat == each.seat)
        connection.execute(update(SEATS).where(where).values(left_ms=each.left_ms))


def _row(facts: TableFacts) -> dict[str, Any]:
    return {column.name: getattr(facts, column.name) for column in TABLES.columns}


def _add_seats(connection: Connection, facts: TableFacts) -> None:
    names = [column.name for column in SEATS.columns if column.name != "table_id"]
    rows = [{name: getattr(each, name) for name in names} for each in facts.seats]
    connection.execute(insert(SEATS), [{"table_id": facts.id} | row for row in rows])


def _replace(connection: Connection, facts: TableFacts, values: dict[str, Any]) -> None:
    """Write over the very version that was read: who comes second, changes nothing."""
    known = (TABLES.c.id == facts.id) & (TABLES.c.version == facts.version)
    values = values | {"version": facts.version + 1}
    if connection.execute(update(TABLES).where(known).values(**values)).rowcount != 1:
        raise Outdated(facts.id)


def outdate(connection: Connection, tables: Sequence[str]) -> None:
    """Whoever has looked at these tables must look again before they write."""
    renewed = update(TABLES).where(TABLES.c.id.in_(tables))
    connection.execute(renewed.values(version=TABLES.c.version + 1))


def version_of(connection: Connection, table: str) -> int | None:
    """How often a table has been written, or None if there is none."""
    found = connection.execute(select(TABLES.c.version).where(TABLES.c.id == table))
    return found.scalar_one_or_none()
