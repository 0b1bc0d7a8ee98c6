"""Single values that every process on a database shares."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from cradle.server.store.schema import KEPT


def keep_once(connection: Connection, name: str, value: str) -> str:
    """Keep a value, unless there is one of this name already; the one that is kept."""
    query = select(KEPT.c.value).where(KEPT.c.name == name)
    found: str | None = connection.execute(query).scalar_one_or_none()
    if found is not None:
        return found
    connection.execute(insert(KEPT), {"name": name, "value": value})
    return value


def keep(connection: Connection, name: str, value: str) -> None:
    """Keep a value instead of the one of this name there was."""
    if keep_once(connection, name, value) != value:
        connection.execute(update(KEPT).where(KEPT.c.name == name).values(value=value))
