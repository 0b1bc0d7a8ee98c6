"""Whom somebody follows, hears nothing of (`mute`), or doesn't want to meet (`block`)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, or_, select

from cradle.server.store.people_schema import RELATIONS
from cradle.server.store.schema import PEOPLE

FOLLOW, MUTE, BLOCK = "follow", "mute", "block"
MOST = 500  # of a kind, of one person
UNHEARD = (MUTE, BLOCK)


@dataclass(frozen=True)
class Other:
    """Somebody that a person has to do with."""

    kind: str
    person: str
    name: str
    guest: bool


def add(connection: Connection, person: str, kind: str, other: str, now: int) -> bool:
    """Let somebody follow, mute or block another; False if they have too many of these."""
    remove(connection, person, kind, other)
    count = select(func.count()).select_from(RELATIONS).where(*_of(person, kind))
    if connection.execute(count).scalar_one() >= MOST:
        return False
    row = {"person": person, "kind": kind, "other": other, "at": now}
    connection.execute(insert(RELATIONS), row)
    return True


def remove(connection: Connection, person: str, kind: str, other: str) -> None:
    """End it."""
    mine = delete(RELATIONS).where(*_of(person, kind), RELATIONS.c.other == other)
    connection.execute(mine)


def _of(person: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    return RELATIONS.c.person == person, RELATIONS.c.kind == kind


def of_person(connection: Connection, person: str) -> list[Other]:
    """Everybody a person follows, mutes or blocks, by name."""
    columns = (RELATIONS.c.kind, PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.login)
    query = select(*columns).join(PEOPLE, PEOPLE.c.id == RELATIONS.c.other)
    query = query.where(RELATIONS.c.person == person, PEOPLE.c.gone.is_(False))
    rows = connection.execute(query.order_by(PEOPLE.c.name, PEOPLE.c.id))
    return [Other(row.kind, row.id, row.name, row.login is None) for row in rows]


def has(connection: Connection, person: str, kind: str, other: str) -> bool:
    """Whether somebody follows, mutes or blocks another."""
    mine = select(RELATIONS.c.at).where(*_of(person, kind), RELATIONS.c.other == other)
    return connection.execute(mine).first() is not None


def blocked_by(connection: Connection, person: str, others: Collection[str]) -> set[str]:
    """Who of these doesn't want to meet a person."""
    theirs = (RELATIONS.c.person.in_(others), RELATIONS.c.kind == BLOCK)
    query = select(RELATIONS.c.person).where(*theirs, RELATIONS.c.other == person)
    return set(connection.execute(query).scalars())


def at_odds(connection: Connection, person: str, others: Collection[str]) -> set[str]:
    """Who of these blocks a person or is blocked by them."""
    mine = select(RELATIONS.c.other).where(*_of(person, BLOCK), RELATIONS.c.other.in_(others))
    return blocked_by(connection, person, others) | set(connection.execute(mine).scalars())


def unheard(person: str) -> Select[str]:
    """Those of whom a person hears nothing."""
    return select(RELATIONS.c.other).where(
        RELATIONS.c.person == person, RELATIONS.c.kind.in_(UNHEARD)
    )


def unheard_people(connection: Connection, person: str | None) -> set[str]:
    """The same, read; nobody hears everybody."""
    return set() if person is None else set(connection.execute(unheard(person)).scalars())


def unheard_by(connection: Connection, others: Collection[str], speaker: str) -> set[str]:
    """Who of these hears nothing of what somebody says."""
    theirs = (RELATIONS.c.person.in_(others), RELATIONS.c.kind.in_(UNHEARD))
    query = select(RELATIONS.c.person).where(*theirs, RELATIONS.c.other == speaker)
    return set(connection.execute(query).scalars())


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget what these people are to others, and others to them."""
    either = or_(RELATIONS.c.person.in_(people), RELATIONS.c.other.in_(people))
    connection.execute(delete(RELATIONS).where(either))
