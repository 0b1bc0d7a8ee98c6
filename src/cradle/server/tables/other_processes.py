"""What other processes did: their notices are heard, and what they changed leaves memory here."""

from __future__ import annotations

import sys
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from cradle.server.store.batches import batched
from cradle.server.store.relays import Relay
from cradle.server.store.schema import TABLES
from cradle.server.store.transactions import Statement
from cradle.server.tables.additions import find_additions
from cradle.server.tables.names import hear_name
from cradle.server.tables.notices import table_topic
from cradle.server.tables.reactions import hear_reaction
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks

GONE = sys.maxsize  # A table that was deleted is newer than any.
RECONNECT_S = 1.0
OTHERS_S = 5.0  # How often what others did is looked for, should nobody have told.


async def reload(tables: Tables, table: str) -> None:
    """What is in memory is old, also what was just being loaded or worked at."""
    await tables.loads.settle([table])
    live = tables.memory.peek(table)
    if live is not None:
        async with live.lock:
            tables.memory.forget(live)
    tables.notices.call_here(table_topic(table))


class OtherProcesses:
    """Other processes on the database: what they changed is read for many tables at once."""

    def __init__(self, tables: Tables, tasks: Tasks) -> None:
        self.tables = tables
        self.tasks = tasks
        self.changed: set[str] = set()
        self.looking = False

    def follow(self, relay: Relay) -> None:
        """From now on, tell other processes what is called here, and notice what they do."""
        self.tables.notices.relay = relay.send
        self.tasks.repeat(RECONNECT_S, relay.receive_all)
        self.tasks.repeat(RECONNECT_S, relay.send_all)
        self.tasks.repeat(OTHERS_S, partial(notice_others, self.tables))

    def look_again(self) -> None:
        """Others are heard from now on; what they did before may have been missed."""
        self.tasks.begin(notice_others(self.tables))
        self.tables.notices.wake_all()

    def hear(self, topic: str) -> None:
        """Another process has changed something."""
        kind, _, subject = topic.partition("/")
        if kind == "table":
            self._look_at(subject)
        elif kind == "name":
            self.tasks.begin(hear_name(self.tables, subject))
        elif kind == "reaction":
            self.tasks.begin(hear_reaction(self.tables, subject))
        else:
            self.tables.notices.call_here(topic)

    def _look_at(self, table: str) -> None:
        """Look at a table, with all others that are heard of before there is time for it."""
        self.changed.add(table)
        if not self.looking:
            self.looking = True
            self.tasks.begin(self._look())

    async def _look(self) -> None:
        try:
            while self.changed:
                changed, self.changed = self.changed, set()
                await self._catch_up(changed)
        finally:
            self.looking = False

    async def _catch_up(self, changed: set[str]) -> None:
        """Nobody waits for a table that is being loaded or worked at but whoever looks at it."""
        tables = self.tables
        loaded = changed - tables.loads.under_way.keys()
        lives = [live for table in loaded if (live := tables.memory.peek(table))]
        found = await find_additions(tables.database, lives) if lives else {}
        for live in lives:
            self._tell_after(live.id, tables.catch_up(live, found.get(live.id)))
        for table in changed.difference(live.id for live in lives):
            self._tell_after(table, tables.refresh(table))

    def _tell_after(self, table: str, work: Coroutine[Any, Any, None]) -> None:
        async def tell() -> None:
            await work
            self.tables.notices.call_here(table_topic(table))

        self.tasks.begin(tell())


async def notice_others(tables: Tables) -> None:
    """Follow what another process has changed, should nobody have told; let go of what is gone."""
    lives = list(tables.memory.all())
    versions = Statement(partial(_versions, [live.id for live in lives]))
    kept = await tables.database.read(versions)
    behind = [live for live in lives if live.facts.version < kept.get(live.id, GONE)]
    follows = behind and not tables.database.together
    found = await find_additions(tables.database, behind) if follows else {}
    for live in behind:
        if not live.lock.locked() and not live.gone:  # Who works at it finds out by themselves.
            await tables.catch_up(live, found.get(live.id))
            tables.notices.call_here(table_topic(live.id))


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
