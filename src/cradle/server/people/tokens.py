"""Tokens: what programs say who they are with; shown once, kept as a hash."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection

from cradle.server.ids import new_id
from cradle.server.people.sessions import digest
from cradle.server.problems import Problem, missing, nobody
from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import HOUR_MS, now_ms

TOKEN_MARK = "cradle_"
MOST_TOKENS = 50


async def person_of_token(database: Database, token: str) -> Person:
    """Whose token this is, or a refusal."""
    hashed, now = digest(token), now_ms()
    found = await database.read(lambda c: people.by_token(c, hashed))
    if found is None:
        raise nobody()
    person, used_at = found
    if used_at is None or used_at < now - HOUR_MS:
        await database.write(lambda c: people.use_token(c, hashed, now))
    return person


async def make_token(database: Database, person: Person, label: str) -> dict[str, Any]:
    """A new token, which is never shown again."""
    fresh, token, now = new_id(), TOKEN_MARK + secrets.token_urlsafe(32), now_ms()

    def work(connection: Connection) -> None:
        if len(people.tokens(connection, person.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many-tokens", most=MOST_TOKENS)
        people.add_token(connection, fresh, person.id, label, digest(token), now)

    await database.write(work)
    return {"id": fresh, "label": label, "created_at": now, "token": token}


async def end_token(database: Database, person: Person, id: str) -> None:
    """End a token, or refuse if there is none."""
    if not await database.write(lambda c: people.end_token(c, person.id, id)):
        raise missing()
