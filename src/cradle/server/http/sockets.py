"""The live channel: one socket a table, and one for the lobby."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from cradle.server.house import House
from cradle.server.http import auth, commands
from cradle.server.http.dependencies import address, house_of
from cradle.server.http.routes.play import my_tables_message, plain_done
from cradle.server.http.routes.tables import plain_tables
from cradle.server.problems import Problem, nobody
from cradle.server.store import lists
from cradle.server.store.database import AWAY
from cradle.server.store.people import Person
from cradle.server.tables import answers, chat, seats, undo
from cradle.server.tables.answers import Answer, Done
from cradle.server.tables.feed import Feed
from cradle.server.tables.notices import LOBBY, person_topic
from cradle.table.errors import Refusal

router = APIRouter(prefix="/api")
HELLO_S = 15.0
SEND_S = 30.0
REFUSED_CODE = 4403
BYE_CODE = 1012


class Line:
    """A socket with its speaker: who they are, what language, how often they may speak."""

    def __init__(self, house: House, socket: WebSocket, person: Person | None) -> None:
        self.house = house
        self.socket = socket
        self.person = person
        self.lang = auth.language_of(socket, person)
        self.bucket = house.limits.bucket()

    @property
    def me(self) -> Person:
        """Who speaks; nobody is refused."""
        if self.person is None:
            raise nobody()
        return self.person

    async def send(self, payload: bytes) -> None:
        """Send a message; who doesn't take it in time is let go."""
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
        self.house.metrics.refused.labels(problem.key).inc()
        await self.tell({"type": "refused", "id": id, "error": problem.plain(self.lang)})

    async def bye(self, reason: str) -> None:
        """Close with a word."""
        await self.tell({"type": "bye", "reason": reason, "retry_ms": 1000})
        await self.socket.close(BYE_CODE)


async def open_line(socket: WebSocket) -> Line | None:
    """Let a client in, if it comes from where it may and doesn't come too often."""
    house = house_of(socket)
    try:
        if house.closing:
            raise Problem(503, "closing")
        auth.check_origin(house, socket)
        house.limits.admit(address(socket))
        person = await auth.person_of(house, socket)
    except Problem:
        await socket.close(REFUSED_CODE)
        return None
    await socket.accept()
    return Line(house, socket, person)


async def greeted(line: Line) -> commands.Hello | None:
    """The client's first message; without a proper one the socket closes."""
    text = ""
    try:
        async with asyncio.timeout(HELLO_S):
            text = await line.hear()
        hello = commands.read(text)
        if not isinstance(hello, commands.Hello):
            raise Problem(400, "bad-message", why="hello comes first")
        if hello.token is not None:
            line.person = await auth.person_of_token(line.house, hello.token)
    except Problem as problem:
        await line.refuse(problem, commands.id_in(text))
        await line.bye("protocol")
        return None
    except TimeoutError:
        await line.bye("slow")
        return None
    return hello


async def both(*works: Coroutine[Any, Any, None]) -> None:
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


async def attend(
    socket: WebSocket, serve: Callable[[Line, commands.Hello], Awaitable[None]]
) -> None:
    """Serve a socket from its opening to its end, whatever ends it."""
    line = await open_line(socket)
    if line is None:
        return
    house = line.house
    house.metrics.sockets.inc()
    try:
        with house.limits.connected(address(socket)):
            hello = await greeted(line)
            if hello is not None:
                await serve(line, hello)
    except (WebSocketDisconnect, TimeoutError, OSError):
        pass
    except Problem as problem:
        if socket.application_state is WebSocketState.CONNECTED:
            await line.refuse(problem, None)
            await line.bye("closed")
    except Exception as error:
        _write_down(house, error)
        with suppress(Exception):  # It may be the socket that failed.
            await line.bye("restart")
    finally:
        house.metrics.sockets.dec()


def _write_down(house: House, error: Exception) -> None:
    if isinstance(error, AWAY):
        house.lament(error)
        return
    house.metrics.faults.inc()
    house.logger.exception("fault on a socket")


@router.websocket("/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: str) -> None:
    """Everything at one table."""

    async def serve(line: Line, hello: commands.Hello) -> None:
        viewer = None if line.person is None else line.person.id
        feed = Feed(line.house, table[:16], viewer, hello.seat, hello.seq, hello.chat)
        async with feed:
            await both(_speak(line, feed), _listen(line, feed))

    await attend(socket, serve)


async def _speak(line: Line, feed: Feed) -> None:
    while not line.house.closing:
        await line.send_all(await feed.news())
        await feed.ear.wait()
    await line.bye("restart")


async def _listen(line: Line, feed: Feed) -> None:
    while True:
        text = await line.hear()
        try:
            message = commands.read(text)
            reply = await _obey(line, feed, message)
        except Problem as problem:
            await line.refuse(problem, commands.id_in(text))
        except Refusal as refusal:
            await line.refuse(Problem.of(refusal), commands.id_in(text))
        except AWAY as error:
            await line.refuse(line.house.lament(error), commands.id_in(text))
        else:
            if reply is not None:
                await line.tell(reply)


async def _obey(line: Line, feed: Feed, message: commands.Message) -> dict[str, Any] | None:
    house, table = line.house, feed.table
    match message:
        case commands.PingMessage():
            return {"type": "pong"}
        case commands.SeatMessage():
            feed.look_through(message.seat)
            return None
        case commands.MoveMessage():
            given = Answer(line.me.id, message.text, message.id, message.seq, message.seat)
            done = await house.act(answers.answer(house, table, given))
            return plain_done(message.id, done)
        case commands.UndoMessage():
            done = await house.act(undo.undo(house, table, line.me.id, message.seat))
            return plain_done(message.id, done)
        case commands.AgreeMessage():
            await house.act(undo.agree(house, table, line.me.id, message.agree))
        case commands.AutomaticMessage():
            await house.act(seats.set_automatic(house, table, line.me.id, message.on))
        case commands.SayMessage():
            live = await house.keeper.get(table)
            await house.act(chat.say(house, live, line.me, message.text, message.id))
        case commands.Hello():
            raise Problem(400, "bad-message", why="hello comes once")
    return plain_done(message.id, Done(feed.seq))


@router.websocket("/socket")
async def lobby_socket(socket: WebSocket) -> None:
    """The lobby: public tables, and mine."""

    async def serve(line: Line, _: commands.Hello) -> None:
        await both(_show_lobby(line), _hear_out(line))

    await attend(socket, serve)


async def _show_lobby(line: Line) -> None:
    house = line.house
    viewer = None if line.person is None else line.person.id
    topics = [LOBBY] if viewer is None else [LOBBY, person_topic(viewer)]
    shown: list[int] = []
    with house.notices.listen(*topics) as ear:
        while not house.closing:
            shown = await _send_new(line, await _lobby_messages(house, viewer), shown)
            await ear.wait()
    await line.bye("restart")


async def _send_new(line: Line, payloads: list[bytes], shown: list[int]) -> list[int]:
    """Send what differs from the last time; of that, only hashes are remembered."""
    hashes = [hash(payload) for payload in payloads]
    await line.send_all([each for each in payloads if hash(each) not in shown])
    return hashes


async def _lobby_messages(house: House, viewer: str | None) -> list[bytes]:
    lobby = await _lobby_message(house, viewer)
    return [lobby] if viewer is None else [lobby, await my_tables_message(house, viewer)]


async def _lobby_message(house: House, viewer: str | None) -> bytes:
    sheets = await house.database.read(lambda c: lists.public(c, None, None))
    return orjson.dumps({"type": "lobby", "tables": plain_tables(house, sheets, viewer)})


async def _hear_out(line: Line) -> None:
    while True:
        text = await line.hear()
        try:
            message = commands.read(text)
            if not isinstance(message, commands.PingMessage):
                raise Problem(400, "bad-message", why="ping alone")
        except Problem as problem:
            await line.refuse(problem, commands.id_in(text))
        else:
            await line.tell({"type": "pong"})
