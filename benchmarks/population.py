"""A database as after years: many games and people, made at once and without being played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    Table,
    create_engine,
    select,
    text,
)

from cradle.server.store.rating_schema import LADDERS, RATING_CHANGES
from cradle.server.store.schema import CHAT, LISTED, PEOPLE, SEATS, SESSIONS, TABLES
from cradle.server.store.tables import FOUND_BY

START = 1_600_000_000_000  # The first moment, in milliseconds; a table came every second.
REGULAR = "p0"  # Sits at every other table.
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :many)"


@dataclass(frozen=True)
class Population:
    """How many there are of each; guests have never played, and tables that wait never began."""

    games: int = 100_000
    people: int = 20_000
    guests: int = 5_000
    playing: int = 400
    open: int = 200
    waiting: int = 300


def fill(url: str, of: Population) -> None:
    """Fill an empty database, as quickly as it goes: nobody looks whether keys belong to rows."""
    engine = create_engine(url)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        populate(connection, of)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE")
    engine.dispose()


def populate(connection: Connection, of: Population) -> None:
    """People, tables, and what was said."""
    person = {"name": "'Somebody'", "settings": "'{}'", "created_at": f"{START} + i"}
    insert(connection, PEOPLE, of.people, id="'p' || i", **person)
    insert(connection, PEOPLE, of.guests, id="'g' || i", **person)
    for each, many in (("p", of.people), ("g", of.guests)):
        session = {"hash": f"'{each}' || i", "person": f"'{each}' || i"}
        insert(connection, SESSIONS, many, **session, until_at=f"{START} * 2 * (i % 2)")
    stands = {"game": "'hadara'", "ladder": "'people'", "mu": "i % 50"}
    insert(connection, LADDERS, of.people, subject="'p' || i", **stands)
    moment = f"{START} + 1000 * i"
    add_tables(connection, of, "t", of.games, "over", over_at=moment, started_at=moment)
    add_tables(connection, of, "r", of.playing, "playing", started_at=moment)
    add_tables(connection, of, "o", of.open, "open")
    add_tables(connection, of, "c", of.waiting, "closed", over_at=moment)
    change = {**stands, "table_id": "'t' || i", "players": "2", "at": moment}
    insert(connection, RATING_CHANGES, of.games, subject="'p' || (i % 2 * (i / 2))", **change)
    enlist(connection)


def enlist(connection: Connection) -> None:
    """Have lists find everybody's tables."""
    facts = (TABLES.c[name] for name in FOUND_BY)
    seated = select(SEATS.c.table_id, SEATS.c.person, *facts).distinct().join(TABLES)
    names = ["table_id", "person", *FOUND_BY]
    seated = seated.where(SEATS.c.person.is_not(None))
    connection.execute(LISTED.insert().from_select(names, seated))


def add_tables(
    connection: Connection, of: Population, mark: str, many: int, state: str, **more: str
) -> None:
    """So many tables of a state, at each of them two people, one of whom has said something."""
    table, moment = f"'{mark}' || i", f"{START} + 1000 * i"
    facts = {
        "id": table,
        "game": "CASE WHEN i % 3 = 0 THEN 'hadara' ELSE 'stone-age' END",
        "kind": "'game'",
        "state": f"'{state}'",
        "visibility": "CASE WHEN i % 5 = 0 THEN 'link' ELSE 'public' END",
        "host": f"'p' || (i % {of.people})",
        "options": "'{}'",
        "pace": '\'{"kind": "none"}\'',
        "size": "2 + i % 2",
        "asked": f"'{[0] if state == 'playing' else []}'",
        "created_at": moment,
        "moved_at": moment,
    }
    insert(connection, TABLES, many, **facts, **more)
    people = f"'p' || (i % {of.people})", f"'p' || (i % 2 * (i / 2 % {of.people}))"
    for seat, person in enumerate(people):
        chair = {"seat": str(seat), "kind": "'person'", "person": person}
        insert(connection, SEATS, many, table_id=table, **chair)
    said = {"table_id": table, "number": "1", "person": people[0]}
    insert(connection, CHAT, many, **said, text="'hello'")


def insert(connection: Connection, table: Table, many: int, **values: str) -> None:
    """So many rows at once, from expressions in `i`; what isn't given is empty."""
    row = {column.name: values.get(column.name) or _empty(column) for column in table.columns}
    into = f"INSERT INTO {table.name} ({', '.join(row)})"
    connection.execute(
        text(f"{into} {NUMBERS} SELECT {', '.join(row.values())} FROM n"), {"many": many}
    )


def _empty(column: Column[Any]) -> str:
    if column.nullable:
        return "NULL"
    if isinstance(column.type, Boolean):
        return "FALSE"
    return "0" if isinstance(column.type, Integer | Float) else "''"
