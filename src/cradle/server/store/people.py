"""People, their sessions and their tokens, as they are kept; secrets only as hashes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from cradle.server.store.schema import LISTED, PEOPLE, SEATS, SESSIONS, TOKENS
from cradle.server.store.tables import outdate
from cradle.server.timestamps import HOUR_MS

SETTINGS: dict[str, Any] = {
    "language": None,
    "theme": "system",
    "sounds": True,
    "animation": True,
    "colour_aids": False,
    "confirm": False,
    "automatic": True,
    "more": {},
}
GONE_NAME = "–"


@dataclass(frozen=True)
class Person:
    """Somebody: a guest until they have a login."""

    id: str
    name: str
    login: str | None
    created_at: int
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def guest(self) -> bool:
        """Whether this is a guest."""
        return self.login is None


def _person(row: Row[Any] | None) -> Person | None:
    if row is None:
        return None
    settings = SETTINGS | json.loads(row.settings)
    return Person(row.id, row.name, row.login, row.created_at, settings)


def add_guest(
    connection: Connection, id: str, name: str, settings: dict[str, Any], now: int
) -> Person:
    """Keep a new guest."""
    row = {
        "id": id,
        "name": name,
        "settings": json.dumps(settings),
        "created_at": now,
        "gone": False,
    }
    connection.execute(insert(PEOPLE), row)
    return Person(id, name, None, now, SETTINGS | settings)


def find(connection: Connection, id: str) -> Person | None:
    """Somebody by id; who is gone, is gone."""
    query = select(PEOPLE).where(PEOPLE.c.id == id, PEOPLE.c.gone.is_(False))
    return _person(connection.execute(query).one_or_none())


def by_session(connection: Connection, hash: str, now: int) -> Person | None:
    """Whose session this is."""
    query = (
        select(PEOPLE)
        .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.hash == hash, SESSIONS.c.until_at > now, PEOPLE.c.gone.is_(False))
    )
    return _person(connection.execute(query).one_or_none())


def use_token(connection: Connection, hash: str, now: int) -> None:
    """Write down that a token was used, to the hour."""
    stale = TOKENS.c.used_at.is_(None) | (TOKENS.c.used_at < now - HOUR_MS)
    connection.execute(update(TOKENS).where(TOKENS.c.hash == hash, stale).values(used_at=now))


def by_token(connection: Connection, hash: str) -> tuple[Person, int | None] | None:
    """Whose token this is, and when it was last used."""
    query = (
        select(PEOPLE, TOKENS.c.used_at)
        .join(TOKENS, TOKENS.c.person == PEOPLE.c.id)
        .where(TOKENS.c.hash == hash, PEOPLE.c.gone.is_(False))
    )
    row = connection.execute(query).one_or_none()
    person = _person(row)
    return None if person is None or row is None else (person, row.used_at)


def by_login(connection: Connection, login: str) -> tuple[Person, str] | None:
    """Somebody by login, with the hash of their password."""
    query = select(PEOPLE).where(PEOPLE.c.login == login, PEOPLE.c.gone.is_(False))
    row = connection.execute(query).one_or_none()
    person = _person(row)
    return None if person is None or row is None else (person, row.password)


def change(connection: Connection, id: str, **values: Any) -> Person | None:
    """Change somebody's row."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(**values))
    return find(connection, id)


def add_session(connection: Connection, hash: str, person: str, now: int, until: int) -> None:
    """Keep a session; old ones of the same person that are over go."""
    connection.execute(
        delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.until_at <= now)
    )
    row = {"hash": hash, "person": person, "created_at": now, "until_at": until}
    connection.execute(insert(SESSIONS), row)


def end_session(connection: Connection, hash: str) -> None:
    """End one session."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hash))


def end_sessions(connection: Connection, person: str) -> None:
    """End all sessions of a person."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))


def tables_of(connection: Connection, id: str, states: Sequence[str] | None = None) -> list[str]:
    """The tables somebody sits at, or those of them in certain states."""
    query = select(LISTED.c.table_id).where(LISTED.c.person == id)
    if states is not None:
        query = query.where(LISTED.c.state.in_(states))
    return list(connection.execute(query).scalars())


def forget(connection: Connection, id: str) -> list[str]:
    """Forget a person: nothing of theirs stays but the games, without their name; which games."""
    tables = tables_of(connection, id)
    outdate(connection, tables)
    end_sessions(connection, id)
    connection.execute(delete(TOKENS).where(TOKENS.c.person == id))
    # What they added to the dice stays: without it nobody could verify these games.
    connection.execute(update(SEATS).where(SEATS.c.person == id).values(name=""))
    values = {"name": GONE_NAME, "login": None, "password": None, "settings": "{}", "gone": True}
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(**values))
    return tables


def add_token(
    connection: Connection, id: str, person: str, label: str, hash: str, now: int
) -> None:
    """Keep a token's hash."""
    row = {"id": id, "person": person, "label": label, "hash": hash, "created_at": now}
    connection.execute(insert(TOKENS), row)


def tokens(connection: Connection, person: str) -> list[dict[str, Any]]:
    """A person's tokens, without the tokens themselves."""
    columns = (TOKENS.c.id, TOKENS.c.label, TOKENS.c.created_at, TOKENS.c.used_at)
    query = select(*columns).where(TOKENS.c.person == person).order_by(TOKENS.c.created_at)
    return [dict(row._mapping) for row in connection.execute(query)]


def end_token(connection: Connection, person: str, id: str) -> bool:
    """End a token; whether there was one."""
    query = delete(TOKENS).where(TOKENS.c.person == person, TOKENS.c.id == id)
    return connection.execute(query).rowcount > 0
