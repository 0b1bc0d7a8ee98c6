"""The live channel: one socket a table, and one for the lobby."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter

from cradle.server.http import commands
from cradle.server.http.connection import SocketClient, TheClient, both
from cradle.server.http.dependencies import TABLE_PATTERN, TheTables, TheWatched
from cradle.server.problems import Problem, missing
from cradle.server.store.database import AWAY, unavailable
from cradle.server.store.log import Answer
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import answers, chat, seats, undo
from cradle.server.tables.feed import Feed
from cradle.server.tables.lobby import Watched
from cradle.server.tables.messages import plain_receipt
from cradle.table.errors import Refusal

router = APIRouter(prefix="/api")
TABLE_ID = re.compile(TABLE_PATTERN)


@router.websocket("/tables/{table}/socket")
async def table_socket(client: TheClient, tables: TheTables, table: str) -> None:
    """Everything at one table."""

    async def work(hello: commands.Hello) -> None:
        if not TABLE_ID.fullmatch(table):
            raise missing()
        feed = Feed(tables, table, client.viewer, hello.seat, hello.seq, hello.chat)
        async with feed:
            await both(_speak(client, feed), _listen(client, feed))

    await client.serve(work)


async def _speak(client: SocketClient, feed: Feed) -> None:
    while not client.tasks.closing:
        await client.send_all(await feed.news())
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
        case commands.MoveMessage():
            answer = Answer(message.seat, message.text, client.me.id, message.id)
            receipt = await answers.take(tables, table, answer, message.seq)
        case commands.UndoMessage():
            receipt = await undo.undo(tables, key(message.id), message.seat)
        case commands.AgreeMessage():
            receipt = await undo.agree(tables, key(message.id), message.agree)
        case commands.AutomaticMessage():
            receipt = await seats.set_automatic(tables, key(message.id), message.on)
        case commands.SayMessage():
            live = await tables.get(table)
            said = await tables.act(chat.say(tables, live, client.me, message.text, message.id))
            receipt = Receipt(table, feed.seq, again=said.again)
        case commands.Hello():
            raise Problem(400, "bad-message", why="hello comes once")
    return plain_receipt(message.id, receipt)


@router.websocket("/socket")
async def lobby_socket(client: TheClient, watched: TheWatched) -> None:
    """The lobby: public tables, and mine."""

    async def work(_: commands.Hello) -> None:
        whose = [None] if client.viewer is None else [None, client.viewer]
        await both(*(_show_list(client, watched, each) for each in whose), _hear_out(client))
        if client.tasks.closing:
            await client.bye("restart")

    await client.serve(work)


async def _show_list(client: SocketClient, watched: Watched, person: str | None) -> None:
    with watched.watch(person) as watcher:
        while not client.tasks.closing:
            await client.send_all(watcher.news())
            await watcher.wait()


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
