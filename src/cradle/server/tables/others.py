"""What other processes did: their notices are heard, and what they changed leaves memory here."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, select

from cradle.server.store.batches import batched
from cradle.server.store.schema import TABLES
from cradle.server.tables.names import hear_name
from cradle.server.tables.notices import table_topic
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks

GONE = sys.maxsize  # A table that was deleted is newer than any.


async def reload(tables: Tables, table: str) -> None:
    """What is in memory is old, also what was just being loaded or worked at."""
    if table in tables.loading:
        await asyncio.wait([tables.loading[table]])
    live = tables.memory.peek(table)
    if live is not None:
        async with live.lock:
            tables.memory.forget(live)
    tables.notices.call_here(table_topic(table))


async def _hear_table(tables: Tables, table: str) -> None:
    """Something happened at a table; what was loaded since is no older for that."""
    await tables.refresh(table)
    tables.notices.call_here(table_topic(table))


async def notice_others(tables: Tables) -> None:
    """Let go of tables that another process has changed or deleted."""
    lives = list(tables.memory.all())
    kept = await tables.database.read(partial(_versions, [live.id for live in lives]))
    for live in lives:
        behind = live.facts.version < kept.get(live.id, GONE)
        if behind and not live.lock.locked() and not live.gone:
            tables.memory.forget(live)
            tables.notices.call_here(table_topic(live.id))


def hear(tables: Tables, tasks: Tasks, topic: str) -> None:
    """Another process has changed something."""
    kind, _, subject = topic.partition("/")
    if kind == "table":
        tasks.begin(_hear_table(tables, subject))
    elif kind == "name":
        tasks.begin(hear_name(tables, subject))
    else:
        tables.notices.call_here(topic)


async def reload_all(tables: Tables, changed: Sequence[str]) -> None:
    """Have tables read anew, here and elsewhere: something about who sits there has changed."""
    for table in changed:
        await reload(tables, table)
    tables.notices.call(*(table_topic(table) for table in changed))


def _versions(tables: list[str], connection: Connection) -> dict[str, int]:
    found: dict[str, int] = {}
    query = select(TABLES.c.id, TABLES.c.version)
    for some in batched(tables):
        rows = connection.execute(query.where(TABLES.c.id.in_(some)))
        found |= {row.id: row.version for row in rows}
    return found
