"""Work that goes on by itself, beside what clients ask for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from cradle.server.metrics import Metrics
from cradle.server.store.database import AWAY, unavailable

LOGGER = logging.getLogger("cradle.server")


class Tasks:
    """The tasks of one server; `closing` from the moment it is told to stop."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.closing = False
        self.background: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start something that goes on by itself; a failure is logged."""
        task = asyncio.ensure_future(self.guard(work))
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    def repeat(self, pause: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Do something again and again; one failure, as when the database is away, ends nothing."""

        async def again() -> None:
            while True:
                await self.guard(work())
                await asyncio.sleep(pause)

        self.begin(again())

    async def guard(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something; a failure is logged."""
        try:
            await work
        except asyncio.CancelledError:
            raise
        except AWAY as error:
            unavailable(error)
        except Exception:
            self.metrics.faults.inc()
            LOGGER.exception("background work failed")

    async def cancel(self) -> None:
        """Stop everything."""
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
