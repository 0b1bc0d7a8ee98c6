"""Running a server: listening, and a clean end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys

import uvicorn
from fastapi import FastAPI

from cradle.server.app import make_app
from cradle.server.bots.pool import Thinkers
from cradle.server.http.commands import LONGEST
from cradle.server.http.frames import LimitedFrames
from cradle.server.http.header_limits import LimitedHeaders
from cradle.server.http.slow_connections import SlowConnections
from cradle.server.metrics import Metrics
from cradle.server.settings import BadSetting, ServerSettings, make_folder
from cradle.server.tables.notices import Notices
from cradle.server.tasks import Tasks

LOGGER = logging.getLogger("cradle.server")
SHUTDOWN_S = 5
BYE_TRIES = 40
SWEEP_TICKS = 20  # A tick is a tenth of a second.
BACKLOG = 2048
MOST_PORT = 65_535
COLLECT_AFTER = (2_000, 10, 100)
SWITCH_S = 0.0005


class Server(uvicorn.Server):
    """Tells its clients before it stops listening to them."""

    tasks: Tasks
    notices: Notices
    slow: SlowConnections
    thinkers: Thinkers
    metrics: Metrics

    async def on_tick(self, counter: int) -> bool:
        """Every now and then, cut connections on which nothing gets through."""
        if counter % SWEEP_TICKS == 0:
            self.metrics.refused.labels("too-slow").inc(self.slow.sweep())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Nobody else comes in, clients hear `bye`, moves are finished; then the sockets close."""
        for listening in self.servers:
            listening.close()
        self.tasks.closing = True
        self.notices.wake_all()
        self.thinkers.turns.close()
        for _ in range(BYE_TRIES):
            if not self.notices.listeners and not self.shakes_hands():
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)  # type: ignore[arg-type]

    def shakes_hands(self) -> bool:
        """Whether a socket is being let in or refused: uvicorn fails if it is closed meanwhile."""
        connections = self.server_state.connections
        return any(not getattr(each, "handshake_complete", True) for each in connections)


def make_server(settings: ServerSettings, app: FastAPI | None = None) -> Server:
    """A server, ready to run."""
    app = app or make_app(settings)
    uvicorn_config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=LimitedHeaders,
        ws=LimitedFrames,
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        ws_max_size=LONGEST * 4,
        ws_per_message_deflate=False,  # A compressor costs a few hundred kB a socket.
        ws_ping_interval=20.0,
        ws_ping_timeout=40.0,
        timeout_graceful_shutdown=SHUTDOWN_S,
        timeout_keep_alive=30,
        backlog=BACKLOG,
    )
    server = Server(uvicorn_config)
    server.tasks, server.notices = app.state.tasks, app.state.notices
    server.metrics, server.thinkers = app.state.metrics, app.state.thinkers
    server.slow = SlowConnections(server.server_state.connections, settings.slow_s)
    return server


def listen(settings: ServerSettings) -> socket.socket:
    """The socket to serve at, or `BadSetting`: before anything else is started."""
    if settings.port > MOST_PORT:
        raise BadSetting(f"--port {settings.port}: no port is above {MOST_PORT}")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        # A name that nobody knows has a number of its own, below zero.
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else "no such address"
        raise BadSetting(f"--host {settings.host} --port {settings.port}: {reason}") from None


def run(settings: ServerSettings) -> None:
    """Serve until told to stop."""
    make_folder(settings.data)
    with listen(settings) as listening:
        server = make_server(settings)
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        LOGGER.info("serving at http://%s:%d", host, listening.getsockname()[1])
        tune()
        server.run(sockets=[listening])


def tune() -> None:
    """Have the interpreter serve many at once.

    Whoever reads the database gives way to the event loop soon, not only after five milliseconds.
    Nobody is served while garbage is collected, about a microsecond for each new object: have it
    often, so that it is short. Thousands of tables make a full collection a pause of a tenth of a
    second: have that seldom.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
