"""People at a table who want to be told of what happens, and transports that write down what goes.

There is no socket and no waiting: time is what a test says it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from cradle.server.app import Parts, make_parts, stop
from cradle.server.notifications.message import Begin, Outgoing
from cradle.server.notifications.sender import Sender
from cradle.server.settings import ServerSettings
from cradle.server.store import channels
from cradle.server.store.channels import Channel
from cradle.server.store.log import Answer
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.schema import OUTBOX
from cradle.server.tables import answers
from cradle.server.tables.creation import create, join
from cradle.server.tables.table_request import SeatRequest, TableRequest

START = 1_800_000_000_000  # a Friday in January 2027, 08:00 UTC
MINUTE, HOUR = 60_000, 3_600_000


async def begin() -> None:
    """Where nobody notes that a message begins to go out."""


@dataclass
class Recorder:
    """A transport that writes down what goes, or refuses it; webhooks know nothing again."""

    sent: list[Outgoing] = field(default_factory=list)
    fault: Exception | None = None
    begins: bool = True

    def knows_again(self, channel: Channel) -> bool:
        return channel.kind != "webhook"

    async def send(self, message: Outgoing, begin: Begin) -> None:
        if self.begins:
            await begin()
        if self.fault is not None:
            raise self.fault
        self.sent.append(message)

    @property
    def events(self) -> list[str]:
        """What was told, in its order."""
        return [item.kind for message in self.sent for item in message.items]


class NotificationWorld:
    """A server's parts without a server, and a time that is set by hand."""

    def __init__(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parts = parts
        self.now = START
        self.recorder = Recorder()
        self.looking: set[tuple[str, str]] = set()
        for module in ("registry", "chat", "creation", "change"):
            monkeypatch.setattr(f"cradle.server.tables.{module}.now_ms", lambda: self.now)

    def sender(self) -> Sender:
        """Somebody who sends."""
        every = dict.fromkeys(("mail", "push", "webhook"), self.recorder)
        looks = lambda table, person: (table, person) in self.looking  # noqa: E731
        return Sender(self.parts.database, every, looks=looks, clock=lambda: self.now)

    async def send_after(self, wait: int) -> list[str]:
        """Let time pass, and send what is due: what was told by that."""
        self.now += wait
        before = len(self.recorder.events)
        await self.sender().send_due()
        return self.recorder.events[before:]

    async def person(self, id: str, *kinds: str, **more: Any) -> Person:
        """Somebody who wants to be told by these kinds of channels."""
        database = self.parts.database
        found = await database.write(lambda c: add_guest(c, id, id.title(), {}, self.now))
        for kind in kinds:
            about: dict[str, Any] = {"id": f"{id}-{kind}", "person": id, "kind": kind}
            about |= {"address": f"{id}@{kind}", "label": kind, "created_at": 1, "confirmed_at": 1}
            await database.write(partial(channels.add, channel=Channel(**about | more)))
        return found

    async def table(self, *people: Person, **more: Any) -> str:
        """A running table of these people."""
        first, *others = people
        seats = [SeatRequest("me"), *[SeatRequest("open")] * len(others)]
        wish = TableRequest("stone-age", seats, **more)
        made = await create(self.parts.tables, Key(first.id), wish, first)
        for each in others:
            await join(self.parts.tables, Key(each.id, made.table), each, None, "")
        return made.table

    async def asked(self, table: str) -> str:
        """Whom the table waits for."""
        (person,) = (await self.parts.tables.get(table)).asked_people()
        return person

    async def move(self, table: str) -> str:
        """Let whoever is asked answer until it is somebody else's turn; whose it was."""
        mover = await self.asked(table)
        while await self.asked(table) == mover:
            live = await self.parts.tables.get(table)
            assert live.table is not None
            text = live.table.moves(live.facts.asked[0])[0].text
            await answers.take(self.parts.tables, table, Answer(None, text, mover))
        return mover

    async def wait_for(self, table: str, person: str) -> None:
        """Let the others answer until somebody's turn has come."""
        while await self.asked(table) != person:
            await self.move(table)

    async def rows(self) -> list[Any]:
        """What is in the outbox."""
        query = select(OUTBOX).order_by(OUTBOX.c.id)
        return await self.parts.database.read(lambda c: list(c.execute(query).all()))


def tell(
    settings: ServerSettings,
    monkeypatch: pytest.MonkeyPatch,
    work: Callable[[NotificationWorld], Awaitable[None]],
) -> None:
    """Work with the parts of a server."""

    async def do() -> None:
        parts = make_parts(settings)
        parts.tables.tells = True
        try:
            await work(NotificationWorld(parts, monkeypatch))
        finally:
            await stop(parts)

    asyncio.run(do())
