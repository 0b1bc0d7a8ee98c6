"""Playing over plain HTTP: view, moves, undo, chat, hints, streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import StreamingResponse

from cradle.server.house import House
from cradle.server.http import auth
from cradle.server.http.dependencies import (
    REFUSALS,
    SeatWish,
    Somebody,
    TheHouse,
    TheTable,
    Visitor,
    address,
    id_of,
    lean,
    table_answer,
)
from cradle.server.http.routes.tables import plain_tables
from cradle.server.http.shapes import play, tables as shapes
from cradle.server.problems import Problem, nobody
from cradle.server.store import lists
from cradle.server.store.chat import lines as chat_lines
from cradle.server.tables import answers, chat, hints as hints_of, previews, undo as undos
from cradle.server.tables.answers import Answer, Done
from cradle.server.tables.feed import Feed
from cradle.server.tables.live import Live
from cradle.server.tables.messages import eyes, play_message
from cradle.server.tables.notices import person_topic

router = APIRouter(prefix="/api", tags=["play"], responses=REFUSALS)
Texts = Annotated[list[str], Query(max_length=previews.MOST)]
Since = Annotated[int, Query(ge=0, le=10**9)]
HEARTBEAT_S = 15.0
NDJSON = "application/x-ndjson"
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {}}}}


@router.get("/tables/{table}/view", response_model=play.Play)
async def read_view(
    house: TheHouse, live: TheTable, person: Visitor, seat: SeatWish = None, since: Since = 0
) -> Any:
    """Where a table stands for me, and what happened since."""

    async def work(live: Live) -> dict[str, Any]:
        if live.board is None:
            raise Problem(409, "not-playing")
        listener = eyes(live.sheet, id_of(person), seat)
        return play_message(live, listener, since)

    return lean(await answers.at_table(house, live.id, work))


@router.post("/tables/{table}/moves", response_model=play.Done)
async def move(house: TheHouse, live: TheTable, me: Somebody, body: shapes.NewMove) -> Any:
    """Answer; kept for good when this comes back."""
    given = Answer(me.id, body.text, body.id, body.seq, body.seat)
    done = await house.act(answers.answer(house, live.id, given))
    return lean(plain_done(body.id, done))


def plain_done(id: str | None, done: Done) -> dict[str, Any]:
    """What is answered to something that was done."""
    return {"type": "done", "id": id, "seq": done.seq, "again": done.again, "done": done.done}


@router.post("/tables/{table}/undo", response_model=play.Done)
async def undo(house: TheHouse, live: TheTable, me: Somebody, body: shapes.NewUndo) -> Any:
    """Take back, or ask the others."""
    done = await house.act(undos.undo(house, live.id, me.id, body.seat))
    return lean(plain_done(body.id, done))


@router.post("/tables/{table}/undo-answer", response_model=shapes.Table)
async def undo_answer(house: TheHouse, live: TheTable, me: Somebody, body: shapes.Agree) -> Any:
    """Agree to a request to take back, or not."""
    await house.act(undos.agree(house, live.id, me.id, body.agree))
    return await table_answer(house, live, me)


@router.get("/tables/{table}/hints", response_model=list[play.Hint])
async def hints(
    house: TheHouse, request: Request, live: TheTable, me: Somebody, seat: SeatWish = None
) -> Any:
    """What a strong bot would do with what I know."""
    lang = auth.language_of(request, me)
    return lean(await hints_of.hints(house, live, me.id, seat, lang))


@router.get("/tables/{table}/previews", response_model=play.Previews)
async def read_previews(
    house: TheHouse, live: TheTable, me: Somebody, text: Texts, seat: SeatWish = None
) -> Any:
    """What these moves of mine would bring, as far as no dice and no secrets stand in between."""
    return lean(await previews.preview(house, live.id, me.id, seat, text))


@router.get("/tables/{table}/chat", response_model=list[play.Line])
async def read_chat(house: TheHouse, live: TheTable, after: Since = 0) -> Any:
    """What was said."""
    return lean(await house.database.read(lambda c: chat_lines(c, live.id, after)))


@router.post("/tables/{table}/chat", response_model=play.Line, status_code=201)
async def say(house: TheHouse, live: TheTable, me: Somebody, body: shapes.NewLine) -> Any:
    """Say something."""
    number = await house.act(chat.say(house, live, me, body.text, body.id))
    lines = await house.database.read(lambda c: chat_lines(c, live.id, number - 1))
    return lean(lines[0], 201)


@router.get("/tables/{table}/stream", responses=STREAM, response_class=StreamingResponse)
async def stream(
    house: TheHouse,
    request: Request,
    live: TheTable,
    person: Visitor,
    seat: SeatWish = None,
    seq: Since = 0,
) -> StreamingResponse:
    """Table and play messages, one a line, for as long as you listen."""
    house.limits.admit(address(request))
    feed = Feed(house, live.id, id_of(person), seat, seq, chat=None)
    return StreamingResponse(_lines(house, feed, address(request)), media_type=NDJSON)


async def _lines(house: House, feed: Feed, who: str) -> AsyncIterator[bytes]:
    with house.limits.connected(who):
        async with feed:
            while not house.closing:
                for message in await feed.news():
                    yield message + b"\n"
                message = b""  # Nothing is kept while waiting for the next.
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        await feed.ear.wait()
                except TimeoutError:
                    yield b"\n"
    yield orjson.dumps({"type": "bye", "reason": "restart", "retry_ms": 1000}) + b"\n"


@router.get("/stream", responses=STREAM, response_class=StreamingResponse)
async def my_stream(house: TheHouse, request: Request, person: Visitor) -> StreamingResponse:
    """My running tables, those that ask me first, whenever one of them changed."""
    if person is None:
        raise nobody()
    house.limits.admit(address(request))
    lines = _my_lines(house, person.id, address(request))
    return StreamingResponse(lines, media_type=NDJSON)


async def my_tables_message(house: House, person: str) -> bytes:
    """My running tables as a message."""
    sheets = await house.database.read(lambda c: lists.running(c, person))
    return orjson.dumps({"type": "mine", "tables": plain_tables(house, sheets, person)})


async def _my_lines(house: House, person: str, who: str) -> AsyncIterator[bytes]:
    with house.limits.connected(who), house.notices.listen(person_topic(person)) as ear:
        while not house.closing:
            yield await my_tables_message(house, person) + b"\n"
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await ear.wait()
            except TimeoutError:
                yield b"\n"
    yield orjson.dumps({"type": "bye", "reason": "restart", "retry_ms": 1000}) + b"\n"
