"""The sender: takes what is due from the outbox, sends it, and tries again what didn't go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial

from sqlalchemy import Connection

from cradle.server.metrics import Metrics
from cradle.server.notifications.message import (
    Begin,
    NeverSent,
    NotSent,
    Outgoing,
    Transport,
    Unanswered,
)
from cradle.server.notifications.relevance import Decision, Judged, decide
from cradle.server.notifications.wording import word
from cradle.server.store import channels, one_time_secrets, outbox
from cradle.server.store.database import Database
from cradle.server.store.one_time_secrets import RESET, new_secret
from cradle.server.store.outbox import DROPPED, FAILED, LEASE_MS, SENT, UNKNOWN, Batch
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


class Overtaken(Exception):
    """A message that somebody else sends by now: we were too slow."""


class Attempt:
    """One try to send a batch, or some of it; whether it may have come through."""

    def __init__(self, database: Database, batch: Batch, ids: list[str]) -> None:
        self.database = database
        self.batch = batch
        self.ids = ids
        self.begun = False

    async def begin(self, now: int) -> None:
        """Keep that it may come through from now on, unless somebody else has it."""
        work = partial(outbox.begin, batch=self.batch, ids=self.ids, now=now)
        if not await self.database.write(work):
            raise Overtaken
        self.begun = True

    def is_unsure(self, refusal: NotSent) -> bool:
        """Whether the other side may have it, now that this try has failed."""
        return self.batch.begun or (self.begun and isinstance(refusal, Unanswered))


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
        if told and batch.begun and not self._may_repeat(found):
            await self._lose_sight(found, [each.row.id for each in told])
        elif told:
            await self._send(found, batch, told)

    def _may_repeat(self, found: Decision) -> bool:
        """Whether what may have come through is sent again."""
        return self.transports[found.channel.kind].knows_again(found.channel)

    def _is_seen(self, each: Judged) -> bool:
        table = each.row.table
        return table is not None and self.looks(table, each.row.person)

    async def _send(self, found: Decision, batch: Batch, told: list[Judged]) -> None:
        ids = [each.row.id for each in told]
        secret = await self._secret(found.person.id) if told[0].row.kind == RESET else ""
        message = word(batch.name, found.channel, found.person, told, secret)
        attempt = Attempt(self.database, batch, ids)
        try:
            await self._hand_over(message, lambda: attempt.begin(self.clock()))
        except Overtaken:
            return
        except NeverSent as refusal:
            await self._give_up(found, ids, refusal)
        except NotSent as refusal:
            unsure = attempt.is_unsure(refusal)
            if unsure and not self._may_repeat(found):
                await self._lose_sight(found, ids, refusal)
            else:
                tries = max(each.row.tries for each in told)
                await self._try_again(found, ids, tries, refusal, unsure)
        else:
            self.metrics.told.labels(found.channel.kind, SENT).inc()
            await self._finish(ids, SENT)
            if found.channel.fault is not None:
                await self._note_fault(found.channel.id, None)

    async def _secret(self, person: str) -> str:
        """What lets somebody choose a new password; made now, for only its hash is kept."""
        secret, now = new_secret(), self.clock()
        await self.database.write(lambda c: one_time_secrets.add(c, RESET, secret, now, person))
        return secret

    async def _hand_over(self, message: Outgoing, begin: Begin) -> None:
        """Let the transport send it, but not for longer than we may."""
        transport = self.transports[message.channel.kind]
        try:
            await asyncio.wait_for(transport.send(message, begin), SEND_S)
        except TimeoutError:
            raise Unanswered(f"no answer within {SEND_S:.0f} seconds") from None

    async def _try_again(
        self, found: Decision, ids: list[str], tries: int, refusal: NotSent, unsure: bool
    ) -> None:
        if tries >= MOST_TRIES:
            await self._give_up(found, ids, refusal)
            return
        later = self.clock() + wait_ms(tries)
        self.metrics.told.labels(found.channel.kind, "again").inc()
        await self.database.write(lambda c: outbox.try_again(c, ids, later, unsure))
        await self._note_fault(found.channel.id, str(refusal))

    async def _give_up(self, found: Decision, ids: list[str], refusal: NotSent) -> None:
        channel = found.channel
        LOGGER.warning("not sent: %s %s: %s", channel.kind, channel.id, refusal)
        self.metrics.told.labels(channel.kind, FAILED).inc()
        await self._finish(ids, FAILED)
        stopped = {"stopped_at": self.clock()} if getattr(refusal, "gone", False) else {}
        await self._note_fault(channel.id, str(refusal), **stopped)

    async def _lose_sight(
        self, found: Decision, ids: list[str], refusal: NotSent | None = None
    ) -> None:
        """What may have come through, and would be shown a second time, isn't sent again."""
        channel = found.channel
        LOGGER.warning("perhaps sent: %s %s: %s", channel.kind, channel.id, refusal or "a crash")
        self.metrics.told.labels(channel.kind, UNKNOWN).inc()
        await self._finish(ids, UNKNOWN)
        if refusal is not None:
            await self._note_fault(channel.id, str(refusal))

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
