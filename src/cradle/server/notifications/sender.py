"""The sender: takes what is due from the outbox, sends it, and tries again what didn't go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial

from sqlalchemy import Connection

from cradle.server.metrics import Metrics
from cradle.server.notifications.message import NeverSent, NotSent, Outgoing, Transport
from cradle.server.notifications.relevance import Decision, Judged, decide
from cradle.server.notifications.wording import word
from cradle.server.store import channels, one_time, outbox
from cradle.server.store.database import Database
from cradle.server.store.one_time import RESET, new_secret
from cradle.server.store.outbox import DROPPED, FAILED, LEASE_MS, SENT, Batch
from cradle.server.timestamps import HOUR_MS, now_ms

LOGGER = logging.getLogger("cradle.server")
AT_ONCE = 20
SEND_S = 30.0  # Well below the lease: who sends still holds it.
MOST_TRIES = 8
FIRST_WAIT_MS = 30_000
LONGEST_WAIT_MS = 6 * HOUR_MS


def wait_ms(tries: int) -> int:
    """How long to wait after so many tries: four times as long each time."""
    return min(FIRST_WAIT_MS << 2 * (tries - 1), LONGEST_WAIT_MS)


def nobody_looks(table: str, person: str) -> bool:
    """Where nobody can look at a table."""
    return False


class Sender:
    """Sends by these transports; `looks` says whether a person is at a table right now."""

    def __init__(
        self,
        database: Database,
        transports: Mapping[str, Transport],
        metrics: Metrics | None = None,
        looks: Callable[[str, str], bool] = nobody_looks,
        clock: Callable[[], int] = now_ms,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self.database = database
        self.transports = transports
        self.metrics = metrics or database.metrics
        self.looks = looks
        self.clock = clock
        self.lease_ms = lease_ms

    async def send_due(self) -> None:
        """Send everything that is due."""
        while batches := await self._claim():
            await asyncio.gather(*(self._deliver(batch) for batch in batches))

    async def _claim(self) -> list[Batch]:
        now, lease = self.clock(), self.lease_ms
        due = await self.database.read(partial(outbox.is_due, now=now))
        if not due:  # A look costs no turn among those who write.
            return []
        return await self.database.write(
            partial(outbox.claim, now=now, most=AT_ONCE, lease_ms=lease)
        )

    async def _deliver(self, batch: Batch) -> None:
        """Send what is worth it of a batch, under its name, and keep what became of it."""
        now = self.clock()
        found = await self.database.read(lambda c: decide(c, batch, now))
        if found is None or found.channel.kind not in self.transports:
            await self._finish(batch.ids, DROPPED)
            return
        told = [each for each in found.judged if each.told and not self._is_seen(each)]
        ids = {each.row.id for each in told}
        rest = [each for each in found.judged if each.row.id not in ids]
        if rest:
            await self.database.write(lambda c: _leave_out(c, rest, now))
        if told:
            await self._send(found, batch, told)

    def _is_seen(self, each: Judged) -> bool:
        table = each.row.table
        return table is not None and self.looks(table, each.row.person)

    async def _send(self, found: Decision, batch: Batch, told: list[Judged]) -> None:
        ids = [each.row.id for each in told]
        secret = await self._secret(found.person.id) if told[0].row.event == RESET else ""
        message = word(batch.name, found.channel, found.person, told, secret)
        try:
            await self._hand_over(message)
        except NeverSent as refusal:
            await self._give_up(found, ids, refusal)
        except NotSent as refusal:
            await self._try_again(found, ids, max(each.row.tries for each in told), refusal)
        else:
            self.metrics.told.labels(found.channel.kind, SENT).inc()
            await self._finish(ids, SENT)
            if found.channel.fault is not None:
                await self._note_fault(found.channel.id, None)

    async def _secret(self, person: str) -> str:
        """What lets somebody choose a new password; made now, for only its hash is kept."""
        secret, now = new_secret(), self.clock()
        await self.database.write(lambda c: one_time.add(c, RESET, secret, now, person))
        return secret

    async def _hand_over(self, message: Outgoing) -> None:
        """Let the transport send it, but not for longer than we may."""
        transport = self.transports[message.channel.kind]
        try:
            await asyncio.wait_for(transport.send(message), SEND_S)
        except TimeoutError:
            raise NotSent(f"no answer within {SEND_S:.0f} seconds") from None

    async def _try_again(
        self, found: Decision, ids: list[str], tries: int, refusal: NotSent
    ) -> None:
        if tries >= MOST_TRIES:
            await self._give_up(found, ids, refusal)
            return
        later = self.clock() + wait_ms(tries)
        self.metrics.told.labels(found.channel.kind, "again").inc()
        await self.database.write(lambda c: outbox.try_again(c, ids, later))
        await self._note_fault(found.channel.id, str(refusal))

    async def _give_up(self, found: Decision, ids: list[str], refusal: NotSent) -> None:
        channel = found.channel
        LOGGER.warning("not sent: %s %s: %s", channel.kind, channel.id, refusal)
        self.metrics.told.labels(channel.kind, FAILED).inc()
        await self._finish(ids, FAILED)
        stopped = {"stopped_at": self.clock()} if getattr(refusal, "gone", False) else {}
        await self._note_fault(channel.id, str(refusal), **stopped)

    async def _note_fault(self, channel: str, fault: str | None, **more: int) -> None:
        await self.database.write(lambda c: channels.change(c, channel, fault=fault, **more))

    async def _finish(self, ids: list[str], outcome: str) -> None:
        now = self.clock()
        await self.database.write(lambda c: outbox.finish(c, ids, outcome, now))


def _leave_out(connection: Connection, judged: list[Judged], now: int) -> None:
    """What isn't told now is told later, or never."""
    for each in judged:
        if each.until is not None:
            outbox.put_off(connection, [each.row.id], each.until)
        else:
            outbox.finish(connection, [each.row.id], DROPPED, now)
