"""The door to every table: found or loaded, worked at one act at a time, kept, and told about."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cradle.server.metrics import Metrics
from cradle.server.problems import Conflict, Problem, missing
from cradle.server.store import outbox, receipts
from cradle.server.store.additions import Additions
from cradle.server.store.database import Database
from cradle.server.store.outbox import Notification
from cradle.server.store.receipts import Key, Receipt
from cradle.server.store.shared_values import read_time
from cradle.server.store.tables import Outdated, save_table
from cradle.server.store.transactions import Statement, Work
from cradle.server.tables.acts import Acts
from cradle.server.tables.additions import catch_up, find_additions, is_fresh
from cradle.server.tables.change import Change, add_new, keep_turns
from cradle.server.tables.limits import TableLimits
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import Loaded, load
from cradle.server.tables.loads import Loads
from cradle.server.tables.memory import Memory
from cradle.server.tables.notices import LOBBY, THINKING, Notices, table_topic
from cradle.server.tables.promises import Promises
from cradle.server.timestamps import now_ms

T = TypeVar("T")
LOGGER = logging.getLogger("cradle.server")
TRIES = 10


def wake_nobody(_: LiveTable) -> None:
    """Where no bots play."""


class Tables:
    """Every table there is, wherever it is.

    `resident` is how many stay in memory, `limits` how many may run; `wake` is called when a table
    may wait for a bot; `names_changed` grows whenever somebody has a new name; where the server
    `tells`, people who aren't here are told of what happens.
    """

    def __init__(
        self,
        database: Database,
        notices: Notices,
        metrics: Metrics,
        resident: int,
        limits: TableLimits,
    ) -> None:
        self.database = database
        self.notices = notices
        self.metrics = metrics
        self.limits = limits
        self.wake: Callable[[LiveTable], None] = wake_nobody
        self.time = database.read_now(read_time)
        self.memory = Memory(resident)
        self.promises = Promises(database)
        self.loads = Loads(self._load)
        self.naming = asyncio.Lock()
        self.names_changed = 0
        self.tells = True
        acts = Acts()
        self.act, self.finish = acts.do, acts.finish

    async def get(self, table: str) -> LiveTable:
        """The table, from memory or the database, or a 404."""
        live = self.memory.peek(table) or await self.loads.get(table)
        if live is None:
            raise missing()
        live.used = time.monotonic()
        return live

    async def look(self, table: str) -> LiveTable:
        """The table as it is kept now, also if another process has changed it a moment ago."""
        await self.refresh(table)
        return await self.get(table)

    async def refresh(self, table: str) -> None:
        """Bring what is in memory, or was just being loaded, up to what the database knows."""
        await self.loads.settle([table])
        live = self.memory.peek(table)
        if live is not None and not self.database.together:
            found = await find_additions(self.database, [live])
            await self.catch_up(live, found.get(table))

    async def catch_up(self, live: LiveTable, found: Additions | None) -> None:
        """Have a table in memory stand as it was found; what can't follow is dropped."""
        async with live.lock:
            if live.gone:
                return
            if found is None or not catch_up(live, found):
                self.memory.forget(live)
            else:
                self.wake_bots(live)

    async def _load(self, table: str) -> LiveTable | None:
        loaded = await self.database.read(lambda c: load(c, table, self.time))
        if loaded is None:
            return None
        if loaded.repair is not None:
            await self._repair(loaded)
        self.memory.add(loaded.live)
        self.wake_bots(loaded.live)
        return loaded.live

    async def _repair(self, loaded: Loaded) -> None:
        """Rules that have changed refuse the last answers: the game goes on before them."""
        assert loaded.repair is not None
        LOGGER.warning("rules changed: %s %s", loaded.live.id, loaded.repair.text)
        change = Change(loaded.live)
        change.took_back(loaded.repair, [])
        await self.commit(change)

    async def at(self, table: str, work: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Work at a table while nobody else does, and finish what was begun."""
        return await self.act(self._at(table, work))

    async def _at(self, table: str, work: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Work at a table; anew if another process was first."""
        for _ in range(TRIES):
            live = await self.get(table)
            async with live.lock:
                if live.gone:
                    continue
                try:
                    return await work(live)
                except Conflict:
                    continue
                except Problem:
                    if await is_fresh(self.database, live):
                        raise
                    self.memory.forget(live)  # It was refused from an old look.
        raise Problem(503, "busy")

    async def once(self, key: Key, work: Callable[[LiveTable], Awaitable[Receipt]]) -> Receipt:
        """Work at a table, unless it was done before; what came of it then."""

        async def unless_done(live: LiveTable) -> Receipt:
            before = await self.before(key)
            if before is not None:
                return self.repeat(live, before)
            live.key = key
            try:
                return await work(live)
            finally:
                live.key = None

        return await self.at(key.table, unless_done)

    def repeat(self, live: LiveTable, before: Receipt) -> Receipt:
        """What came of an act before; if that was in another process, it is shown here now."""
        if live.gone or before.seq > live.facts.seq:
            self.memory.forget(live)
            self.notices.call_here(table_topic(live.id))
        return before

    async def make(self, key: Key, work: Callable[[], Awaitable[Receipt]]) -> Receipt:
        """Make a table, unless it was made before."""
        for _ in range(TRIES):
            before = await self.before(key)
            if before is not None:
                return before
            try:
                return await work()
            except Conflict:
                continue
            except Problem:
                if await self.before(key) is None:
                    raise  # Else the same was asked before, and made meanwhile.
        raise Problem(503, "busy")

    async def before(self, key: Key) -> Receipt | None:
        """What came of an act, if it was done before."""
        if key.id is None:
            return None
        return await self.database.read_by_key(lambda c: receipts.find(c, key))

    async def still(self, table: str) -> None:
        """Wait until nothing at a table is half done, so that the database tells all of it."""
        await self.at(table, lambda _: asyncio.sleep(0))

    async def commit(self, change: Change) -> Receipt:
        """Keep a change, then tell of it. If that fails, what is in memory is thrown away."""
        change.update_facts()
        more = self.database.together or change.live.key or (self.tells and change.notifications())
        one = change.is_move and not more
        work = change.as_statement() if one else partial(self.save_change, change)
        receipt = await self._keep(change.live, work)
        self.tell(change)
        return receipt

    def save_change(self, change: Change, connection: Connection) -> None:
        """Write a change, and with it what people who aren't here are to be told."""
        change.save(self.limits, connection)
        self.keep_notifications(connection, change.notifications())

    def keep_notifications(self, connection: Connection, told: Sequence[Notification]) -> None:
        """Keep what people are to be told, where the server tells anybody anything."""
        if self.tells:
            outbox.add(connection, told, now_ms())

    def tell(self, change: Change) -> None:
        """Tell of a change that is kept."""
        live = change.live
        if change.fresh:
            self.memory.add(live)
        else:
            live.facts.version += 1
        live.changed()
        self.metrics.moves.inc(len(change.rows))
        self._tell(live, lobby=True, event=not change.is_move or not live.playing)
        self.wake_bots(live)

    async def save(
        self,
        live: LiveTable,
        lobby: bool = True,
        also: Callable[[Connection], None] | None = None,
        receipt: Receipt | None = None,
        quiet: bool = False,
    ) -> Receipt:
        """Keep changed facts, with `also` or not at all, and tell of them unless it is `quiet`."""
        if live.facts.state == "open":
            live.facts.moved_at = now_ms()  # Who waits for players counts from the last change.
        facts = live.facts.copy()

        def work(connection: Connection) -> None:
            save_table(connection, facts)
            keep_turns(connection, live)
            if also is not None:
                also(connection)

        receipt = await self._keep(live, work, receipt)
        live.facts.version += 1
        if not quiet:
            live.revision += 1
            live.changed()
            self._tell(live, lobby)
        return receipt

    async def create(self, live: LiveTable) -> Receipt:
        """Keep a table that hasn't begun, and let everybody know of it."""
        facts = live.facts.copy()
        receipt = await self._keep(live, lambda c: add_new(c, facts, self.limits))
        self.welcome(live)
        return receipt

    async def leave_alone(self, live: LiveTable) -> Receipt:
        """Keep nothing but that an act was done, which changes nothing."""
        return await self._keep(live, lambda _: None)

    def welcome(self, live: LiveTable) -> None:
        """Let everybody know of a new table."""
        self.memory.add(live)
        self._tell(live, lobby=True)

    async def _keep(self, live: LiveTable, work: Work, receipt: Receipt | None = None) -> Receipt:
        """Write, and with it what came of the act; if that fails, the database knows better."""
        key, live.key = live.key, None
        receipt = receipt or Receipt(live.id, live.facts.seq)

        def work_once(connection: Connection) -> None:
            work(connection)
            if key is not None and key.id is not None:
                self.limits.check_act(connection, key)
                receipts.add(connection, key, receipt, now_ms())

        try:
            await self.database.write(work if isinstance(work, Statement) else work_once)
        except (IntegrityError, Outdated):
            self.memory.forget(live)
            raise Conflict from None
        except BaseException:
            self.memory.forget(live)
            raise
        return receipt

    def _tell(self, live: LiveTable, lobby: bool, event: bool = True) -> None:
        topics = live.topics(event)
        topics += [LOBBY] if lobby and live.facts.visibility == "public" else []
        self.notices.call(*topics, *([THINKING] if live.asked_bots() else []))

    def wake_bots(self, live: LiveTable) -> None:
        """Let bots think that a table waits for."""
        if live.waiting_bots():
            self.wake(live)
