"""Who somebody is: signed cookies for sessions, tokens for programs, argon2 for passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import Connection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from cradle import i18n
from cradle.server.problems import Problem, nobody
from cradle.server.settings import listed
from cradle.server.store import people
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms

if TYPE_CHECKING:
    from cradle.server.house import House

COOKIE = "cradle"
TOKEN_MARK = "cradle_"
SESSION_DAYS = 400
HASHER = PasswordHasher()
# What a password is checked against when there is no such login, so that both take as long.
NOBODYS_HASH = HASHER.hash(secrets.token_hex(8))


def digest(text: str) -> str:
    """What is kept of a session or a token."""
    return hashlib.sha256(text.encode()).hexdigest()


def sign(key: bytes, session: str) -> str:
    """A cookie's value: the session and a signature over it."""
    mark = hmac.new(key, session.encode(), "sha256").hexdigest()
    return f"{session}.{mark}"


def unsign(key: bytes, value: str) -> str | None:
    """The session of a cookie that we signed ourselves."""
    session, _, _ = value.rpartition(".")
    expected = sign(key, session)
    return session if hmac.compare_digest(expected.encode(), value.encode()) else None


def session_of(house: House, connection: HTTPConnection) -> str | None:
    """The session a request came with."""
    value = connection.cookies.get(COOKIE)
    return unsign(house.key, value) if value else None


def token_of(connection: HTTPConnection) -> str | None:
    """The token a request came with."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token else None


async def person_of(house: House, connection: HTTPConnection) -> Person | None:
    """Who sends this, if they say so; a token that isn't one is an error."""
    if (token := token_of(connection)) is not None:
        return await person_of_token(house, token)
    session = session_of(house, connection)
    if session is None:
        return None
    now = now_ms()
    hashed = digest(session)
    return await house.database.read(lambda c: people.by_session(c, hashed, now))


async def person_of_token(house: House, token: str) -> Person:
    """Whose token this is, or a refusal."""
    hashed, now = digest(token), now_ms()
    found = await house.database.read(lambda c: people.by_token(c, hashed))
    if found is None:
        raise nobody()
    person, used_at = found
    if used_at is None or used_at < now - people.HOUR_MS:
        await house.database.write(lambda c: people.use_token(c, hashed, now))
    return person


async def open_session(house: House, person: Person, response: Response) -> None:
    """Begin a session: always a new one, so that nobody can prepare it."""
    session = secrets.token_urlsafe(32)
    now = now_ms()
    until = now + SESSION_DAYS * 86_400_000

    def work(connection: Connection) -> None:
        people.add_session(connection, digest(session), person.id, now, until)

    await house.database.write(work)
    response.set_cookie(
        COOKIE,
        sign(house.key, session),
        max_age=SESSION_DAYS * 86_400,
        httponly=True,
        secure=house.settings.secure,
        samesite="lax",
        path="/",
    )


def new_token() -> str:
    """A fresh token."""
    return TOKEN_MARK + secrets.token_urlsafe(32)


def hash_password(password: str) -> str:
    """What is kept of a password."""
    return HASHER.hash(password)


def fits(hash: str | None, password: str) -> bool:
    """Whether a password fits; takes as long when there is nothing to fit."""
    try:
        HASHER.verify(hash or NOBODYS_HASH, password)
        return hash is not None
    except Argon2Error:
        return False


def check_origin(house: House, connection: HTTPConnection) -> None:
    """Refuse what another site's page sends with our cookie."""
    origin = connection.headers.get("origin")
    if origin is not None:
        allowed = set(listed(house.settings.origins))
        host = connection.headers.get("host", "")
        own = {f"http://{host}", f"https://{host}"}
        if origin not in own | allowed:
            raise Problem(403, "wrong-origin")
    elif connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise Problem(403, "wrong-origin")


def language_of(connection: HTTPConnection, person: Person | None) -> str:
    """The language to speak: as asked, as set, or as the browser says."""
    wish = connection.query_params.get("lang") or (person and person.settings.get("language"))
    return i18n.language(wish or connection.headers.get("accept-language"))
