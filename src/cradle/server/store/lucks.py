"""Tables that share a luck: whether any still runs, who has played it, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select, text

from cradle.server.store.facts import ENDED, Score, TableFacts
from cradle.server.store.schema import LISTED, LUCK, PEOPLE, SEATS, TABLES
from cradle.server.store.tables import read_tables

MOST_TABLES = 20_000  # of one luck that are compared


@dataclass(frozen=True)
class Result:
    """A game of a luck that is over: whose table it was, and its scores."""

    table: str
    host: str
    name: str
    scores: list[Score]


def results(connection: Connection, luck: str, before: int) -> list[Result]:
    """The games of a luck that were over before a moment, in that order."""
    query = (
        select(TABLES.c.id, TABLES.c.host, PEOPLE.c.name, TABLES.c.scores)
        .join(PEOPLE, PEOPLE.c.id == TABLES.c.host)
        .where(text(LUCK), TABLES.c.luck == luck, TABLES.c.state == "over")
        .where(TABLES.c.over_at < before)
        .order_by(TABLES.c.over_at, TABLES.c.id)
        .limit(MOST_TABLES)
    )
    return [Result(*row) for row in connection.execute(query)]


def tables_of(connection: Connection, luck: str) -> list[TableFacts]:
    """All tables of a luck, in the order they were made."""
    of = select(TABLES).where(text(LUCK), TABLES.c.luck == luck)
    return read_tables(connection, of.order_by(TABLES.c.created_at, TABLES.c.id))


def runs(connection: Connection, luck: str) -> bool:
    """Whether a table of this luck hasn't ended."""
    return _any(connection, luck, TABLES.c.over_at.is_(None))


def play_elsewhere(connection: Connection, facts: TableFacts) -> bool:
    """Whether somebody who sits here sits at another table of this luck, too, or has."""
    people = [each.person for each in facts.seats if each.kind == "person"]
    seated = select(SEATS.c.table_id).where(SEATS.c.person.in_(people), SEATS.c.kind == "person")
    return _any(connection, facts.luck or "", TABLES.c.id.in_(seated), TABLES.c.id != facts.id)


def has_ended(connection: Connection, luck: str, person: str) -> bool:
    """Whether somebody has played this luck, and has no game of it that still runs."""
    ended = TABLES.c.state.in_(ENDED) & (TABLES.c.seq > 0)
    running = _any(connection, luck, _seated(person), TABLES.c.over_at.is_(None))
    return not running and _any(connection, luck, _seated(person), ended)


def _seated(person: str) -> ColumnElement[bool]:
    return TABLES.c.id.in_(select(LISTED.c.table_id).where(LISTED.c.person == person))


def _any(connection: Connection, luck: str, *which: ColumnElement[bool]) -> bool:
    query = select(TABLES.c.id).where(text(LUCK), TABLES.c.luck == luck, *which).limit(1)
    return connection.execute(query).first() is not None
