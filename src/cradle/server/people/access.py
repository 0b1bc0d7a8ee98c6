"""Ways in: somebody shows a session or a token, and may do what it gives the right to."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.server.ids import digest
from cradle.server.problems import banned, nobody
from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import HOUR_MS, now_ms

READ, PLAY, HOST, ACCOUNT = "read", "play", "host", "account"
SCOPES = (READ, PLAY, HOST, ACCOUNT)
SESSION = "session"  # What only somebody who signed in may do: no token is ever given it.


@dataclass(frozen=True)
class Access:
    """Who somebody is, by what they have shown (kept is its hash), and what they may do with it."""

    person: Person
    hash: str
    scopes: frozenset[str]


async def by_session(database: Database, session: str) -> Access | None:
    """Whose session this is, if it is one."""
    hashed, now = digest(session), now_ms()
    person = await database.read_by_key(lambda c: people.by_session(c, hashed, now))
    return None if person is None else Access(person, hashed, frozenset([*SCOPES, SESSION]))


async def by_token(database: Database, token: str) -> Access:
    """Whose token this is, or a refusal."""
    hashed, now = digest(token), now_ms()
    found = await database.read_by_key(lambda c: people.by_token(c, hashed))
    if found is None:
        raise nobody()
    person, used_at, scopes = found
    if person.banned:
        raise banned()
    if used_at is None or used_at < now - HOUR_MS:
        await database.write(lambda c: people.use_token(c, hashed, now))
    return Access(person, hashed, frozenset(scopes.split()))
