"""The tables in memory: loaded when somebody looks, let go when nobody has for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cradle.server.problems import missing
from cradle.server.store.tables import ENDED
from cradle.server.tables.change import Change
from cradle.server.tables.live import Live
from cradle.server.tables.loader import Loaded, load

if TYPE_CHECKING:
    from cradle.server.house import House

IDLE_S = 60.0


class Keeper:
    """Finds tables, each only once in memory."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live | None]] = {}

    def peek(self, table: str) -> Live | None:
        """The table, if it is in memory."""
        return self.lives.get(table)

    async def settled(self, table: str) -> Live | None:
        """The table, if it is in memory once nobody is loading it."""
        if table in self.loading:
            await asyncio.wait([self.loading[table]])
        return self.peek(table)

    def all(self) -> Iterator[Live]:
        """All tables in memory."""
        return iter(list(self.lives.values()))

    def forget(self, live: Live) -> None:
        """Drop what is in memory: the database knows better."""
        live.gone = True
        if self.lives.get(live.id) is live:
            del self.lives[live.id]

    def add(self, live: Live) -> None:
        """Take in a table that was just made."""
        self.lives[live.id] = live
        if len(self.lives) > self.house.settings.resident:
            self.let_go()

    async def get(self, table: str) -> Live:
        """The table, from memory or the database, or a 404."""
        live = self.lives.get(table) or await self._load_once(table)
        if live is None:
            raise missing()
        live.used = time.monotonic()
        return live

    async def _load_once(self, table: str) -> Live | None:
        if table not in self.loading:
            task = asyncio.ensure_future(self._load(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(self.loading[table])

    async def _load(self, table: str) -> Live | None:
        def work(connection: object) -> Loaded | None:
            return load(connection, table, self.house.started_at)  # type: ignore[arg-type]

        loaded = await self.house.database.read(work)
        if loaded is None:
            return None
        if loaded.repair is not None:
            await self._repair(loaded)
        self.add(loaded.live)
        self.house.wake_bots(loaded.live)
        return loaded.live

    async def _repair(self, loaded: Loaded) -> None:
        """Rules that have changed refuse the last answers: the game goes on before them."""
        assert loaded.repair is not None
        self.house.logger.warning("rules changed: %s %s", loaded.live.id, loaded.repair.text)
        change = Change(loaded.live)
        change.took_back(loaded.repair, [])
        await change.commit(self.house)

    def let_go(self) -> None:
        """Let go of tables nobody looks at: ended ones, and the longest unused of too many."""
        before = time.monotonic() - IDLE_S
        idle = [live for live in self.all() if self._is_idle(live, before)]
        for live in idle:
            if live.sheet.state in ENDED:
                self.forget(live)
        surplus = max(0, len(self.lives) - self.house.settings.resident)
        running = sorted((live for live in idle if not live.gone), key=lambda live: live.used)
        for live in running[:surplus]:
            self.forget(live)

    def _is_idle(self, live: Live, before: float) -> bool:
        watched = live.online or live.thinking or live.lock.locked()
        return not watched and live.used < before
