"""A process that lets things happen and tells of them, until it is killed: see test_outbox_killed.

It writes each event with a line of chat in one transaction, and sends by a transport that appends
the message's name and what it tells to a file, as a server far away would take it: a mailbox that
knows a mail again, and a chat service that doesn't know a message.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from cradle.server.notifications.message import Begin, Outgoing
from cradle.server.notifications.sender import Sender
from cradle.server.store import chat, outbox
from cradle.server.store.channels import Channel
from cradle.server.store.database import Database, make_engine
from cradle.server.store.outbox import Notification
from cradle.server.timestamps import now_ms

LEASE_MS = 150
PAUSE_S = 0.002


class FarAway:
    """Takes a message, and answers a little later."""

    def __init__(self, file: Path) -> None:
        self.file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def knows_again(self, channel: Channel) -> bool:
        return channel.kind == "mail"

    async def send(self, message: Outgoing, begin: Begin) -> None:
        await begin()
        told = (f"{message.key} {message.channel.id} {item.table}\n" for item in message.items)
        os.write(self.file, "".join(told).encode())
        await asyncio.sleep(PAUSE_S)


def happen(connection: Connection, table: str, number: int) -> None:
    said = chat.say(connection, table, "ada", None, "hello", f"{number}", now_ms())
    outbox.add(connection, [Notification("over", "ben", table, said.number)], now_ms() - 60_000)


async def live(url: str, file: Path, first: int, tables: list[str]) -> None:
    """Let things happen and tell of them, for ever; without tables, tell until all is told."""
    database = Database(make_engine(url))
    transport = FarAway(file)
    every = dict.fromkeys(("mail", "webhook"), transport)
    sender = Sender(database, every, lease_ms=LEASE_MS)
    number = first
    while tables:
        number += 1
        table = tables[number % len(tables)]
        await database.write(partial(happen, table=table, number=number))
        await sender.send_due()
    waiting = True
    while waiting:
        await sender.send_due()
        await asyncio.sleep(LEASE_MS / 1000)
        waiting = await database.read(lambda c: outbox.is_due(c, now_ms() + 2 * LEASE_MS))
    database.close()


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
