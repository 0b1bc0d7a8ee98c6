"""What people write down at a table, for nobody but themselves."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from cradle.server.store.locks import lock
from cradle.server.store.schema import NOTES


def read(connection: Connection, person: str, table: str) -> str:
    """What somebody has written down at a table."""
    query = select(NOTES.c.text).filter_by(person=person, table_id=table)
    return connection.execute(query).scalar_one_or_none() or ""


def keep(connection: Connection, person: str, table: str, text: str) -> None:
    """Keep what somebody has written down in place of what was there."""
    lock(connection, "person", person)
    row = {"person": person, "table_id": table}
    connection.execute(delete(NOTES).filter_by(**row))
    if text:
        connection.execute(insert(NOTES), row | {"text": text})


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget what these people have written down."""
    connection.execute(delete(NOTES).where(NOTES.c.person.in_(people)))
