"""What else than a password lets somebody in: passkeys, and who they are at a provider."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select, update

from cradle.server.store.account_schema import IDENTITIES, PASSKEYS


@dataclass(frozen=True, kw_only=True)
class Passkey:
    """A key of one of somebody's devices."""

    id: str
    person: str
    credential: str
    public_key: bytes
    sign_count: int
    label: str
    created_at: int
    used_at: int | None = None


def add_passkey(connection: Connection, passkey: Passkey) -> None:
    """Keep a passkey."""
    connection.execute(insert(PASSKEYS), asdict(passkey))


def passkeys_of(connection: Connection, person: str) -> list[Passkey]:
    """Somebody's passkeys, the oldest first."""
    query = select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.created_at)
    return [Passkey(**row._mapping) for row in connection.execute(query)]


def find_passkey(connection: Connection, credential: str) -> Passkey | None:
    """A passkey by what its device calls it."""
    row = connection.execute(select(PASSKEYS).filter_by(credential=credential)).one_or_none()
    return None if row is None else Passkey(**row._mapping)


def use_passkey(connection: Connection, id: str, sign_count: int, now: int) -> None:
    """Keep that a passkey was used, and how often its device has counted."""
    used = update(PASSKEYS).where(PASSKEYS.c.id == id)
    connection.execute(used.values(sign_count=sign_count, used_at=now))


def remove_passkey(connection: Connection, person: str, id: str) -> bool:
    """Remove one of somebody's passkeys; whether there was one."""
    return connection.execute(delete(PASSKEYS).filter_by(person=person, id=id)).rowcount > 0


def add_identity(connection: Connection, issuer: str, subject: str, person: str, now: int) -> None:
    """Keep who somebody is at a provider."""
    row = {"issuer": issuer, "subject": subject, "person": person, "created_at": now}
    connection.execute(insert(IDENTITIES), row)


def by_identity(connection: Connection, issuer: str, subject: str) -> str | None:
    """Who somebody at a provider is here."""
    query = select(IDENTITIES.c.person).filter_by(issuer=issuer, subject=subject)
    return connection.execute(query).scalar_one_or_none()


def has_identity(connection: Connection, person: str) -> bool:
    """Whether somebody is known at a provider."""
    query = select(IDENTITIES.c.subject).filter_by(person=person).limit(1)
    return connection.execute(query).first() is not None


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget what lets these people in."""
    for part in (PASSKEYS, IDENTITIES):
        connection.execute(delete(part).where(part.c.person.in_(people)))
