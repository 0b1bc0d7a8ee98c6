"""What goes by itself: tables that never began, guests who never played, sessions that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, exists, select

from cradle.server.store.schema import CHAT, PEOPLE, RATINGS, SEATS, SESSIONS, TABLES, TOKENS
from cradle.server.tables import seats
from cradle.server.tables.answers import at_table
from cradle.server.tables.live import Live
from cradle.server.timestamps import DAY_MS, now_ms

if TYPE_CHECKING:
    from cradle.server.house import House


async def tidy(house: House) -> None:
    """Let go of what nobody will miss."""
    now, settings = now_ms(), house.settings
    await house.database.write(lambda c: end_sessions(c, now))
    if settings.open_days:
        await _tidy_tables(house, now - settings.open_days * DAY_MS)
    if settings.guest_days:
        before = now - settings.guest_days * DAY_MS
        await house.database.write(lambda c: forget_guests(c, before))


async def _tidy_tables(house: House, before: int) -> None:
    """Close tables that wait in vain; those closed as long ago are forgotten."""

    async def close(live: Live) -> None:
        if live.sheet.state == "open" and live.sheet.moved_at < before and not live.online:
            await seats.shut(house, live)

    for table in await house.database.read(lambda c: waiting_since(c, before)):
        await house.act(at_table(house, table, close))
    for table in await house.database.write(lambda c: forget_tables(c, before)):
        if (live := house.keeper.peek(table)) is not None:
            house.keeper.forget(live)


def waiting_since(connection: Connection, before: int) -> list[str]:
    """Tables that haven't begun, and where nothing has happened since."""
    query = select(TABLES.c.id).where(TABLES.c.state == "open", TABLES.c.moved_at < before)
    return list(connection.execute(query).scalars())


def forget_tables(connection: Connection, before: int) -> list[str]:
    """Delete tables that were closed before they began."""
    never = (TABLES.c.state == "closed") & (TABLES.c.seq == 0) & (TABLES.c.over_at < before)
    tables = list(connection.execute(select(TABLES.c.id).where(never)).scalars())
    for part in (SEATS, CHAT):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))
    return tables


def forget_guests(connection: Connection, before: int) -> int:
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
