"""Locks about one thing each, for what has no row to lock yet: held until the transaction ends.

On PostgreSQL many transactions write at once. What one of them reads and then relies on, it locks
before: a row where there is one, else a name here. SQLite lets one transaction write at a time, and
needs neither. Kinds have an order, so that no two transactions ever wait for each other here.
"""

from __future__ import annotations

from hashlib import blake2b

from sqlalchemy import Connection

ORDER = (
    "schema",  # the tables of the database themselves
    "kept",  # a single value, by its name
    "search",  # who is brought together with whom
    "outbox",  # which messages are taken by whom
    "person",  # what there is once for a person, or a few times
    "address",  # a channel's
    "host",  # how many tables a person or an address has
    "luck",  # who plays one that several tables share
    "chat",  # the numbers of lines at a table
    "acts",  # how many acts a person has named at a table
    "analysis",  # of a finished game
    "rating",  # of somebody at a game
)
HELD = "cradle-locks"


def lock(connection: Connection, kind: str, *names: str) -> None:
    """Wait until no other transaction holds any of these, and hold them."""
    if connection.dialect.name == "sqlite":
        return
    _must_be_next(connection, ORDER.index(kind))
    keys = sorted({_key(kind, name) for name in names})
    calls = ", ".join(f"pg_advisory_xact_lock({key})" for key in keys)
    connection.exec_driver_sql(f"SELECT {calls}")


def _must_be_next(connection: Connection, rank: int) -> None:
    now = connection.get_transaction()
    known, last = connection.info.get(HELD, (None, 0))
    assert known is not now or last <= rank, f"{ORDER[rank]} is locked before {ORDER[last]}"
    connection.info[HELD] = now, rank


def _key(kind: str, name: str) -> int:
    digest = blake2b(f"{kind}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
