"""Searches: who looks for people to play what with; one search a person."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from cradle.server.store.facts import TableFacts
from cradle.server.store.locks import lock
from cradle.server.store.people_schema import SEARCHES
from cradle.server.store.schema import LISTED, PEOPLE, SEATS, TABLES

MOST_SHOWN = 50
AT_ONCE = 50  # How many are deleted in one step.
ALIKE = ("game", "size", "pace", "rated")  # By which a table is one that was wished for.
WISH = (SEARCHES.c.game, SEARCHES.c.players, SEARCHES.c.pace, SEARCHES.c.rated)


@dataclass(frozen=True)
class Search:
    """What somebody would like to play; `pace` is `now` or `days`."""

    game: str
    players: int
    pace: str
    rated: bool = False


@dataclass(frozen=True)
class Found:
    """Somebody who looks for the same."""

    id: str
    name: str
    guest: bool


def of_person(connection: Connection, person: str, now: int) -> Search | None:
    """What somebody is looking for."""
    query = select(*WISH).where(SEARCHES.c.person == person, SEARCHES.c.until_at > now)
    row = connection.execute(query).one_or_none()
    return None if row is None else Search(*row)


def keep(connection: Connection, person: str, search: Search, now: int, until: int) -> None:
    """Let somebody look for this; who has done so already keeps their place."""
    lock(connection, "person", person)
    if of_person(connection, person, now) == search:
        mine = update(SEARCHES).where(SEARCHES.c.person == person)
        connection.execute(mine.values(until_at=until))
        return
    end(connection, [person])
    row = asdict(search) | {"person": person, "at": now, "until_at": until}
    connection.execute(insert(SEARCHES), row)


def end(connection: Connection, people: Collection[str]) -> None:
    """These people look for nobody any more."""
    connection.execute(delete(SEARCHES).where(SEARCHES.c.person.in_(people)))


def others(connection: Connection, person: str, search: Search, now: int, most: int) -> list[Found]:
    """Who else looks for the same, whoever has waited longest first; nobody else takes them."""
    query = select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.login)
    query = query.join(SEARCHES, SEARCHES.c.person == PEOPLE.c.id)
    query = query.where(*_same(search), *_present(now), PEOPLE.c.id != person)
    query = query.order_by(SEARCHES.c.at, PEOPLE.c.id).limit(most)
    rows = connection.execute(query.with_for_update(of=SEARCHES))
    return [Found(row.id, row.name, row.login is None) for row in rows]


def _same(search: Search) -> list[ColumnElement[bool]]:
    return [column == value for column, value in zip(WISH, asdict(search).values(), strict=True)]


def _present(now: int) -> tuple[ColumnElement[bool], ...]:
    there = (PEOPLE.c.banned_at.is_(None), PEOPLE.c.gone.is_(False))
    return SEARCHES.c.until_at > now, *there


def counts(connection: Connection, now: int) -> list[tuple[Search, int]]:
    """What people are looking for, and how many; what most look for first."""
    people = func.count().label("people")
    query = select(*WISH, people).join(PEOPLE, PEOPLE.c.id == SEARCHES.c.person)
    query = query.where(*_present(now)).group_by(*WISH).order_by(people.desc(), *WISH)
    return [(Search(*row[:-1]), row[-1]) for row in connection.execute(query.limit(MOST_SHOWN))]


def found_table(connection: Connection, person: str, like: TableFacts | None = None) -> str | None:
    """The table that was found for somebody and waits for them, perhaps only one like another."""
    mine = (LISTED.c.person == person, LISTED.c.state == "open")
    seat = (SEATS.c.table_id == LISTED.c.table_id) & (SEATS.c.person == LISTED.c.person)
    kept = (SEATS.c.kind == "kept", SEATS.c.came_by == "paired")
    query = select(LISTED.c.table_id).join(SEATS, seat).where(*mine, *kept).limit(1)
    if like is not None:
        alike = (getattr(TABLES.c, name) == getattr(like, name) for name in ALIKE)
        query = query.join(TABLES, TABLES.c.id == LISTED.c.table_id).where(*alike)
    return connection.execute(query).scalar_one_or_none()


def tidy(connection: Connection, now: int) -> bool:
    """Delete some of the searches that are over; whether there may be more."""
    old = select(SEARCHES.c.person).where(SEARCHES.c.until_at <= now)
    people = list(connection.execute(old.order_by(SEARCHES.c.until_at).limit(AT_ONCE)).scalars())
    end(connection, people)
    return len(people) == AT_ONCE
