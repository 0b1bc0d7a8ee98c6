"""What a client and a table say to each other over a socket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import orjson
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from cradle.server.http import auth, commands
from cradle.server.http.limits import Limits
from cradle.server.http.round_trips import RoundTrips
from cradle.server.http.scopes import check_scope
from cradle.server.http.shapes.messages import plain_receipt
from cradle.server.metrics import Metrics
from cradle.server.people.access import PLAY, Access
from cradle.server.problems import Problem, nobody
from cradle.server.store.database import AWAY, unavailable
from cradle.server.store.log import Answer
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import answers, chat, seats, undo
from cradle.server.tables.feed import Feed
from cradle.server.tasks import Tasks
from cradle.table.errors import Refusal

SEND_S = 30.0
BYE_CODE = 1012
GONE_CODE = 1006


class SocketClient:
    """A client at the other end of a socket: who they are, and how often they may speak."""

    def __init__(
        self, socket: WebSocket, limits: Limits, line: RoundTrips, metrics: Metrics, tasks: Tasks
    ) -> None:
        self.socket = socket
        self.limits = limits
        self.bucket = limits.bucket()
        self.line = line
        self.metrics = metrics
        self.tasks = tasks
        self.access: Access | None = None
        self.origin: str | None = None
        self.lang = auth.language_of(socket, None)
        self.sending = asyncio.Lock()

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

    async def send_all(self, payloads: list[bytes]) -> None:
        """Send messages, and keep none of them while waiting for the next; nothing overtakes."""
        async with self.sending:
            for payload in payloads:
                await self._send(payload)

    async def _send(self, payload: bytes) -> None:
        """Send a message; who doesn't take it in time is let go."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(GONE_CODE)  # Whoever sent before us has found out.
        try:
            async with asyncio.timeout(SEND_S):
                await self.socket.send_text(payload.decode())
        except RuntimeError as error:  # As uvicorn says that it has closed the socket meanwhile.
            raise WebSocketDisconnect(GONE_CODE) from error

    async def tell(self, message: dict[str, Any]) -> None:
        """Send a message of ours."""
        await self.send_all([orjson.dumps(message)])

    async def hear(self) -> str:
        """The next message; who speaks too often waits."""
        while wait := self.bucket.take(time.monotonic()):
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


async def talk(client: SocketClient, feed: Feed) -> None:
    """Tell a client what happens at a table, and do what they say, until either ends."""
    async with feed:
        await both(_speak(client, feed), _listen(client, feed))


async def _speak(client: SocketClient, feed: Feed) -> None:
    while not client.tasks.closing:
        await client.send_all(await feed.news())
        if feed.timed and (probe := client.line.probe()):
            await client.tell(probe)
        await feed.listener.wait()
    await client.bye("restart")


async def _listen(client: SocketClient, feed: Feed) -> None:
    while True:
        text = await client.hear()
        try:
            message = commands.read(text)
            reply = await _obey(client, feed, message)
        except Problem as problem:
            await client.refuse(problem, commands.id_in(text))
        except Refusal as refusal:
            await client.refuse(Problem.of(refusal), commands.id_in(text))
        except AWAY as error:
            await client.refuse(unavailable(error), commands.id_in(text))
        else:
            if reply is not None:
                await client.tell(reply)


async def _obey(
    client: SocketClient, feed: Feed, message: commands.Message
) -> dict[str, Any] | None:
    tables, table = feed.tables, feed.table

    def key(id: str) -> Key:
        return Key(client.me.id, table, id)

    match message:
        case commands.PingMessage():
            return {"type": "pong"}
        case commands.SeatMessage():
            feed.look_through(message.seat)
            return None
        case commands.EchoMessage():
            feed.give_back(client.line.heard(message.number))
            return None
        case commands.MoveMessage():
            answer = Answer(message.seat, message.text, client.me.id, message.id)
            receipt = await answers.take(tables, table, answer, message.seq, client.origin)
        case commands.UndoMessage():
            receipt = await undo.undo(tables, key(message.id), message.seat)
        case commands.AgreeMessage():
            receipt = await undo.agree(tables, key(message.id), message.agree)
        case commands.AutomaticMessage():
            receipt = await seats.set_automatic(tables, key(message.id), message.on)
        case commands.SayMessage():
            client.limits.take("chat", client.me.id)
            live = await tables.get(table)
            said = await tables.act(chat.say(tables, live, client.me, message.text, message.id))
            receipt = Receipt(table, feed.seq, again=said.again)
        case commands.Hello():
            raise Problem(400, "bad-message", why="hello comes once")
    return plain_receipt(message.id, receipt)


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
