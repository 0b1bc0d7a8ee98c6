"""One client at the other end of a socket: letting it in, hearing it, speaking to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import Depends, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from cradle.server.http import auth, commands
from cradle.server.http.auth import address
from cradle.server.http.dependencies import (
    TheDatabase,
    TheLimits,
    TheMetrics,
    TheSettings,
    TheTasks,
    TheVisits,
)
from cradle.server.http.scopes import check_scope
from cradle.server.people.access import PLAY, Access, by_token
from cradle.server.problems import Problem, banned, nobody
from cradle.server.store.database import AWAY, unavailable
from cradle.server.store.people import Person

LOGGER = logging.getLogger("cradle.server")
HELLO_S = 15.0
SEND_S = 30.0
REFUSED_CODE = 4403
BYE_CODE = 1012
GONE_CODE = 1006


class SocketClient:
    """A client with its socket: who they are, what language, how often they may speak."""

    def __init__(
        self,
        socket: WebSocket,
        database: TheDatabase,
        settings: TheSettings,
        limits: TheLimits,
        metrics: TheMetrics,
        tasks: TheTasks,
        visits: TheVisits,
    ) -> None:
        self.socket = socket
        self.database = database
        self.settings = settings
        self.limits = limits
        self.metrics = metrics
        self.tasks = tasks
        self.visits = visits
        self.access: Access | None = None
        self.lang = auth.language_of(socket, None)
        self.bucket = limits.bucket()

    @property
    def me(self) -> Person:
        """Who plays; nobody is refused, and who may only look."""
        if self.access is None:
            raise nobody()
        check_scope(self.access, PLAY)
        return self.access.person

    @property
    def viewer(self) -> str | None:
        """Who looks, if they said so."""
        return None if self.access is None else self.access.person.id

    async def send(self, payload: bytes) -> None:
        """Send a message; who doesn't take it in time is let go."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(GONE_CODE)  # Whoever sent before us has found out.
        async with asyncio.timeout(SEND_S):
            await self.socket.send_text(payload.decode())

    async def send_all(self, payloads: list[bytes]) -> None:
        """Send messages, and keep none of them while waiting for the next."""
        for payload in payloads:
            await self.send(payload)

    async def tell(self, message: dict[str, Any]) -> None:
        """Send a message of ours."""
        await self.send(orjson.dumps(message))

    async def hear(self) -> str:
        """The next message; who speaks too often waits."""
        wait = self.bucket.take(time.monotonic())
        if wait:
            await asyncio.sleep(wait)
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005))
        text = received.get("text")
        return text if text is not None else str(received.get("bytes", b""), "utf-8", "replace")

    async def refuse(self, problem: Problem, id: str | None) -> None:
        """Say why not."""
        self.metrics.refused.labels(problem.key).inc()
        await self.tell({"type": "refused", "id": id, "error": problem.plain(self.lang)})

    async def bye(self, reason: str) -> None:
        """Close with a word."""
        await self.tell({"type": "bye", "reason": reason, "retry_ms": 1000})
        await self.socket.close(BYE_CODE)

    async def let_in(self) -> bool:
        """Accept a client that comes from where it may and doesn't come too often."""
        try:
            if self.tasks.closing:
                raise Problem(503, "closing")
            auth.check_origin(self.settings, self.socket)
            self.limits.admit(address(self.socket))
            self.access = await auth.access_of(self.database, self.socket)
            if self.access is not None and self.access.person.banned:
                raise banned()
        except Problem:
            await self.socket.close(REFUSED_CODE)
            return False
        if self.access is not None:
            self.lang = auth.language_of(self.socket, self.access.person)
        await self.socket.accept()
        return True

    async def greeting(self) -> commands.Hello | None:
        """The client's first message; without a proper one the socket closes."""
        text = ""
        try:
            async with asyncio.timeout(HELLO_S):
                text = await self.hear()
            hello = commands.read(text)
            if not isinstance(hello, commands.Hello):
                raise Problem(400, "bad-message", why="hello comes first")
            if hello.token is not None:
                self.access = await by_token(self.database, hello.token)
        except Problem as problem:
            await self.refuse(problem, commands.id_in(text))
            await self.bye("protocol")
            return None
        except TimeoutError:
            await self.bye("slow")
            return None
        return hello

    async def serve(self, work: Callable[[commands.Hello], Coroutine[Any, Any, None]]) -> None:
        """Serve a client from the opening of its socket to its end, whatever ends it."""
        if not await self.let_in():
            return
        self.metrics.sockets.inc()
        try:
            with self.limits.connected(address(self.socket)):
                hello = await self.greeting()
                if hello is not None:
                    await self._stay(partial(work, hello))
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass
        except Problem as problem:
            if self.socket.application_state is WebSocketState.CONNECTED:
                await self.refuse(problem, None)
                await self.bye("closed")
        except Exception as error:
            self._write_down(error)
            with suppress(Exception):  # It may be the socket that failed.
                await self.bye("restart")
        finally:
            self.metrics.sockets.dec()

    async def _stay(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Work until it is done, or until the way in by which this client came has ended."""
        async with self.visits.stay(None if self.access is None else self.access.hash) as visit:
            if not visit.ended.is_set():
                await both(work(), visit.ended.wait())
        if visit.ended.is_set():
            await self.bye("signed-out")

    def _write_down(self, error: Exception) -> None:
        if isinstance(error, AWAY):
            unavailable(error)
            return
        self.metrics.faults.inc()
        LOGGER.exception("fault on a socket")


TheClient = Annotated[SocketClient, Depends()]


async def both(*works: Coroutine[Any, Any, Any]) -> None:
    """Listen and speak until either ends; then neither does."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
