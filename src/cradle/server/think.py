"""Running a thinker: a process that lets bots think for the servers of a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import signal
from functools import partial

from sqlalchemy import Engine

from cradle.server.bots.pool import Thinkers
from cradle.server.metrics import Metrics
from cradle.server.serve import tune
from cradle.server.settings import BadSetting, ServerSettings
from cradle.server.store.database import Database
from cradle.server.store.news import make_relay
from cradle.server.store.relays import Ears
from cradle.server.store.revisions import newest, opened, revision_of
from cradle.server.tables import upkeep
from cradle.server.tables.bot_turns import BotTurns
from cradle.server.tables.limits import table_limits
from cradle.server.tables.notices import Notices
from cradle.server.tables.other_processes import OtherProcesses
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_turns import SharedTurns
from cradle.server.tasks import Tasks
from cradle.server.timestamps import BEAT_MS

LOGGER = logging.getLogger("cradle.server")
SWEEP_S = 20.0


def must_be_newest(engine: Engine) -> None:
    """Refuse a database that is of another version than this; servers bring it up to date."""
    found = revision_of(engine)
    if found != newest():
        engine.dispose()
        known = "nothing" if found is None else f"revision {found}"
        raise BadSetting(f"--database: has {known}, and this version needs {newest()}")


class Thinker:
    """The parts of a server that bots need, and no more."""

    def __init__(self, settings: ServerSettings) -> None:
        if not settings.url.startswith("postgresql"):
            raise BadSetting("--database: thinkers need the PostgreSQL of a server")
        metrics = Metrics()
        self.database = Database(opened(settings, must_be_newest), metrics)
        self.tasks = Tasks(metrics)
        # What people are to be told is kept, whoever sends it.
        limits = table_limits(settings)
        self.tables = Tables(self.database, Notices(), metrics, settings.resident, limits)
        self.thinkers = Thinkers(settings.thinkers, settings.think_ms / 1000, metrics)
        turns = BotTurns(self.tables, self.thinkers, self.tasks, settings.pause_ms / 1000)
        self.turns = SharedTurns(turns)
        self.others = OtherProcesses(self.tables, self.tasks)
        ears = Ears(self.others.hear, self.others.look_again)
        self.relay = make_relay(settings, self.database, ears)

    def start(self) -> None:
        """Take part in thinking; clocks are left to servers, whose host set their limits."""
        if self.relay is not None:
            self.others.follow(self.relay)
        self.tasks.repeat(BEAT_MS / 1000, partial(upkeep.beat, self.tables))
        self.tasks.repeat(SWEEP_S, partial(upkeep.let_go, self.tables))
        self.turns.start(SWEEP_S)

    async def stop(self) -> None:
        """Finish what was begun; what wasn't, others take up."""
        self.tasks.closing = True
        self.thinkers.turns.close()
        await self.tables.finish()
        await self.tasks.cancel()
        await self.tables.finish()
        await self.thinkers.close()
        self.database.close()


async def think(thinker: Thinker, stop: asyncio.Event) -> None:
    """Let bots think until told to stop."""
    thinker.start()
    LOGGER.info("thinking with %d processes", thinker.thinkers.turns.count)
    await stop.wait()
    await thinker.stop()


def run(settings: ServerSettings) -> None:
    """The same, until a signal says so."""

    async def main() -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, stop.set)
        await think(Thinker(settings), stop)

    tune()
    asyncio.run(main())
