"""People, their sessions and their tokens, as they are kept; secrets only as hashes."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from cradle.server.store import (
    channels,
    chat,
    credentials,
    events,
    notes,
    one_time_secrets,
    plans,
    relations,
    reports,
    searches,
    streaks,
)
from cradle.server.store.batches import batched
from cradle.server.store.rating_schema import LADDERS, RATING_CHANGES
from cradle.server.store.schema import LISTED, PEOPLE, SEATS, SESSIONS, TABLES, TOKENS
from cradle.server.store.tables import outdate
from cradle.server.timestamps import HOUR_MS, now_ms

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
    banned: bool = False
    role: str | None = None
    timeout_until: int | None = None
    heeded_at: int | None = None

    @property
    def guest(self) -> bool:
        """Whether this is a guest."""
        return self.login is None


def _person(row: Row[Any] | None) -> Person | None:
    if row is None:
        return None
    settings = SETTINGS | json.loads(row.settings)
    banned, about = row.banned_at is not None, (row.role, row.timeout_until, row.heeded_at)
    return Person(row.id, row.name, row.login, row.created_at, settings, banned, *about)


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


def to_change(connection: Connection, id: str) -> Person | None:
    """The same, and nobody else changes them until this is done."""
    query = select(PEOPLE).where(PEOPLE.c.id == id, PEOPLE.c.gone.is_(False))
    return _person(connection.execute(query.with_for_update(key_share=True)).one_or_none())


def is_here(connection: Connection, id: str) -> bool:
    """Whether somebody is known, and isn't forgotten until this is done."""
    query = select(PEOPLE.c.id).where(PEOPLE.c.id == id, PEOPLE.c.gone.is_(False))
    return connection.execute(query.with_for_update(read=True)).first() is not None


def who_is_here(connection: Connection, people: Collection[str]) -> set[str]:
    """Who of these isn't gone."""
    query = select(PEOPLE.c.id).where(PEOPLE.c.id.in_(people), PEOPLE.c.gone.is_(False))
    return set(connection.execute(query).scalars())


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


def by_token(connection: Connection, hash: str) -> tuple[Person, int | None, str] | None:
    """Whose token this is, when it was last used, and its scopes."""
    query = (
        select(PEOPLE, TOKENS.c.used_at, TOKENS.c.scopes)
        .join(TOKENS, TOKENS.c.person == PEOPLE.c.id)
        .where(TOKENS.c.hash == hash, PEOPLE.c.gone.is_(False))
    )
    row = connection.execute(query).one_or_none()
    person = _person(row)
    return None if person is None or row is None else (person, row.used_at, row.scopes)


def still_open(connection: Connection, hashes: Collection[str], now: int) -> set[str]:
    """Which of these sessions and tokens still let somebody in."""
    found: set[str] = set()
    for some in batched(hashes):
        for kind in (SESSIONS, TOKENS):
            query = select(kind.c.hash).join(PEOPLE, PEOPLE.c.id == kind.c.person)
            query = query.where(kind.c.hash.in_(some), PEOPLE.c.banned_at.is_(None))
            query = query.where(PEOPLE.c.gone.is_(False))
            if kind is SESSIONS:
                query = query.where(SESSIONS.c.until_at > now)
            found.update(connection.execute(query).scalars())
    return found


def by_login(connection: Connection, login: str) -> tuple[Person, str | None] | None:
    """Somebody by login, with the hash of their password, if they have one."""
    query = select(PEOPLE).where(PEOPLE.c.login == login, PEOPLE.c.gone.is_(False))
    row = connection.execute(query).one_or_none()
    person = _person(row)
    return None if person is None or row is None else (person, row.password)


def change(connection: Connection, id: str, **values: Any) -> Person | None:
    """Change somebody's row."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(**values))
    return find(connection, id)


def add_session(
    connection: Connection, hash: str, person: str, now: int, until: int, agent: str
) -> None:
    """Keep a session; old ones of the same person that are over go."""
    connection.execute(
        delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.until_at <= now)
    )
    row = {"hash": hash, "person": person, "created_at": now, "until_at": until, "agent": agent}
    connection.execute(insert(SESSIONS), row)


def session_id(hash: str) -> str:
    """What a session is called to its owner; nobody can make the session of it."""
    return hash[:16]


def sessions(connection: Connection, person: str, now: int) -> list[tuple[str, int, int, str]]:
    """A person's sessions, the latest first: hash, begin, end, browser."""
    columns = (SESSIONS.c.hash, SESSIONS.c.created_at, SESSIONS.c.until_at, SESSIONS.c.agent)
    query = select(*columns).where(SESSIONS.c.person == person, SESSIONS.c.until_at > now)
    return [tuple(row) for row in connection.execute(query.order_by(SESSIONS.c.created_at.desc()))]


def end_session(connection: Connection, hash: str) -> None:
    """End one session."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hash))


def end_session_of(connection: Connection, person: str, id: str) -> bool:
    """End one of a person's sessions; whether there was one."""
    named = SESSIONS.c.hash.startswith(id, autoescape=True)
    if len(id) != len(session_id("0" * 64)):
        return False
    query = delete(SESSIONS).where(SESSIONS.c.person == person, named)
    return connection.execute(query).rowcount > 0


def end_sessions(connection: Connection, person: str) -> None:
    """End all sessions of a person."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))


def tables_of(connection: Connection, id: str, states: Sequence[str] | None = None) -> list[str]:
    """The tables somebody sits at or is the host of, or those of them in certain states."""
    seated = select(LISTED.c.table_id).where(LISTED.c.person == id)
    hosted = select(TABLES.c.id).where(TABLES.c.host == id)
    if states is not None:
        seated = seated.where(LISTED.c.state.in_(states))
        hosted = hosted.where(TABLES.c.state.in_(states))
    return list(connection.execute(seated.union(hosted)).scalars())


def forget(connection: Connection, id: str) -> list[str]:
    """Forget a person: nothing of theirs stays but the games, without their name; which games."""
    to_change(connection, id)
    tables = tables_of(connection, id)
    for some in batched(tables):
        outdate(connection, some)
    end_sessions(connection, id)
    end_tokens(connection, id)
    chat.erase(connection, id)
    channels.forget(connection, [id])
    streaks.forget(connection, [id])
    notes.forget(connection, [id])
    plans.forget(connection, [id])
    one_time_secrets.forget(connection, [id])
    credentials.forget(connection, [id])
    for table in (LADDERS, RATING_CHANGES):
        connection.execute(delete(table).where(table.c.subject == id))
    searches.end(connection, [id])
    relations.forget(connection, [id])
    reports.forget(connection, [id])
    events.forget(connection, id, now_ms())
    # What they added to the dice stays: without it nobody could verify these games.
    connection.execute(update(SEATS).where(SEATS.c.person == id).values(name=""))
    blank = dict.fromkeys(("login", "password", "role"))
    values = {"name": GONE_NAME, "settings": "{}", "gone": True} | blank
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(**values))
    return tables


def ban(connection: Connection, person: Person, now: int) -> None:
    """Let somebody in no more; a guest's session stays, for they have nothing else to return by."""
    change(connection, person.id, banned_at=now)
    end_tokens(connection, person.id)
    if not person.guest:
        end_sessions(connection, person.id)


def add_token(
    connection: Connection, id: str, person: str, label: str, hash: str, now: int, scopes: str
) -> None:
    """Keep a token's hash."""
    row = {"id": id, "person": person, "label": label, "hash": hash, "created_at": now}
    connection.execute(insert(TOKENS), row | {"scopes": scopes})


def tokens(connection: Connection, person: str) -> list[dict[str, Any]]:
    """A person's tokens, without the tokens themselves."""
    query = select(TOKENS).where(TOKENS.c.person == person).order_by(TOKENS.c.created_at)
    return [
        {
            "id": row.id,
            "label": row.label,
            "scopes": row.scopes.split(),
            "created_at": row.created_at,
            "used_at": row.used_at,
        }
        for row in connection.execute(query)
    ]


def end_token(connection: Connection, person: str, id: str) -> bool:
    """End a token; whether there was one."""
    query = delete(TOKENS).where(TOKENS.c.person == person, TOKENS.c.id == id)
    return connection.execute(query).rowcount > 0


def end_tokens(connection: Connection, person: str) -> None:
    """End all tokens of a person."""
    connection.execute(delete(TOKENS).where(TOKENS.c.person == person))
