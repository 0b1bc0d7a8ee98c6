"""Streams: the messages of a socket, one a line, for as long as somebody listens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, contextmanager
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from cradle.server.http.auth import address
from cradle.server.http.dependencies import (
    REFUSALS,
    SeatQuery,
    Somebody,
    TheAccess,
    TheLimits,
    TheMetrics,
    TheTable,
    TheTables,
    TheTasks,
    TheVisits,
    TheWatched,
    Visitor,
    id_of,
)
from cradle.server.http.limits import Limits
from cradle.server.http.routes.play import Since
from cradle.server.http.visits import Visit, Visits
from cradle.server.metrics import Metrics
from cradle.server.people.access import Access
from cradle.server.tables.feed import Feed
from cradle.server.tables.lobby import Watched
from cradle.server.tables.notices import Listener
from cradle.server.tasks import Tasks

router = APIRouter(prefix="/api", tags=["play"], responses=REFUSALS)
HEARTBEAT_S = 15.0
NDJSON = "application/x-ndjson"
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {}}}}


def _bye(visit: Visit) -> bytes:
    reason = "signed-out" if visit.ended.is_set() else "restart"
    return orjson.dumps({"type": "bye", "reason": reason, "retry_ms": 1000}) + b"\n"


class Stay:
    """How long a stream goes on: as long as the server and the listener's way in do."""

    def __init__(
        self,
        address: str,
        limits: Limits,
        metrics: Metrics,
        tasks: Tasks,
        visits: Visits,
        access: Access | None,
    ) -> None:
        self.address = address
        self.person = None if access is None else access.person.id
        self.limits = limits
        self.metrics = metrics
        self.tasks = tasks
        self.visits = visits
        self.hash = None if access is None else access.hash

    def over(self, visit: Visit) -> bool:
        """Whether it is time to go."""
        return self.tasks.closing or visit.ended.is_set()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Be counted as connected, or refused."""
        with ExitStack() as counted:
            counted.enter_context(self.limits.from_address(self.address))
            if self.person is not None:
                counted.enter_context(self.limits.of_person(self.person))
            counted.enter_context(self.metrics.sockets.track_inprogress())
            yield

    def __call__(self, listener: Listener) -> AbstractAsyncContextManager[Visit]:
        """A visit that the listener is woken to end."""
        return self.visits.stay(self.hash, listener.called.set)


async def staying(
    request: Request,
    limits: TheLimits,
    metrics: TheMetrics,
    tasks: TheTasks,
    visits: TheVisits,
    access: TheAccess,
) -> Stay:
    """Whoever asks for a stream."""
    return Stay(address(request), limits, metrics, tasks, visits, access)


TheStay = Annotated[Stay, Depends(staying)]


class Stream(StreamingResponse):
    """Lines, for as long as somebody is let in and listens."""

    def __init__(self, stay: Stay, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, media_type=NDJSON)
        self.stay = stay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, counted until the last line."""
        with self.stay.counted():
            await super().__call__(scope, receive, send)


@router.get("/tables/{table}/stream", responses=STREAM, response_class=StreamingResponse)
async def stream(
    tables: TheTables,
    stay: TheStay,
    live: TheTable,
    person: Visitor,
    seat: SeatQuery = None,
    seq: Since = 0,
) -> Stream:
    """Table and play messages, one a line, for as long as you listen."""
    feed = Feed(tables, live.id, id_of(person), seat, seq, chat=None)
    return Stream(stay, _feed_lines(stay, feed))


async def _feed_lines(stay: Stay, feed: Feed) -> AsyncIterator[bytes]:
    async with stay(feed.listener) as visit, feed:
        while not stay.over(visit):
            for message in await feed.news():
                yield message + b"\n"
            message = b""  # Nothing is kept while waiting for the next.
            if not await feed.listener.wait(HEARTBEAT_S):
                yield b"\n"
    yield _bye(visit)


@router.get("/stream", responses=STREAM, response_class=StreamingResponse)
async def my_stream(watched: TheWatched, stay: TheStay, me: Somebody) -> Stream:
    """My running tables, those that ask me first, whenever one of them changed."""
    return Stream(stay, _my_lines(watched, stay, me.id))


async def _my_lines(watched: Watched, stay: Stay, person: str) -> AsyncIterator[bytes]:
    with watched.watch(person) as watcher:
        async with stay(watcher.listener) as visit:
            while not stay.over(visit):
                for message in watcher.news():
                    yield message + b"\n"
                if not await watcher.listener.wait(HEARTBEAT_S):
                    yield b"\n"
    yield _bye(visit)
