"""A list of tables that is watched: read and put into words once a change, for all who watch.

A message has the ids of all tables of the list in their order, and those tables that its reader
doesn't have as they are now: at first all of them, then what has changed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import orjson
from sqlalchemy import Connection

from cradle.server.store import lists
from cradle.server.store.facts import TableFacts
from cradle.server.store.lists import Listed
from cradle.server.tables.messages import plain_table
from cradle.server.tables.notices import Listener
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks

PAUSE_S = 0.3  # A list is told no sooner after the last time,
REST = 10  # nor before so many times as long as reading it took.
RETRY_S = 5.0

Key = tuple[int, int, int]  # A table's version, and the one in memory with its revision.


class TableList:
    """Tables in an order, as one person or, if `viewer` is None, everybody may see them.

    `number` grows with every change; those who wait for the next listen to `told`.
    """

    def __init__(
        self,
        tables: Tables,
        kind: str,
        topic: str,
        viewer: str | None,
        find: Callable[[Connection], Sequence[Listed]],
    ) -> None:
        self.tables = tables
        self.kind = kind
        self.topic = topic
        self.viewer = viewer
        self.find = find
        self.told = f"{topic}/told"
        self.number = 0
        self.order: list[str] = []
        self.keys: dict[str, Key] = {}
        self.texts: dict[str, bytes] = {}
        self.names = tables.names_changed
        self.stale = True
        self.change = b""
        self.whole = b""

    def since(self, number: int) -> list[bytes]:
        """What somebody must hear who has heard everything up to a number."""
        if number == self.number:
            return []
        if number and number == self.number - 1:
            return [self.change]
        self.whole = self.whole or self._message(self.order)
        return [self.whole]

    async def follow(self, tasks: Tasks) -> None:
        """Tell of every change, for as long as somebody watches."""
        with self.tables.notices.listen(self.topic) as listener:
            while not tasks.closing:
                begun, self.stale = time.monotonic(), True
                await tasks.guard(self.renew())
                if self.stale:  # The database is away, and what changed is still to be told.
                    await asyncio.sleep(RETRY_S)
                    continue
                await asyncio.sleep(max(PAUSE_S, REST * (time.monotonic() - begun)))
                await listener.wait()

    async def renew(self) -> None:
        """Read what has changed; if anything has, tell everybody."""
        if self.names != self.tables.names_changed:
            self.names = self.tables.names_changed
            self.keys.clear()
        listed, fresh = await self.tables.database.read(self._read)
        order, changed = [each.id for each in listed], self._take(fresh)
        self._drop(set(self.texts) - set(order))
        self.stale = False
        if not self.number or order != self.order or changed:
            self.order, self.number = order, self.number + 1
            self.change, self.whole = self._message(changed), b""
            await self.tables.notices.call_in_turns(self.told)

    def _read(self, connection: Connection) -> tuple[Sequence[Listed], list[TableFacts]]:
        """The list, and those of its tables that aren't known as they are now."""
        listed = self.find(connection)
        keys = {each.id: self._key(each.id, each.version) for each in listed}
        unknown = [table for table, key in keys.items() if self.keys.get(table) != key]
        return listed, lists.read(connection, unknown)

    def _key(self, table: str, version: int) -> Key:
        live = self.tables.memory.peek(table)
        return version, id(live), 0 if live is None else live.revision

    def _take(self, fresh: Sequence[TableFacts]) -> list[str]:
        """Put tables into words; which of them read differently now."""
        changed = []
        for facts in fresh:
            live = self.tables.memory.peek(facts.id)
            plain = plain_table(facts, self.viewer, self.tables.time, live)
            self.keys[facts.id], words = self._key(facts.id, facts.version), orjson.dumps(plain)
            if self.texts.get(facts.id) != words:
                self.texts[facts.id] = words
                changed.append(facts.id)
        return changed

    def _drop(self, gone: set[str]) -> None:
        for table in gone:
            del self.texts[table]
            self.keys.pop(table, None)

    def _message(self, tables: Sequence[str]) -> bytes:
        told = [orjson.Fragment(self.texts[table]) for table in tables]
        return orjson.dumps({"type": self.kind, "order": self.order, "tables": told})


class Watcher:
    """Somebody who watches a list, and what they have heard of it."""

    def __init__(self, of: TableList, listener: Listener) -> None:
        self.of = of
        self.listener = listener
        self.number = 0

    def news(self) -> list[bytes]:
        """What they haven't heard."""
        number, self.number = self.number, self.of.number
        return self.of.since(number)

    async def wait(self) -> None:
        """Sleep until there is something new."""
        await self.listener.wait()
