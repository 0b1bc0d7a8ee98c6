"""Everything a running server is made of, in one place."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import Connection, or_, select

from cradle.server import acting
from cradle.server.config import Config
from cradle.server.keeper import Keeper
from cradle.server.limits import Limits
from cradle.server.live import Live, now_ms
from cradle.server.metrics import Metrics
from cradle.server.seam import NoticeBoard, table_topic
from cradle.server.store.database import Database, make_engine
from cradle.server.store.migrate import upgrade
from cradle.server.store.people import cookie_key
from cradle.server.store.schema import SEATS, TABLES
from cradle.server.thinking import Thinkers

T = TypeVar("T")
TICK_S = 0.25
SWEEP_S = 20.0


class House:
    """The parts, and the work that goes on by itself."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.logger = logging.getLogger("cradle.server")
        config.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # It holds secrets.
        engine = make_engine(config.url)
        upgrade(engine)
        self.database = Database(engine)
        self.key = self.database.write_now(cookie_key)
        self.metrics = Metrics()
        self.limits = Limits(config)
        self.notices = NoticeBoard()
        self.keeper = Keeper(self)
        self.thinkers = Thinkers(config.thinkers, self.logger, self.metrics)
        self.started_at = now_ms()
        self.closing = False
        self.acts: set[asyncio.Task[Any]] = set()
        self.background: set[asyncio.Task[Any]] = set()
        self.rng = random.Random()

    async def act(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that must be finished once begun, whatever becomes of the client."""
        task = asyncio.ensure_future(work)
        self.acts.add(task)
        task.add_done_callback(self.acts.discard)
        return await asyncio.shield(task)

    def begin(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start something that goes on by itself; a failure is logged."""
        task = asyncio.ensure_future(self._guard(work))
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    async def _guard(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception:
            self.metrics.faults.inc()
            self.logger.exception("background work failed")

    def wake_bots(self, live: Live) -> None:
        """Let the bots that are asked think."""
        if not live.playing or live.board is None or self.closing:
            return
        for seat in live.board.asked:
            if live.sheet.chairs[seat].bot is not None and seat not in live.thinking:
                live.thinking.add(seat)
                self.begin(acting.think(self, live, seat))

    async def open(self) -> None:
        """Take up what was going on."""
        self.begin(self._watch_clocks())
        self.begin(self._wake_tables())

    async def close(self) -> None:
        """Finish what was begun, tell everybody, and let go."""
        self.closing = True
        self.notices.wake_all()
        if self.acts:
            await asyncio.wait(self.acts, timeout=10)
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        await acting.keep_all(self)
        await self.thinkers.close()
        self.database.close()

    async def _wake_tables(self) -> None:
        """After a start, bots go on where they were asked."""
        for table in await self.database.read(_waiting_for_bots):
            self.wake_bots(await self.keeper.get(table))

    async def _watch_clocks(self) -> None:
        swept = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TICK_S)
            now = now_ms()
            for live in self.keeper.all():
                if live.sheet.deadline_at is not None and live.sheet.deadline_at <= now:
                    await self.act(acting.run_out(self, live.id))
            if loop.time() - swept > SWEEP_S:
                swept = loop.time()
                await self._sweep(now)

    async def _sweep(self, now: int) -> None:
        """Tables that nobody looks at run out of time, too; and guests' traces are limited."""
        self.limits.sweep()
        for live in self.keeper.all():
            self.wake_bots(live)  # One whose thinking failed tries again.
        self.keeper.let_go()
        self.metrics.tables.set(len(self.keeper.lives))

        def late(connection: Connection) -> list[str]:
            query = select(TABLES.c.id).where(
                TABLES.c.state == "playing", TABLES.c.deadline_at <= now
            )
            return [table for (table,) in connection.execute(query)]

        for table in await self.database.read(late):
            await self.act(acting.run_out(self, table))
        await self._notice_others()

    async def _notice_others(self) -> None:
        """Let go of tables that another process has changed."""
        lives = list(self.keeper.all())

        def work(connection: Connection) -> dict[str, tuple[int, str]]:
            query = select(TABLES.c.id, TABLES.c.seq, TABLES.c.state)
            wanted = query.where(TABLES.c.id.in_([live.id for live in lives]))
            return {table: (seq, state) for table, seq, state in connection.execute(wanted)}

        kept = await self.database.read(work)
        for live in lives:
            seq, state = kept.get(live.id, (0, ""))
            behind = live.sheet.seq < seq or live.sheet.state != state
            if behind and not live.lock.locked() and not live.gone:
                self.keeper.forget(live)
                self.notices.call(table_topic(live.id))


def _waiting_for_bots(connection: Connection) -> list[str]:
    query = (
        select(TABLES.c.id, TABLES.c.asked, SEATS.c.seat)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .where(TABLES.c.state == "playing")
        .where(or_(SEATS.c.kind == "bot", SEATS.c.stand_in.is_not(None)))
    )
    rows = connection.execute(query).all()
    return list(dict.fromkeys(table for table, asked, seat in rows if seat in json.loads(asked)))
