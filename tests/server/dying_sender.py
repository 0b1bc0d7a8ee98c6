"""A process that sends by real transports and kills itself at a point: see test_killed_sender.

`python dying_sender.py POINT SETTINGS`: once every channel has come to the point, it is over.
Without a point it is a later one, for which whatever the one before had claimed is free again.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass, field

from cradle.server.notifications.message import Begin, Outgoing, Transport
from cradle.server.notifications.sender import Sender
from cradle.server.notifications.transports import make_transports
from cradle.server.settings import ServerSettings
from cradle.server.store.channels import Channel
from cradle.server.store.database import Database, make_engine
from cradle.server.store.outbox import LEASE_MS
from cradle.server.timestamps import now_ms

CHANNELS = 4


@dataclass
class Death:
    """Comes when all are there."""

    point: str
    here: list[str] = field(default_factory=list)

    async def meet(self, point: str, channel: Channel) -> None:
        """Wait for it, if this is the point."""
        if point == self.point:
            self.here.append(channel.id)
            while len(self.here) < CHANNELS:
                await asyncio.sleep(0.01)
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Dying:
    """A transport that dies on the way."""

    transport: Transport
    death: Death

    def knows_again(self, channel: Channel) -> bool:
        return self.transport.knows_again(channel)

    async def send(self, message: Outgoing, begin: Begin) -> None:
        async def note() -> None:
            await begin()
            await self.death.meet("begun", message.channel)

        await self.death.meet("claimed", message.channel)
        await self.transport.send(message, note)
        await self.death.meet("taken", message.channel)


async def live(point: str, settings: ServerSettings) -> None:
    """Send what is due, or die."""
    database, death = Database(make_engine(settings.url)), Death(point)
    found = {kind: Dying(way, death) for kind, way in make_transports(settings).items()}
    later = 0 if point else LEASE_MS
    await Sender(database, found, clock=lambda: now_ms() + later).send_due()
    if point == "noted":
        os.kill(os.getpid(), signal.SIGKILL)
    database.close()


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], ServerSettings(**json.loads(sys.argv[2]))))
