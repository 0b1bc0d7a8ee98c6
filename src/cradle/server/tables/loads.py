"""Loads of tables that are under way: one a table, however many wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from cradle.server.tables.live import LiveTable

Load = Callable[[str], Awaitable[LiveTable | None]]


class Loads:
    """Which tables are being loaded, by `load`."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.under_way: dict[str, asyncio.Future[LiveTable | None]] = {}

    async def get(self, table: str) -> LiveTable | None:
        """A table from its load, which begins now unless it is under way; None if there is none."""
        if table not in self.under_way:
            task = asyncio.ensure_future(self.load(table))
            self.under_way[table] = task
            task.add_done_callback(lambda _: self.under_way.pop(table, None))
        return await asyncio.shield(self.under_way[table])

    async def settle(self, tables: Iterable[str]) -> None:
        """Wait until those of these tables that are being loaded have been."""
        waiting = [self.under_way[table] for table in tables if table in self.under_way]
        if waiting:
            await asyncio.wait(waiting)
