"""Turns to think: as many bots think at once as there are processes, in a fair order.

Bots that think long share all processes but one, which is for quick ones alone; these also take
what the others leave idle. So a quick bot never waits for a slow one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from cradle.server.bots.fair_queue import FairQueue, Turn
from cradle.server.metrics import Metrics
from cradle.server.slot import leave_slot

QUICK_S = 0.25


class Crowded(Exception):
    """Too many wait, and most of them for the same person."""


class Turns:
    """Who thinks, and who waits for it; `count` may think long, `share` percent for one person.

    `dropped` if there may be tables whose bots neither think nor wait.
    """

    def __init__(
        self,
        count: int,
        share: int,
        most: int,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.count = count
        self.most = most
        self.each = max(1, count * share // 100)
        self.metrics = metrics
        self.clock = clock
        self.quick = FairQueue(most)
        self.slow = FairQueue(most)
        self.waiting: dict[Turn, asyncio.Future[None]] = {}
        self.spare: set[Turn] = set()
        self.thinking: set[Turn] = set()
        self.dropped = True  # Nobody has looked yet who waited before the start.
        metrics.think_queue.set_function(lambda: len(self.waiting))

    @asynccontextmanager
    async def take(self, person: str, table: str, seconds: float) -> AsyncIterator[None]:
        """Think for a person at a table, once it is their turn, or `Crowded`."""
        turn, came = Turn(person, table, seconds), self.clock()
        leave_slot()
        await self._wait(turn)
        begun = self.clock()
        self.metrics.think_wait.observe(begun - came)
        try:
            yield
        finally:
            took = self.clock() - begun
            self.metrics.thinking.observe(took)
            self._end(turn, took)

    def has_room(self) -> bool:
        """Whether more may wait."""
        return len(self.waiting) < self.most

    def waits(self, person: str, table: str) -> int:
        """How many turns a person waits for at a table."""
        return self.quick.waiting(person, table) + self.slow.waiting(person, table)

    def _queue(self, turn: Turn) -> FairQueue:
        return self.quick if turn.seconds <= QUICK_S else self.slow

    async def _wait(self, turn: Turn) -> None:
        ready = self.waiting[turn] = asyncio.get_running_loop().create_future()
        surplus = self._queue(turn).add(turn)
        if surplus is not None:
            self._drop(surplus)
        self._grant()
        try:
            await ready
        except BaseException:
            if turn in self.thinking or turn in self.spare:  # It was cancelled at that moment.
                self._end(turn, 0.0)
            else:
                self._queue(turn).remove(turn)
                self.waiting.pop(turn, None)
            raise

    def close(self) -> None:
        """Nobody waits any more, as when the server goes down."""
        self.most = self.quick.most = self.slow.most = 0
        for turn in list(self.waiting):
            self._queue(turn).remove(turn)
            self._drop(turn)

    def _drop(self, turn: Turn) -> None:
        self.dropped = True
        self.metrics.think_dropped.inc()
        ready = self.waiting.pop(turn)
        if not ready.done():
            ready.set_exception(Crowded())

    def _grant(self) -> None:
        """Give every process something to think about."""
        if not self.spare and (turn := self.quick.begin(self.count + 1)) is not None:
            self._begin(turn, self.spare)
        while len(self.thinking) < self.count and (turn := self._next()) is not None:
            self._begin(turn, self.thinking)

    def _next(self) -> Turn | None:
        return self.slow.begin(self.each) or self.quick.begin(self.count + 1)

    def _begin(self, turn: Turn, among: set[Turn]) -> None:
        among.add(turn)
        ready = self.waiting.pop(turn)
        if not ready.done():
            ready.set_result(None)

    def _end(self, turn: Turn, took: float) -> None:
        self.spare.discard(turn)
        self.thinking.discard(turn)
        self._queue(turn).end(turn, took)
        self._grant()
