"""Streams: the messages of a socket, one a line, for as long as somebody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from cradle.server.http.auth import address
from cradle.server.http.dependencies import (
    REFUSALS,
    SeatQuery,
    Somebody,
    TheLimits,
    TheTable,
    TheTables,
    TheTasks,
    Visitor,
    id_of,
)
from cradle.server.http.limits import Limits
from cradle.server.http.routes.play import Since
from cradle.server.tables.feed import Feed
from cradle.server.tables.lobby import my_tables_message
from cradle.server.tables.notices import Listener, person_topic
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks

router = APIRouter(prefix="/api", tags=["play"], responses=REFUSALS)
HEARTBEAT_S = 15.0
NDJSON = "application/x-ndjson"
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {}}}}
BYE = orjson.dumps({"type": "bye", "reason": "restart", "retry_ms": 1000}) + b"\n"


@router.get("/tables/{table}/stream", responses=STREAM, response_class=StreamingResponse)
async def stream(
    tables: TheTables,
    tasks: TheTasks,
    limits: TheLimits,
    request: Request,
    live: TheTable,
    person: Visitor,
    seat: SeatQuery = None,
    seq: Since = 0,
) -> StreamingResponse:
    """Table and play messages, one a line, for as long as you listen."""
    limits.admit(address(request))
    feed = Feed(tables, live.id, id_of(person), seat, seq, chat=None)
    lines = _feed_lines(tasks, limits, feed, address(request))
    return StreamingResponse(lines, media_type=NDJSON)


async def _feed_lines(tasks: Tasks, limits: Limits, feed: Feed, who: str) -> AsyncIterator[bytes]:
    with limits.connected(who):
        async with feed:
            while not tasks.closing:
                for message in await feed.news():
                    yield message + b"\n"
                message = b""  # Nothing is kept while waiting for the next.
                if not await _called(feed.listener):
                    yield b"\n"
    yield BYE


@router.get("/stream", responses=STREAM, response_class=StreamingResponse)
async def my_stream(
    tables: TheTables, tasks: TheTasks, limits: TheLimits, request: Request, me: Somebody
) -> StreamingResponse:
    """My running tables, those that ask me first, whenever one of them changed."""
    limits.admit(address(request))
    lines = _my_lines(tables, tasks, limits, me.id, address(request))
    return StreamingResponse(lines, media_type=NDJSON)


async def _my_lines(
    tables: Tables, tasks: Tasks, limits: Limits, person: str, who: str
) -> AsyncIterator[bytes]:
    with limits.connected(who), tables.notices.listen(person_topic(person)) as listener:
        while not tasks.closing:
            yield await my_tables_message(tables, person) + b"\n"
            if not await _called(listener):
                yield b"\n"
    yield BYE


async def _called(listener: Listener) -> bool:
    """Wait for something new; False if nothing was for a while."""
    try:
        async with asyncio.timeout(HEARTBEAT_S):
            await listener.wait()
    except TimeoutError:
        return False
    return True
