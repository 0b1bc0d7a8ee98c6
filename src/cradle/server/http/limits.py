"""How often is too often: buckets that fill up with time, one an address and kind."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.slot import leave_slot

MINUTE = 60.0
MOST_BUCKETS = 100_000
MOST_HELD = 8  # Refusals that one address waits for at once: each is a connection that stays.


class Bucket:
    """So many a minute, and as many at once."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self.left = float(rate)
        self.at = now

    def take(self, now: float) -> float:
        """Take one: 0 if there was one, otherwise the seconds to wait."""
        self.left = min(self.rate, self.left + (now - self.at) * self.rate / MINUTE)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) * MINUTE / self.rate if self.rate else MINUTE

    def full(self, now: float) -> bool:
        """Whether it is as if it had never been used."""
        return self.left + (now - self.at) * self.rate / MINUTE >= self.rate


class Limits:
    """All buckets of a server, and who is connected to it."""

    def __init__(self, settings: ServerSettings) -> None:
        self.rates = {
            "request": settings.requests,
            "file": settings.files,
            "login": settings.logins,
            "guest": settings.guests,
            "handshake": settings.handshakes,
            "table": settings.new_tables,
            "upload": settings.uploads,
            "chat": settings.chat,
            "reaction": settings.reactions,
            "channel": settings.channels,
            "social": settings.social,
        }
        self.messages = settings.messages
        self.address_sockets = settings.sockets
        self.person_sockets = settings.person_sockets
        self.hold_s = settings.hold_ms / 1000
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.open: Counter[str] = Counter()
        self.held: Counter[str] = Counter()

    def take(self, kind: str, *who: str) -> None:
        """Count one for each of these, or refuse."""
        now = time.monotonic()
        wait = max(self._bucket(kind, each, now).take(now) for each in who)
        if wait:
            raise Problem(429, "too-often", seconds=int(wait) + 1)

    def _bucket(self, kind: str, who: str, now: float) -> Bucket:
        if len(self.buckets) > MOST_BUCKETS:
            self.sweep()
            for key in list(self.buckets)[: len(self.buckets) - MOST_BUCKETS // 2]:
                del self.buckets[key]  # The oldest; so it is long until there are too many again.
        bucket = self.buckets.get((kind, who))
        if bucket is None:
            bucket = self.buckets[(kind, who)] = Bucket(self.rates[kind], now)
        return bucket

    def bucket(self) -> Bucket:
        """A bucket for the messages of one socket."""
        return Bucket(self.messages, time.monotonic())

    def from_address(self, address: str) -> AbstractContextManager[None]:
        """Count a socket or stream of an address, or refuse one too many."""
        if self.open[address] >= self.address_sockets:
            raise Problem(429, "too-many-sockets", seconds=10)
        return self._counted(self.open, address)

    def of_person(self, person: str) -> AbstractContextManager[None]:
        """Count a socket or stream of a person, or refuse one too many."""
        if self.open[person] >= self.person_sockets:
            raise Problem(429, "too-many-own-sockets", seconds=10, most=self.person_sockets)
        return self._counted(self.open, person)

    async def hold(self, address: str) -> None:
        """Let a refusal wait: who asks again as soon as it comes asks less often."""
        leave_slot()
        if self.hold_s and self.held[address] < MOST_HELD:
            with self._counted(self.held, address):
                await asyncio.sleep(self.hold_s)

    def _counted(self, counts: Counter[str], who: str) -> AbstractContextManager[None]:
        """Count at once: whoever comes in between finds it counted."""
        counts[who] += 1
        return self._until_gone(counts, who)

    @contextmanager
    def _until_gone(self, counts: Counter[str], who: str) -> Iterator[None]:
        try:
            yield
        finally:
            counts[who] -= 1
            if not counts[who]:
                del counts[who]

    def sweep(self) -> None:
        """Forget buckets that are full again."""
        now = time.monotonic()
        self.buckets = {key: each for key, each in self.buckets.items() if not each.full(now)}

    async def sweep_later(self) -> None:
        """The same, for whoever does it again and again."""
        self.sweep()
