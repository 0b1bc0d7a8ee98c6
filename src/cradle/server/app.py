"""The server put together: its parts, what goes on by itself, and the application before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from functools import partial

from fastapi import FastAPI

from cradle import __version__
from cradle.server.bots.pool import Thinkers
from cradle.server.events import rounds
from cradle.server.http import openapi, sockets, static
from cradle.server.http.limits import Limits
from cradle.server.http.middleware import Guard, allow_origins
from cradle.server.http.refusals import answer_refusals
from cradle.server.http.routes import (
    accounts,
    analyses,
    credentials,
    daily,
    duplicates,
    events,
    games,
    health,
    history,
    moderation,
    notifications,
    pairing,
    people,
    plans,
    play,
    puzzles,
    ratings,
    relations,
    streams,
    tables,
)
from cradle.server.http.visits import Visits
from cradle.server.metrics import Metrics
from cradle.server.notifications.sender import Sender
from cradle.server.notifications.transports import make_transports
from cradle.server.ops.tidy import tidy
from cradle.server.people.logins import Logins
from cradle.server.people.openid import OpenId
from cradle.server.people.origins import Origins
from cradle.server.settings import ServerSettings, make_folder
from cradle.server.store.database import Database
from cradle.server.store.news import make_relay
from cradle.server.store.readiness import Readiness
from cradle.server.store.relays import Ears, Relay
from cradle.server.store.revisions import opened
from cradle.server.tables import upkeep
from cradle.server.tables.analyses import Analyses, Storage
from cradle.server.tables.bot_turns import BotTurns
from cradle.server.tables.limits import table_limits
from cradle.server.tables.lobby import Watched
from cradle.server.tables.notices import Notices
from cradle.server.tables.other_processes import OTHERS_S, OtherProcesses
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_turns import SharedTurns
from cradle.server.tasks import Tasks
from cradle.server.timestamps import BEAT_MS

ABOUT = "Tables of board games: see docs/protocol.md for how to play over it."
TICK_S = 0.25
SWEEP_S = 20.0
TIDY_S = 3600.0
SEND_S = 5.0
EVENTS_S = 2.0
VISITS_S = 1.0
# One after the other is tried until one fits: what is asked for most comes first.
ROUTES = (
    play,
    sockets,
    people,
    tables,
    streams,
    history,
    plans,
    games,
    accounts,
    credentials,
    notifications,
    puzzles,
    ratings,
    daily,
    duplicates,
    events,
    pairing,
    relations,
    moderation,
    analyses,
    health,
    static,
)


@dataclass
class Parts:
    """What a running server is made of. Nobody gets all of it: each part gets what it uses."""

    settings: ServerSettings
    database: Database
    metrics: Metrics
    tasks: Tasks
    notices: Notices
    tables: Tables
    watched: Watched
    thinkers: Thinkers
    analyses: Analyses
    limits: Limits
    logins: Logins
    openid: OpenId
    visits: Visits
    readiness: Readiness
    origins: Origins
    sender: Sender
    other_processes: OtherProcesses
    relay: Relay | None = None
    shared_turns: SharedTurns | None = None


def make_parts(settings: ServerSettings) -> Parts:
    """All parts, nothing of it running yet."""
    make_folder(settings.data)
    metrics, notices, transports = Metrics(), Notices(), make_transports(settings)
    database, tasks = Database(opened(settings), metrics), Tasks(metrics)
    tables = Tables(database, notices, metrics, settings.resident, table_limits(settings))
    thinkers = Thinkers(
        settings.thinkers,
        settings.think_ms / 1000,
        metrics,
        settings.think_share,
        settings.think_queue,
    )
    tables.tells = bool(transports)
    turns = BotTurns(tables, thinkers, tasks, settings.pause_ms / 1000)
    parts = Parts(
        settings,
        database,
        metrics,
        tasks,
        notices,
        tables,
        Watched(tables, tasks),
        thinkers,
        Analyses(thinkers, Storage(database), tasks),
        Limits(settings),
        Logins(database, settings.login_tries),
        OpenId(database, settings),
        Visits(database, notices, tasks),
        Readiness(database),
        Origins(database),
        Sender(database, transports, metrics, tables.memory.is_looked_at),
        OtherProcesses(tables, tasks),
    )
    others = parts.other_processes
    parts.relay = make_relay(settings, database, Ears(others.hear, others.look_again))
    if database.together:
        tables.wake = turns.wake
    else:
        parts.shared_turns = SharedTurns(turns)
    return parts


async def start(parts: Parts) -> None:
    """Take up what was going on."""
    tables, tasks, settings = parts.tables, parts.tasks, parts.settings
    if parts.shared_turns is not None:
        parts.shared_turns.start(SWEEP_S)
    else:
        tasks.repeat(SWEEP_S, partial(wake_bots, parts))
    tasks.repeat(TICK_S, partial(upkeep.tick, tables, tasks))
    tasks.repeat(BEAT_MS / 1000, partial(upkeep.beat, tables))
    tasks.repeat(SWEEP_S, partial(upkeep.sweep, tables, tasks))
    tasks.repeat(EVENTS_S, partial(rounds.look_after_all, tables, tasks))
    tasks.repeat(SWEEP_S, parts.limits.sweep_later)
    tasks.repeat(VISITS_S, parts.visits.watch)
    tasks.repeat(TIDY_S, partial(tidy, tables, tasks, settings))
    if parts.sender.transports:
        tasks.repeat(SEND_S, parts.sender.send_due)
    if parts.relay is not None:
        parts.other_processes.follow(parts.relay)
        tasks.repeat(OTHERS_S, partial(upkeep.run_late, tables, tasks))


async def wake_bots(parts: Parts) -> None:
    """Let bots think that nobody has woken: after a start, and when there was no room for all."""
    turns = parts.thinkers.turns
    if turns.dropped and turns.has_room():
        turns.dropped = False
        turns.dropped |= not await upkeep.wake_tables(parts.tables, turns.has_room)


async def stop(parts: Parts) -> None:
    """Finish what was begun, tell everybody, and let go."""
    parts.tasks.closing = True
    parts.notices.wake_all()
    await parts.tables.finish()
    await parts.tasks.cancel()
    await parts.tables.finish()  # A bot may have begun something in between.
    await parts.tasks.guard(upkeep.keep_snapshots(parts.tables))
    await parts.tasks.guard(upkeep.beat(parts.tables))
    await parts.thinkers.close()
    parts.database.close()


def make_app(settings: ServerSettings) -> FastAPI:
    """A server, not yet listening."""
    parts = make_parts(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await start(parts)
        yield
        await stop(parts)

    app = FastAPI(
        title="Cradle",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for each in fields(parts):
        setattr(app.state, each.name, getattr(parts, each.name))
    for module in ROUTES:
        # As they are: including a router makes all its routes anew at the first request.
        app.routes.extend(module.router.routes)
    app.add_middleware(Guard, settings=settings, limits=parts.limits, metrics=parts.metrics)
    if settings.origins:
        allow_origins(app, settings)
    answer_refusals(app, parts.metrics)
    app.openapi = partial(openapi.document, app)  # type: ignore[method-assign]
    app.state.openapi = openapi.Pages(app)
    return app
