"""Single values that every process on a database shares."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from cradle.server.store.locks import lock
from cradle.server.store.schema import KEPT
from cradle.server.timestamps import Beat, ServerTime, now_ms

TIME = "server-time"


def keep_once(connection: Connection, name: str, value: str) -> str:
    """Keep a value, unless there is one of this name already; the one that is kept."""
    lock(connection, "kept", name)
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


def read_time(connection: Connection) -> ServerTime:
    """The server's time, from where it was last kept."""
    query = select(KEPT.c.value).where(KEPT.c.name == TIME)
    found: str | None = connection.execute(query).scalar_one_or_none()
    beat = None if found is None else Beat(*map(int, found.split()))
    return ServerTime(beat, at=now_ms())


def keep_time(connection: Connection, now: int) -> int:
    """Keep the server's time, unless another process is ahead; the one that is kept."""
    lock(connection, "kept", TIME)
    ahead = read_time(connection).start
    if ahead <= now:
        keep(connection, TIME, f"{now} {now_ms()}")
    return max(ahead, now)
