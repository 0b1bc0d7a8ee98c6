"""Secrets that are good once and for a short time; kept is their hash."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from cradle.server.ids import digest
from cradle.server.store.account_schema import ONE_TIME
from cradle.server.timestamps import MINUTE_MS

RESET, NEW_PASSKEY, PASSKEY, OPENID = "reset", "new-passkey", "passkey", "openid"
LASTS_MS = {
    RESET: 30 * MINUTE_MS,
    NEW_PASSKEY: 10 * MINUTE_MS,
    PASSKEY: 10 * MINUTE_MS,
    OPENID: 10 * MINUTE_MS,
}
MOST_AT_ONCE = 50


@dataclass(frozen=True)
class OneTimeSecret:
    """What a secret stands for: somebody, if it is theirs, and whatever it was made with."""

    person: str | None
    data: Mapping[str, Any]


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(32)


def add(
    connection: Connection,
    kind: str,
    secret: str,
    now: int,
    person: str | None = None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Keep a secret for as long as its kind lasts."""
    row = {"hash": digest(secret), "kind": kind, "person": person, "data": dict(data or {})}
    connection.execute(insert(ONE_TIME), row | {"until_at": now + LASTS_MS[kind]})


def read(connection: Connection, kind: str, secret: str, now: int) -> OneTimeSecret | None:
    """What a secret stands for, if it is still good."""
    query = select(ONE_TIME).filter_by(hash=digest(secret), kind=kind)
    row = connection.execute(query.where(ONE_TIME.c.until_at > now)).one_or_none()
    return None if row is None else OneTimeSecret(row.person, row.data)


def use(connection: Connection, kind: str, secret: str, now: int) -> OneTimeSecret | None:
    """What a secret stands for, for the first and only time."""
    found = read(connection, kind, secret, now)
    used = delete(ONE_TIME).filter_by(hash=digest(secret), kind=kind)
    return found if connection.execute(used).rowcount else None


def forget(connection: Connection, people: Collection[str]) -> None:
    """End whatever secrets these people have."""
    connection.execute(delete(ONE_TIME).where(ONE_TIME.c.person.in_(people)))


def tidy(connection: Connection, now: int) -> bool:
    """Delete some of what is over; whether there may be more."""
    over = select(ONE_TIME.c.hash).where(ONE_TIME.c.until_at <= now).limit(MOST_AT_ONCE)
    hashes = list(connection.execute(over).scalars())
    connection.execute(delete(ONE_TIME).where(ONE_TIME.c.hash.in_(hashes)))
    return len(hashes) == MOST_AT_ONCE
