"""Whether anything can be kept: a tiny write says so, at most one at a time and one a second."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from pathlib import Path

from cradle.server.problems import Problem
from cradle.server.store.database import AWAY, RETRY_S, Database, unavailable
from cradle.server.store.shared_values import keep
from cradle.server.timestamps import now_ms

LOGGER = logging.getLogger("cradle.server")
AGE_S = 1.0  # An answer is good for so long.
WAIT_S = 3.0  # Whoever asks isn't kept waiting longer.
LEAST_FREE = 64 * 1024 * 1024
NAME = "ready"


class Readiness:
    """The last answer, and the try that is under way."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tried_at = -AGE_S
        self.running: asyncio.Task[bool] | None = None

    async def check(self) -> None:
        """Refuse if nothing can be kept."""
        running = self.running
        if running is None or self._old(running):
            running = self.running = asyncio.ensure_future(self._try())
        # Whoever asks meanwhile may begin another try.
        done, _ = await asyncio.wait([running], timeout=WAIT_S)
        if not done or not running.result():
            raise Problem(503, "no-storage", seconds=RETRY_S)

    def _old(self, running: asyncio.Task[bool]) -> bool:
        return running.done() and time.monotonic() - self.tried_at > AGE_S

    async def _try(self) -> bool:
        try:
            return self._has_room() and await self._write()
        finally:
            self.tried_at = time.monotonic()

    async def _write(self) -> bool:
        try:
            await self.database.write(lambda c: keep(c, NAME, str(now_ms())))
        except AWAY as error:
            unavailable(error)
            return False
        return True

    def _has_room(self) -> bool:
        """Whether the disk of a SQLite file has some room left; other disks aren't ours to see."""
        file = self.database.engine.url.database
        if self.database.engine.dialect.name != "sqlite" or not file:
            return True
        free = shutil.disk_usage(Path(file).parent).free
        if free < LEAST_FREE:
            LOGGER.error("the disk is almost full: %d bytes are left", free)
        return free >= LEAST_FREE
