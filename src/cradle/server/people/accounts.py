"""Accounts: guests, and people with a login and a password."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cradle.server.ids import new_id
from cradle.server.people import ratings
from cradle.server.people.passwords import check_strength, fits, hash_password
from cradle.server.problems import Problem, banned, missing
from cradle.server.store import lists, one_time_secrets, outbox, people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms


async def add_guest(database: Database, name: str, settings: dict[str, Any]) -> Person:
    """A new guest."""
    fresh = new_id()
    return await database.write(lambda c: people.add_guest(c, fresh, name, settings, now_ms()))


async def change(
    database: Database, me: Person, name: str | None, settings: dict[str, Any]
) -> Person:
    """Change name or settings; what isn't given stays."""

    def work(connection: Connection) -> Person:
        now = people.to_change(connection, me.id) or me
        values = {"name": name or now.name, "settings": json.dumps(now.settings | settings)}
        return people.change(connection, me.id, **values) or now

    return await database.write(work)


async def open_account(database: Database, me: Person, login: str, password: str) -> Person:
    """Give a guest a login, and keep everything."""
    if not me.guest:
        raise Problem(409, "has-account")
    await check_strength(password, login, me.name)
    values = {"login": login.lower(), "password": await hash_password(password)}

    def work(connection: Connection) -> Person | None:
        now = people.to_change(connection, me.id)
        if now is not None and not now.guest:
            raise Problem(409, "has-account")
        return people.change(connection, me.id, **values)

    try:
        return await database.write(work) or me
    except IntegrityError:
        raise Problem(409, "login-taken") from None


async def change_password(database: Database, me: Person, old: str, new: str) -> None:
    """Change the password, and end all sessions and tokens."""
    login = me.login
    if login is None:
        raise Problem(409, "no-account")
    found = await database.read(lambda c: people.by_login(c, login))
    if not await fits(found and found[1], old):
        raise Problem(403, "bad-login")
    await check_strength(new, login, me.name)
    hashed = await hash_password(new)

    def work(connection: Connection) -> None:
        people.to_change(connection, me.id)
        now = people.by_login(connection, login)
        if found is None or now is None or now[1] != found[1]:  # It was changed just now.
            raise Problem(403, "bad-login")
        set_password(connection, me.id, hashed)

    await database.write(work)


def set_password(connection: Connection, person: str, hashed: str) -> None:
    """Give somebody a new password: all that let anybody in as them ends, and they are told."""
    people.change(connection, person, password=hashed)
    people.end_sessions(connection, person)
    people.end_tokens(connection, person)
    one_time_secrets.forget(connection, [person])
    now = now_ms()
    outbox.add_by_mail(connection, person, "password", now, since=now)


async def log_in(database: Database, login: str, password: str) -> Person:
    """Whose login, in small letters, and password these are, or a refusal."""
    found = await database.read(lambda c: people.by_login(c, login))
    if not await fits(found and found[1], password) or found is None:
        raise Problem(403, "bad-login")
    if found[0].banned:
        raise banned()
    return found[0]


async def profile(database: Database, id: str) -> dict[str, Any]:
    """Somebody, as everybody may see them, or a refusal."""

    def work(connection: Connection) -> dict[str, Any]:
        found = people.find(connection, id)
        if found is None:
            raise missing()
        return {
            "id": found.id,
            "name": found.name,
            "guest": found.guest,
            "created_at": found.created_at,
            "games": lists.played(connection, id),
            "ratings": ratings.ratings_of(connection, id, "people"),
            "solo": ratings.ratings_of(connection, id, "solo"),
        }

    return await database.read(work)
