"""Sessions: a random name that only its owner knows; kept is its hash."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection

from cradle.server.ids import digest
from cradle.server.problems import missing
from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import DAY_MS, now_ms

SESSION_DAYS = 400
MOST_AGENT = 120


async def open_session(database: Database, person: Person, agent: str) -> str:
    """Begin a session, always a new one, so that nobody can prepare it; `agent` is the browser."""
    session, now = secrets.token_urlsafe(32), now_ms()
    shown = "".join(c for c in agent[:MOST_AGENT] if c.isprintable())

    def work(connection: Connection) -> None:
        until = now + SESSION_DAYS * DAY_MS
        people.add_session(connection, digest(session), person.id, now, until, shown)

    await database.write(work)
    return session


async def sessions_of(database: Database, person: Person, current: str) -> list[dict[str, Any]]:
    """Somebody's sessions, the latest first; `current` is the hash of the one they ask by."""
    now = now_ms()
    found = await database.read(lambda c: people.sessions(c, person.id, now))
    return [
        {
            "id": people.session_id(hashed),
            "created_at": created_at,
            "until_at": until_at,
            "agent": agent,
            "current": hashed == current,
        }
        for hashed, created_at, until_at, agent in found
    ]


async def end_session(database: Database, hash: str) -> None:
    """End a session."""
    await database.write(lambda c: people.end_session(c, hash))


async def end_session_of(database: Database, person: Person, id: str) -> None:
    """End one of somebody's sessions, or refuse if there is none."""
    if not await database.write(lambda c: people.end_session_of(c, person.id, id)):
        raise missing()
