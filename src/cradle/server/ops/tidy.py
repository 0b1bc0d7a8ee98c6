"""What goes by itself: tables that never began, guests who never played, sessions that are over."""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, select

from cradle.server.settings import ServerSettings
from cradle.server.store.schema import CHAT, PEOPLE, RATINGS, SEATS, SESSIONS, TABLES, TOKENS
from cradle.server.tables import seats
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks
from cradle.server.timestamps import DAY_MS, now_ms


async def tidy(tables: Tables, tasks: Tasks, settings: ServerSettings) -> None:
    """Let go of what nobody will miss."""
    now = now_ms()
    await tables.database.write(lambda c: end_sessions(c, now))
    if settings.open_days:
        await _tidy_tables(tables, tasks, now - settings.open_days * DAY_MS)
    if settings.guest_days:
        before = now - settings.guest_days * DAY_MS
        await tables.database.write(lambda c: delete_guests(c, before))


async def _tidy_tables(tables: Tables, tasks: Tasks, before: int) -> None:
    """Close tables that wait in vain; those closed as long ago are deleted."""

    async def close(live: LiveTable) -> None:
        if live.facts.state == "open" and live.facts.moved_at < before and not live.online:
            await seats.shut(tables, live)

    for table in await tables.database.read(lambda c: waiting_since(c, before)):
        await tasks.act(tables.at(table, close))
    for table in await tables.database.write(lambda c: delete_tables(c, before)):
        if (live := tables.peek(table)) is not None:
            tables.forget(live)


def waiting_since(connection: Connection, before: int) -> list[str]:
    """Tables that haven't begun, and where nothing has happened since."""
    query = select(TABLES.c.id).where(TABLES.c.state == "open", TABLES.c.moved_at < before)
    return list(connection.execute(query).scalars())


def delete_tables(connection: Connection, before: int) -> list[str]:
    """Delete tables that were closed before they began."""
    never = (TABLES.c.state == "closed") & (TABLES.c.seq == 0) & (TABLES.c.over_at < before)
    tables = list(connection.execute(select(TABLES.c.id).where(never)).scalars())
    for part in (SEATS, CHAT):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))
    return tables


def delete_guests(connection: Connection, before: int) -> int:
    """Delete guests of long ago who have left no trace: no seat, no table, no word, no token."""
    traces = (
        exists().where(SEATS.c.person == PEOPLE.c.id),
        exists().where(TABLES.c.host == PEOPLE.c.id),
        exists().where(CHAT.c.person == PEOPLE.c.id),
        exists().where(TOKENS.c.person == PEOPLE.c.id),
        exists().where(RATINGS.c.subject == PEOPLE.c.id),
    )
    idle = select(PEOPLE.c.id).where(PEOPLE.c.login.is_(None), PEOPLE.c.created_at < before)
    people = list(connection.execute(idle.where(*(~trace for trace in traces))).scalars())
    connection.execute(delete(SESSIONS).where(SESSIONS.c.person.in_(people)))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(people)))
    return len(people)


def end_sessions(connection: Connection, now: int) -> None:
    """Delete sessions that are over."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.until_at <= now))
