"""Tables as they are kept: reading their facts, and writing over the version that was read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)

from cradle.server.store.batches import among, batched
from cradle.server.store.facts import ENDED, SeatFacts, TableFacts
from cradle.server.store.schema import LISTED, PEOPLE, RECORDS, SEATS, TABLES, UNENDED

# What a move changes.
PROGRESS = ("asked", "round", "seq", "ply", "moved_at", "deadline_ms", "undo", "last")
BOTS_ALONE = (
    TABLES.c.state == "playing",
    TABLES.c.event.is_(None),
    ~exists().where(
        SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "person", SEATS.c.stand_in.is_(None)
    ),
)
# Made once: building them for each move cost more than carrying them out.
CHANGE_TABLE = update(TABLES).where(
    TABLES.c.id == bindparam("known_id"), TABLES.c.version == bindparam("known_version")
)
CHANGE_SEAT = update(SEATS).where(
    SEATS.c.table_id == bindparam("at"), SEATS.c.seat == bindparam("of")
)
NAMED_SEATS = select(SEATS, PEOPLE.c.name.label("called"), PEOPLE.c.login).outerjoin(
    PEOPLE, PEOPLE.c.id == SEATS.c.person
)
# What a person's tables are found by.
FOUND_BY = ("state", "over_at", "game", "size", "visibility", "kind")


class Outdated(Exception):
    """Somebody else has changed the table since it was read."""


def _seats(connection: Connection, tables: list[str]) -> dict[str, list[SeatFacts]]:
    """The seats of several tables at once, with the names to show."""
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in tables}
    for some in batched(tables):
        here = among(connection, SEATS.c.table_id, some)
        for row in connection.execute(NAMED_SEATS.where(here)):
            found[row.table_id].append(dict(row._mapping))
    return {table: make_seats(seats) for table, seats in found.items()}


def make_seats(rows: list[dict[str, Any]]) -> list[SeatFacts]:
    """A table's seats, of their rows."""
    for plain in rows:
        _, called, login = (plain.pop(name) for name in ("table_id", "called", "login"))
        plain["shown"] = plain["name"] or called or plain["level"] or ""
        plain["guest"] = plain["person"] is not None and login is None
    return [SeatFacts(**plain) for plain in sorted(rows, key=lambda row: int(row["seat"]))]


def names_of(connection: Connection, people: Collection[str]) -> dict[str, str]:
    """What these people are called."""
    query = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(people))
    return {row.id: row.name for row in connection.execute(query)}


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
    return _count(connection, TABLES.c.host == host)


def running_from(connection: Connection, origin: str) -> int:
    """How many tables that were made from an address haven't ended."""
    return _count(connection, TABLES.c.origin == origin)


def bots_of(connection: Connection, host: str, but: str = "") -> int:
    """At how many of a host's tables bots play alone, `but` one."""
    return _count(connection, TABLES.c.host == host, TABLES.c.id != but, *BOTS_ALONE)


def bots_from(connection: Connection, origin: str, but: str = "") -> int:
    """At how many tables that were made from an address bots play alone, `but` one."""
    return _count(connection, TABLES.c.origin == origin, TABLES.c.id != but, *BOTS_ALONE)


def records_of(connection: Connection, host: str) -> int:
    """How many records somebody has uploaded."""
    query = select(func.count()).select_from(TABLES).where(text(RECORDS), TABLES.c.host == host)
    return int(connection.execute(query).scalar_one())


def _count(connection: Connection, *which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(TABLES).where(text(UNENDED), *which)
    return int(connection.execute(query).scalar_one())


def add_table(connection: Connection, facts: TableFacts) -> None:
    """Keep a new table."""
    connection.execute(insert(TABLES), _row(facts))
    _add_seats(connection, facts)


def save_table(connection: Connection, facts: TableFacts) -> None:
    """Keep all facts of a table again, seats included; `Outdated` if it has changed since."""
    _replace(connection, facts, _row(facts))
    for part in (SEATS, LISTED):
        connection.execute(delete(part).where(part.c.table_id == facts.id))
    _add_seats(connection, facts)


def save_progress(connection: Connection, facts: TableFacts) -> None:
    """Keep what a move changes, and no more; `Outdated` if the table has changed since."""
    _replace(connection, facts, {name: getattr(facts, name) for name in PROGRESS})


def save_clocks(connection: Connection, facts: TableFacts) -> None:
    """Keep how much time each seat has left, and since when it runs."""
    rows = [
        {"at": facts.id, "of": each.seat, "left_ms": each.left_ms, "since_ms": each.since_ms}
        for each in facts.seats
    ]
    connection.execute(CHANGE_SEAT, rows)


def _row(facts: TableFacts) -> dict[str, Any]:
    row = {column.name: getattr(facts, column.name) for column in TABLES.columns}
    # Where a host called from is nobody's business once it is over.
    return row | ({"origin": None} if facts.state in ENDED else {})


def _add_seats(connection: Connection, facts: TableFacts) -> None:
    """Keep the seats, and have lists find the table for each person who sits there."""
    names = [column.name for column in SEATS.columns if column.name != "table_id"]
    rows = [{name: getattr(each, name) for name in names} for each in facts.seats]
    if facts.state in ENDED:
        rows = [row | {"origin": None} for row in rows]
    connection.execute(insert(SEATS), [{"table_id": facts.id} | row for row in rows])
    listed = {"table_id": facts.id} | {name: getattr(facts, name) for name in FOUND_BY}
    if people := facts.people():
        connection.execute(insert(LISTED), [listed | {"person": each} for each in people])


def _replace(connection: Connection, facts: TableFacts, values: dict[str, Any]) -> None:
    """Write over the very version that was read: who comes second, changes nothing."""
    known = {"known_id": facts.id, "known_version": facts.version}
    changed = values | {"version": facts.version + 1}
    if connection.execute(CHANGE_TABLE, known | changed).rowcount != 1:
        raise Outdated(facts.id)


def outdate(connection: Connection, tables: Sequence[str]) -> None:
    """Whoever has looked at these tables must look again before they write."""
    chosen = select(TABLES.c.id).where(TABLES.c.id.in_(tables)).order_by(TABLES.c.id)
    connection.execute(chosen.with_for_update(key_share=True))
    renewed = update(TABLES).where(TABLES.c.id.in_(tables))
    connection.execute(renewed.values(version=TABLES.c.version + 1))


def version_of(connection: Connection, table: str) -> int | None:
    """How often a table has been written, or None if there is none."""
    found = connection.execute(select(TABLES.c.version).where(TABLES.c.id == table))
    return found.scalar_one_or_none()


def is_current(connection: Connection, facts: TableFacts) -> bool:
    """Whether a table is still as it was read, and stays so until this is done."""
    query = select(TABLES.c.version).where(TABLES.c.id == facts.id)
    found = connection.execute(query.with_for_update(key_share=True)).scalar_one_or_none()
    return found == facts.version
