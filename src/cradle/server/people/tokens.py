"""Tokens: what programs say who they are with; shown once, kept as a hash."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection

from cradle.server.ids import digest, new_id
from cradle.server.people.access import READ, SCOPES
from cradle.server.problems import Problem, missing
from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms

TOKEN_MARK = "cradle_"
MOST_TOKENS = 50


async def make_token(
    database: Database, person: Person, label: str, wished: Collection[str]
) -> dict[str, Any]:
    """A new token, which is never shown again; it may always read, and do what is wished."""
    fresh, token, now = new_id(), TOKEN_MARK + secrets.token_urlsafe(32), now_ms()
    scopes = [scope for scope in SCOPES if scope == READ or scope in wished]

    def work(connection: Connection) -> None:
        people.to_change(connection, person.id)
        if len(people.tokens(connection, person.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many-tokens", most=MOST_TOKENS)
        kept = " ".join(scopes)
        people.add_token(connection, fresh, person.id, label, digest(token), now, kept)

    await database.write(work)
    return {"id": fresh, "label": label, "scopes": scopes, "created_at": now, "token": token}


async def end_token(database: Database, person: Person, id: str) -> None:
    """End a token, or refuse if there is none."""
    if not await database.write(lambda c: people.end_token(c, person.id, id)):
        raise missing()
