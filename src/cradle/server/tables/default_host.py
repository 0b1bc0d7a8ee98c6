"""The person who hosts what nobody does: the master's games of the day, and tables of events."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms

DEFAULT_HOST = "house"  # Ids of others are longer.


async def ensure_default_host(database: Database) -> Person:
    """The host of these tables, made when there is the first."""

    def add(connection: Connection) -> Person:
        found = people.find(connection, DEFAULT_HOST)
        return found or people.add_guest(connection, DEFAULT_HOST, "Cradle", {}, now_ms())

    with suppress(IntegrityError):  # Another process was first.
        return await database.write(add)
    return await database.write(add)
