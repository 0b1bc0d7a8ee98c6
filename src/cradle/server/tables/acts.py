"""Acts: what must be finished once it is begun, whatever becomes of the client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
FINISH_S = 10.0


class Acts:
    """The acts under way."""

    def __init__(self) -> None:
        self.begun: set[asyncio.Task[Any]] = set()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end."""
        task = asyncio.ensure_future(work)
        self.begun.add(task)
        task.add_done_callback(self.begun.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Let what was begun come to its end."""
        if self.begun:
            await asyncio.wait(self.begun, timeout=FINISH_S)
