"""The live channel: one socket a table, and one for the lobby; who is let in, and for how long."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from cradle.server.http import auth, commands
from cradle.server.http.auth import address
from cradle.server.http.conversation import SocketClient, both, talk
from cradle.server.http.dependencies import (
    ID_PATTERN,
    TheDatabase,
    TheLimits,
    TheMetrics,
    TheOrigins,
    TheSettings,
    TheTables,
    TheTasks,
    TheVisits,
    TheWatched,
)
from cradle.server.http.limits import Limits
from cradle.server.http.refusals import refusal
from cradle.server.http.round_trips import RoundTrips
from cradle.server.http.visits import Visits
from cradle.server.metrics import Metrics
from cradle.server.people.access import Access, by_token
from cradle.server.problems import Problem, banned, missing
from cradle.server.settings import ServerSettings
from cradle.server.store.database import AWAY, Database, unavailable
from cradle.server.tables.chat_notices import ChatNotices
from cradle.server.tables.feed import Feed
from cradle.server.tables.lobby import Watched
from cradle.server.tables.notices import Notices, event_topic
from cradle.server.tasks import Tasks

LOGGER = logging.getLogger("cradle.server")
HELLO_S = 15.0
EVENT_PAUSE_S = 0.5  # What happens at once at many tables of an event is told once.
TOO_MANY = 429
BYES = {"too-many-own-sockets": "too-many", "no-storage": "restart"}
TABLE_ID = re.compile(ID_PATTERN)
router = APIRouter(prefix="/api")


class Admission:
    """A client from the opening of its socket to its end."""

    def __init__(
        self,
        socket: WebSocket,
        database: Database,
        settings: ServerSettings,
        limits: Limits,
        metrics: Metrics,
        tasks: Tasks,
        visits: Visits,
    ) -> None:
        line = RoundTrips(settings.delay_ms)
        self.client = SocketClient(socket, limits, line, metrics, tasks)
        self.database = database
        self.settings = settings
        self.limits = limits
        self.metrics = metrics
        self.tasks = tasks
        self.visits = visits

    async def serve(self, work: Callable[[commands.Hello], Coroutine[Any, Any, None]]) -> None:
        """Serve a client from the opening of its socket to its end, whatever ends it."""
        try:
            with ExitStack() as counted:
                self._knock(counted)
                await self._let_in(counted)
                hello = await self._greeting(counted)
                if hello is not None:
                    await self._stay(partial(work, hello))
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass
        except Problem as problem:
            await self._refuse(problem)
        except AWAY as error:
            await self._refuse(unavailable(error))
        except Exception:
            self.metrics.faults.inc()
            LOGGER.exception("fault on a socket")
            with suppress(Exception):  # It may be the socket that failed.
                await self.client.bye("restart")

    def _knock(self, counted: ExitStack) -> None:
        """Refuse who comes from where they may not, too often or with too many sockets.

        Nothing is awaited here, so that no two who come at once are counted as one.
        """
        if self.tasks.closing:
            raise Problem(503, "closing")
        socket = self.client.socket
        auth.check_origin(self.settings, socket)
        self.limits.take("handshake", address(socket))
        counted.enter_context(self.limits.from_address(address(socket)))
        counted.enter_context(self.metrics.sockets.track_inprogress())

    async def _let_in(self, counted: ExitStack) -> None:
        """Accept a client, by name if they show who they are."""
        self._recognise(await auth.access_of(self.database, self.client.socket), counted)
        await self.client.socket.accept()

    def _recognise(self, access: Access | None, counted: ExitStack) -> None:
        if access is None:
            return
        if access.person.banned:
            raise banned()
        counted.enter_context(self.limits.of_person(access.person.id))
        self.client.access = access
        self.client.lang = auth.language_of(self.client.socket, access.person)

    async def _refuse(self, problem: Problem) -> None:
        """Say why not: as an answer to the request to open a socket, or over it."""
        socket = self.client.socket
        if socket.application_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, TimeoutError, OSError):
                await self.client.refuse(problem, None)
                await self.client.bye(BYES.get(problem.key, "closed"))
        elif socket.application_state is WebSocketState.CONNECTING:
            self.metrics.refused.labels(problem.key).inc()
            if problem.status == TOO_MANY:
                await self.limits.hold(address(socket))
            await socket.send_denial_response(refusal(problem, self.client.lang))
            raise ClientDisconnected  # Or uvicorn takes a refused handshake for a forgotten one.

    async def _greeting(self, counted: ExitStack) -> commands.Hello | None:
        """The client's first message; without a proper one the socket closes."""
        text = ""
        try:
            async with asyncio.timeout(HELLO_S):
                text = await self.client.hear()
            hello = commands.read(text)
            if not isinstance(hello, commands.Hello):
                raise Problem(400, "bad-message", why="hello comes first")
            if hello.token is not None:
                self._recognise(await by_token(self.database, hello.token), counted)
        except Problem as problem:
            await self.client.refuse(problem, commands.id_in(text))
            await self.client.bye("protocol")
            return None
        except TimeoutError:
            await self.client.bye("slow")
            return None
        return hello

    async def _stay(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Work until it is done, or until the way in by which this client came has ended."""
        access = self.client.access
        async with self.visits.stay(None if access is None else access.hash) as visit:
            if not visit.ended.is_set():
                await both(work(), visit.ended.wait())
        if visit.ended.is_set():
            await self.client.bye("signed-out")


async def knocking(
    socket: WebSocket,
    database: TheDatabase,
    settings: TheSettings,
    limits: TheLimits,
    metrics: TheMetrics,
    tasks: TheTasks,
    visits: TheVisits,
) -> Admission:
    """Whoever asks for a socket."""
    return Admission(socket, database, settings, limits, metrics, tasks, visits)


Admitted = Annotated[Admission, Depends(knocking)]


@router.websocket("/tables/{table}/socket")
async def table_socket(
    admission: Admitted, tables: TheTables, origins: TheOrigins, table: str
) -> None:
    """Everything at one table."""
    client = admission.client

    async def work(hello: commands.Hello) -> None:
        if not TABLE_ID.fullmatch(table):
            raise missing()
        client.origin = await origins.of(address(client.socket))
        feed = Feed(tables, table, client.viewer, hello.seat, hello.seq, hello.chat)
        await talk(client, feed)

    await admission.serve(work)


@router.websocket("/socket")
async def lobby_socket(admission: Admitted, watched: TheWatched, tables: TheTables) -> None:
    """What is wished of the lobby's public tables and an event; mine, and where others wrote."""
    client = admission.client

    async def work(hello: commands.Hello) -> None:
        whose: list[str | None] = [None] if hello.lobby else []
        whose += [] if client.viewer is None else [client.viewer]
        shown = [_show_list(client, watched, each) for each in whose]
        if client.viewer is not None:
            shown.append(_tell_chat(client, ChatNotices(tables, client.viewer)))
        if hello.event is not None:
            shown.append(_tell_event(client, tables.notices, hello.event))
        await both(*shown, _hear_out(client))
        if client.tasks.closing:
            await client.bye("restart")

    await admission.serve(work)


async def _show_list(client: SocketClient, watched: Watched, person: str | None) -> None:
    with watched.watch(person) as watcher:
        while not client.tasks.closing:
            await client.send_all(watcher.news())
            await watcher.wait()


async def _tell_chat(client: SocketClient, chat_notices: ChatNotices) -> None:
    with chat_notices.listen() as listener:
        while True:
            await listener.wait()
            if client.tasks.closing:
                return
            for table in await chat_notices.news():
                await client.tell({"type": "said", "table": table})


async def _tell_event(client: SocketClient, notices: Notices, event: str) -> None:
    """Say that an event is worth a look: once listened to, and after each change."""
    with notices.listen(event_topic(event)) as listener:
        while not client.tasks.closing:
            await client.tell({"type": "event", "event": event})
            await asyncio.sleep(EVENT_PAUSE_S)
            await listener.wait()


async def _hear_out(client: SocketClient) -> None:
    while True:
        text = await client.hear()
        try:
            message = commands.read(text)
            if not isinstance(message, commands.PingMessage):
                raise Problem(400, "bad-message", why="ping alone")
        except Problem as problem:
            await client.refuse(problem, commands.id_in(text))
        else:
            await client.tell({"type": "pong"})
