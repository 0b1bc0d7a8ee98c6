"""Who is connected, by the session or token they came with: when that ends, so does the visit.

Ended ways in are told as a notice without content, here and to other processes; every process then
asks the database which of the ways in that it has open still are. It also asks every now and then,
for what no notice tells: a session that ran out, a ban from the command line, a lost notice.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

from cradle.server.store import people
from cradle.server.store.database import Database
from cradle.server.tables.notices import ENDED, Notices
from cradle.server.tasks import Tasks
from cradle.server.timestamps import now_ms

CHECK_S = 2.0


def wake_nobody() -> None:
    """For visits that look at `ended` themselves."""


class Visit:
    """One open socket or stream."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.ended = asyncio.Event()
        self.wake = wake

    def end(self) -> None:
        """Whoever came by this way in has to go."""
        self.ended.set()
        self.wake()


class Visits:
    """All open sockets and streams of people who said who they are."""

    def __init__(self, database: Database, notices: Notices, tasks: Tasks) -> None:
        self.database = database
        self.notices = notices
        self.tasks = tasks
        self.open: defaultdict[str, set[Visit]] = defaultdict(set)
        self.listener = notices.listen(ENDED)

    @asynccontextmanager
    async def stay(
        self, hash: str | None, wake: Callable[[], None] = wake_nobody
    ) -> AsyncIterator[Visit]:
        """A visit by this way in, ended at once if that has ended in the meantime."""
        visit = Visit(wake)
        if hash is None:
            yield visit
            return
        self.open[hash].add(visit)
        try:
            await self._check([hash])
            yield visit
        finally:
            self.open[hash].discard(visit)
            if not self.open[hash]:
                del self.open[hash]

    async def tell(self) -> None:
        """Somebody's way in has ended: when this is back, everybody who came by it here is told."""
        self.notices.call_elsewhere(ENDED)
        await self._check(list(self.open))

    async def watch(self) -> None:
        """Until the server stops, look whenever somebody says so, and every now and then."""
        with self.listener:
            while not self.tasks.closing:
                await self._check(list(self.open))
                await self.listener.wait(CHECK_S)

    async def _check(self, hashes: Collection[str]) -> None:
        if not hashes:
            return
        now = now_ms()
        good = await self.database.read(lambda c: people.still_open(c, hashes, now))
        for bad in set(hashes) - good:
            for visit in self.open.get(bad, ()):
                visit.end()
