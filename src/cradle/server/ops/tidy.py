"""What goes by itself: tables that never began, guests who never played, sessions that are over.

It goes in small steps, each a transaction of its own, with a pause in between: nobody who writes
waits for more than one of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection, Select, Table, delete, exists, select, text, tuple_

from cradle.server.notifications.subscriptions import CONFIRM_DAYS
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import (
    channels,
    credentials,
    events,
    notes,
    one_time_secrets,
    outbox,
    relations,
    reports,
    searches,
    streaks,
)
from cradle.server.store.account_schema import PLANS
from cradle.server.store.database import Database
from cradle.server.store.event_schema import ENTRANTS, EVENTS
from cradle.server.store.lists import Place
from cradle.server.store.schema import (
    CHANNELS,
    CHAT,
    LISTED,
    MUTED,
    NOTES,
    OUTBOX,
    PEOPLE,
    RECEIPTS,
    SEATS,
    SESSIONS,
    STREAKS,
    TABLES,
    TOKENS,
    UNBEGUN,
    UNENDED,
)
from cradle.server.tables import seats
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks
from cradle.server.timestamps import DAY_MS, now_ms

AT_ONCE = 50  # How many rows of a kind one step looks at or deletes.
PAUSE_S = 0.05
TOLD_DAYS = 14  # How long it is known what was told: so nobody is told twice.


async def tidy(tables: Tables, tasks: Tasks, settings: ServerSettings) -> None:
    """Let go of what nobody will miss; what fails at one thing doesn't keep it from the next."""
    now = now_ms()
    await tasks.guard(_tidy_sessions(tables.database, now))
    await tasks.guard(_tidy_outbox(tables.database, now - TOLD_DAYS * DAY_MS))
    await tasks.guard(_tidy_searches(tables.database, now))
    await tasks.guard(_tidy_channels(tables.database, now - CONFIRM_DAYS * DAY_MS))
    if settings.open_days:
        before = now - settings.open_days * DAY_MS
        await tasks.guard(_close_tables(tables, before))
        await tasks.guard(_delete_tables(tables, before))
    if settings.guest_days:
        await tasks.guard(_tidy_guests(tables.database, now - settings.guest_days * DAY_MS))


async def _tidy_sessions(database: Database, now: int) -> None:
    for work in (end_sessions, one_time_secrets.tidy):
        while await database.write(partial(work, now=now)):
            await asyncio.sleep(PAUSE_S)


def end_sessions(connection: Connection, now: int) -> bool:
    """Delete sessions that are over; whether there may be more."""
    over = select(SESSIONS.c.hash).where(SESSIONS.c.until_at <= now).order_by(SESSIONS.c.until_at)
    hashes = list(connection.execute(over.limit(AT_ONCE)).scalars())
    connection.execute(delete(SESSIONS).where(SESSIONS.c.hash.in_(hashes)))
    return len(hashes) == AT_ONCE


async def _tidy_outbox(database: Database, before: int) -> None:
    while await database.write(partial(outbox.tidy, before=before, most=AT_ONCE)):
        await asyncio.sleep(PAUSE_S)


async def _tidy_searches(database: Database, now: int) -> None:
    while await database.write(partial(searches.tidy, now=now)):
        await asyncio.sleep(PAUSE_S)


async def _tidy_channels(database: Database, before: int) -> None:
    await database.write(partial(channels.tidy, before=before))


async def _close_tables(tables: Tables, before: int) -> None:
    """Close tables that wait in vain."""

    async def close(live: LiveTable) -> None:
        if live.facts.state == "open" and live.facts.moved_at < before and not live.online:
            await seats.shut(tables, live)
            tables.memory.forget(live)

    last = Place(0)
    while waiting := await tables.database.read(partial(waiting_since, before=before, after=last)):
        for place in waiting:
            with suppress(Problem):  # It may have been deleted just now.
                await tables.at(place.id, close)
        last = waiting[-1]


def waiting_since(connection: Connection, before: int, after: Place) -> list[Place]:
    """Tables that haven't begun, and where nothing has happened since; the oldest first."""
    query = select(TABLES.c.created_at, TABLES.c.id).where(text(UNENDED))
    query = query.where(TABLES.c.state == "open", TABLES.c.moved_at < before)
    return _next(connection, TABLES, query, before, after)


async def _delete_tables(tables: Tables, before: int) -> None:
    """Delete tables that were closed long ago, before they began."""
    while found := await tables.database.read(partial(unbegun, before=before)):
        for table in await tables.database.write(partial(delete_tables, tables=found)):
            if (live := tables.memory.peek(table)) is not None:
                tables.memory.forget(live)
        await asyncio.sleep(PAUSE_S)


def unbegun(connection: Connection, before: int) -> list[str]:
    """Some of the tables that were closed before they began."""
    never = (text(UNBEGUN), TABLES.c.seq == 0, TABLES.c.over_at < before)
    query = select(TABLES.c.id).where(*never).order_by(TABLES.c.over_at).limit(AT_ONCE)
    return list(connection.execute(query).scalars())


def delete_tables(connection: Connection, tables: Sequence[str]) -> Sequence[str]:
    """Delete what was said and done at these tables, and once that is little, the tables.

    Nobody says anything more there meanwhile; where somebody just does, they stay for now.
    """
    chosen = select(TABLES.c.id).where(TABLES.c.id.in_(tables)).with_for_update(skip_locked=True)
    tables = list(connection.execute(chosen).scalars())
    reports.detach(connection, tables)
    events.detach(connection, tables)
    parts = (CHAT, RECEIPTS, OUTBOX, MUTED, NOTES, PLANS)
    if any(_delete_some(connection, part, tables) for part in parts):
        return ()
    for part in (SEATS, LISTED):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))
    return tables


def _delete_some(connection: Connection, part: Table, tables: Sequence[str]) -> bool:
    """Delete rows of these tables; whether there may be more."""
    some = select(*part.primary_key).where(part.c.table_id.in_(tables)).limit(AT_ONCE)
    gone = connection.execute(delete(part).where(tuple_(*part.primary_key).in_(some)))
    return gone.rowcount == AT_ONCE


async def _tidy_guests(database: Database, before: int) -> None:
    last = Place(0)
    while people := await database.read(partial(people_since, before=before, after=last)):
        ids = [each.id for each in people]
        idle = await database.read(partial(without_trace, people=ids, before=before))
        if idle:
            await database.write(partial(delete_guests, people=idle, before=before))
        last = people[-1]
        await asyncio.sleep(PAUSE_S)


def people_since(connection: Connection, before: int, after: Place) -> list[Place]:
    """People who came before a moment, the oldest first."""
    query = select(PEOPLE.c.created_at, PEOPLE.c.id)
    return _next(connection, PEOPLE, query, before, after)


def _next(
    connection: Connection, of: Table, query: Select[int, str], before: int, after: Place
) -> list[Place]:
    """What was made next after a place, before a moment."""
    key = tuple_(of.c.created_at, of.c.id) > tuple_(after.at, after.id)
    between = of.c.created_at.between(after.at, before - 1)  # What an index is read by.
    query = query.where(between, key).order_by(of.c.created_at, of.c.id).limit(AT_ONCE)
    return [Place(*row) for row in connection.execute(query)]


def without_trace(connection: Connection, people: Sequence[str], before: int) -> list[str]:
    """Which of these are guests and have left none: no seat, no word, no token and so on.

    Who answers the puzzle of the day leaves one for as long as a new guest stays.
    """
    traces = [SEATS.c.person, TABLES.c.host, CHAT.c.person, TOKENS.c.person, CHANNELS.c.person]
    traces += [ENTRANTS.c.person, EVENTS.c.host]
    left = [exists().where(trace == PEOPLE.c.id) for trace in traces]
    left.append(exists().where(STREAKS.c.person == PEOPLE.c.id, STREAKS.c.day >= before // DAY_MS))
    query = select(PEOPLE.c.id, PEOPLE.c.login, *left).where(PEOPLE.c.id.in_(people))
    involved = reports.involved(connection, people)
    # Nobody asks for those without a login: SQLite would take them to be one.
    rows = connection.execute(query)
    return [row.id for row in rows if not any(row[1:]) and row.id not in involved]


def delete_guests(connection: Connection, people: Sequence[str], before: int) -> None:
    """Delete those of these guests who still have left no trace; who is about to, stays for now."""
    chosen = select(PEOPLE.c.id).where(PEOPLE.c.id.in_(people)).with_for_update(skip_locked=True)
    people = list(connection.execute(chosen).scalars())
    idle = without_trace(connection, people, before)
    channels.forget(connection, idle)
    streaks.forget(connection, idle)
    notes.forget(connection, idle)
    one_time_secrets.forget(connection, idle)
    credentials.forget(connection, idle)
    searches.end(connection, idle)
    relations.forget(connection, idle)
    for part in (SESSIONS, RECEIPTS):
        connection.execute(delete(part).where(part.c.person.in_(idle)))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(idle)))
