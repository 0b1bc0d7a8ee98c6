"""Sessions: a random name that only its owner knows; kept is its hash."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection

from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import DAY_MS, now_ms

SESSION_DAYS = 400


def digest(text: str) -> str:
    """What is kept of a session or a token."""
    return hashlib.sha256(text.encode()).hexdigest()


async def open_session(database: Database, person: Person) -> str:
    """Begin a session: always a new one, so that nobody can prepare it."""
    session, now = secrets.token_urlsafe(32), now_ms()

    def work(connection: Connection) -> None:
        until = now + SESSION_DAYS * DAY_MS
        people.add_session(connection, digest(session), person.id, now, until)

    await database.write(work)
    return session


async def person_of_session(database: Database, session: str) -> Person | None:
    """Whose session this is, if it is one."""
    hashed, now = digest(session), now_ms()
    return await database.read(lambda c: people.by_session(c, hashed, now))


async def end_session(database: Database, session: str) -> None:
    """End a session."""
    hashed = digest(session)
    await database.write(lambda c: people.end_session(c, hashed))
