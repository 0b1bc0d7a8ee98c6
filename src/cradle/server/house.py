"""Everything a running server is made of, in one place."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sys
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, or_, select
from sqlalchemy.exc import SQLAlchemyError

from cradle.server.bots.pool import Thinkers
from cradle.server.http.limits import Limits
from cradle.server.metrics import Metrics
from cradle.server.ops import tidy
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings, make_folder
from cradle.server.store.database import AWAY, Database, reason
from cradle.server.store.notify import Courier
from cradle.server.store.people import cookie_key
from cradle.server.store.revisions import opened
from cradle.server.store.schema import SEATS, TABLES
from cradle.server.tables import answers
from cradle.server.tables.live import Live
from cradle.server.tables.notices import NoticeBoard, table_in, table_topic
from cradle.server.tables.registry import Keeper
from cradle.server.timestamps import now_ms

T = TypeVar("T")
FINISH_S = 10.0
TICK_S = 0.25
SWEEP_S = 20.0
TIDY_S = 3600.0
RECONNECT_S = 1.0
RETRY_S = 5
GONE = sys.maxsize  # A table that was forgotten is newer than any.
AT_ONCE = 1000  # Databases limit how many values a query may name.


class House:
    """The parts, and the work that goes on by itself."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.logger = logging.getLogger("cradle.server")
        make_folder(settings.data)
        self.database = Database(opened(settings))
        self.key = self.database.write_now(cookie_key)
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.notices = NoticeBoard()
        self.keeper = Keeper(self)
        self.thinkers = Thinkers(settings.thinkers, self.logger, self.metrics)
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
        except AWAY as error:
            self.lament(error)
        except Exception:
            self.metrics.faults.inc()
            self.logger.exception("background work failed")

    def lament(self, error: SQLAlchemyError) -> Problem:
        """The database can't be used: write down why, in one line; what to tell a client."""
        self.logger.error("no database: %s", reason(error))
        return Problem(503, "no-storage", seconds=RETRY_S)

    def wake_bots(self, live: Live) -> None:
        """Let the bots that are asked think."""
        if not live.playing or live.board is None or self.closing:
            return
        for seat in live.board.asked:
            if live.sheet.chairs[seat].bot is not None and seat not in live.thinking:
                live.thinking.add(seat)
                self.begin(answers.think(self, live, seat))

    async def open(self) -> None:
        """Take up what was going on."""
        self.begin(self._wake_tables())
        for pause, work in (
            (TICK_S, self._tick),
            (SWEEP_S, self._sweep),
            (TIDY_S, partial(tidy.tidy, self)),
        ):
            self.begin(self._repeat(pause, work))
        if self.settings.url.startswith("postgresql"):
            courier = Courier(self.settings.url, self.logger, self._hear)
            self.notices.abroad = courier.carry
            self.begin(self._repeat(RECONNECT_S, courier.listen))
            self.begin(self._repeat(RECONNECT_S, courier.speak))

    async def _repeat(self, pause: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Do something again and again; one failure, as when the database is away, ends nothing."""
        while True:
            await self._guard(work())
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Finish what was begun, tell everybody, and let go."""
        self.closing = True
        self.notices.wake_all()
        await self._finish_acts()
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        await self._finish_acts()  # A bot may have begun one in between.
        await answers.keep_all(self)
        await self.thinkers.close()
        self.database.close()

    async def _finish_acts(self) -> None:
        if self.acts:
            await asyncio.wait(self.acts, timeout=FINISH_S)

    async def _wake_tables(self) -> None:
        """After a start, bots go on where they were asked."""
        for table in await self.database.read(_waiting_for_bots):
            self.wake_bots(await self.keeper.get(table))

    async def _tick(self) -> None:
        """Clocks of tables in memory run out on the spot."""
        now = now_ms()
        for live in self.keeper.all():
            if live.sheet.deadline_at is not None and live.sheet.deadline_at <= now:
                await self._guard(self.act(answers.run_out(self, live.id)))

    async def _sweep(self) -> None:
        """Tables that nobody looks at run out of time, too; and guests' traces are limited."""
        self.limits.sweep()
        for live in self.keeper.all():
            self.wake_bots(live)  # One whose thinking failed tries again.
        self.keeper.let_go()
        for table in await self.database.read(partial(_late, now_ms())):
            await self._guard(self.act(answers.run_out(self, table)))
        await self._notice_others()

    async def _notice_others(self) -> None:
        """Let go of tables that another process has changed or forgotten."""
        lives = list(self.keeper.all())
        kept = await self.database.read(partial(_versions, [live.id for live in lives]))
        for live in lives:
            behind = live.sheet.version < kept.get(live.id, GONE)
            if behind and not live.lock.locked() and not live.gone:
                self.keeper.forget(live)
                self.notices.call_here(table_topic(live.id))

    def _hear(self, topic: str) -> None:
        """Another process has changed something."""
        table = table_in(topic)
        if table is None:
            self.notices.call_here(topic)
        else:
            self.begin(self._look_again(table))

    async def _look_again(self, table: str) -> None:
        """What is in memory is old, also what was just being loaded or worked at."""
        live = await self.keeper.settled(table)
        if live is not None:
            async with live.lock:
                self.keeper.forget(live)
        self.notices.call_here(table_topic(table))

    async def look_again(self, tables: Sequence[str]) -> None:
        """Have tables read anew, here and elsewhere: something about who sits there has changed."""
        for table in tables:
            await self._look_again(table)
        self.notices.call(*(table_topic(table) for table in tables))


def _versions(tables: list[str], connection: Connection) -> dict[str, int]:
    found: dict[str, int] = {}
    query = select(TABLES.c.id, TABLES.c.version)
    for start in range(0, len(tables), AT_ONCE):
        some = query.where(TABLES.c.id.in_(tables[start : start + AT_ONCE]))
        found |= {row.id: row.version for row in connection.execute(some)}
    return found


def _late(now: int, connection: Connection) -> list[str]:
    query = select(TABLES.c.id).where(TABLES.c.state == "playing", TABLES.c.deadline_at <= now)
    return list(connection.execute(query).scalars())


def _waiting_for_bots(connection: Connection) -> list[str]:
    query = (
        select(TABLES.c.id, TABLES.c.asked, SEATS.c.seat)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .where(TABLES.c.state == "playing")
        .where(or_(SEATS.c.kind == "bot", SEATS.c.stand_in.is_not(None)))
    )
    rows = connection.execute(query).all()
    return list(dict.fromkeys(table for table, asked, seat in rows if seat in json.loads(asked)))
