"""Lists of tables: the lobby, mine, the archive."""

from __future__ import annotations

from sqlalchemy import Connection, and_, func, select

from cradle.server.store.facts import TableFacts
from cradle.server.store.schema import SEATS, TABLES
from cradle.server.store.tables import read_tables

MOST = 100


def public(connection: Connection, state: str | None, game: str | None) -> list[TableFacts]:
    """Public tables that are open or being played, newest first."""
    states = [state] if state else ["open", "playing"]
    query = select(TABLES).where(TABLES.c.visibility == "public", TABLES.c.state.in_(states))
    if game is not None:
        query = query.where(TABLES.c.game == game)
    return read_tables(connection, query.order_by(TABLES.c.created_at.desc()).limit(MOST))


def mine(
    connection: Connection,
    person: str,
    state: str | None = None,
    game: str | None = None,
    before: int | None = None,
    limit: int = MOST,
) -> list[TableFacts]:
    """A person's tables, the latest first; those that ask them before all others."""
    seated = select(SEATS.c.table_id).where(SEATS.c.person == person)
    query = select(TABLES).where(TABLES.c.id.in_(seated))
    if state is not None:
        query = query.where(TABLES.c.state == state)
    if game is not None:
        query = query.where(TABLES.c.game == game)
    if before is not None:
        query = query.where(TABLES.c.moved_at < before)
    found = read_tables(connection, query.order_by(TABLES.c.moved_at.desc()).limit(limit))
    return sorted(found, key=lambda facts: not asks(facts, person))


def asks(facts: TableFacts, person: str) -> bool:
    """Whether a table waits for this person."""
    return facts.state == "playing" and any(seat in facts.asked for seat in facts.seats_of(person))


def running(connection: Connection, person: str) -> list[TableFacts]:
    """A person's tables that are open or being played."""
    found = [*mine(connection, person, "playing"), *mine(connection, person, "open")]
    return found[:MOST]


def archive(
    connection: Connection,
    game: str | None,
    seats: int | None,
    person: str | None,
    before: int | None,
    limit: int,
) -> list[TableFacts]:
    """Finished public games, the latest first."""
    wanted = [TABLES.c.state == "over", TABLES.c.visibility == "public"]
    if game is not None:
        wanted.append(TABLES.c.game == game)
    if seats is not None:
        wanted.append(TABLES.c.size == seats)
    if before is not None:
        wanted.append(TABLES.c.over_at < before)
    if person is not None:
        wanted.append(TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.person == person)))
    query = select(TABLES).where(and_(*wanted)).order_by(TABLES.c.over_at.desc()).limit(limit)
    return read_tables(connection, query)


def played(connection: Connection, person: str) -> int:
    """How many games somebody has finished."""
    query = (
        select(func.count(func.distinct(SEATS.c.table_id)))
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(SEATS.c.person == person, TABLES.c.state == "over", TABLES.c.kind == "game")
    )
    return int(connection.execute(query).scalar_one())
