"""How often is too often: buckets that fill up with time, one an address and kind."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings

MINUTE = 60.0
MOST_BUCKETS = 100_000


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
    """All buckets of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.rates = {
            "request": settings.requests,
            "login": settings.logins,
            "guest": settings.guests,
        }
        self.messages = settings.messages
        self.sockets = settings.sockets
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.open: Counter[str] = Counter()

    def take(self, kind: str, who: str) -> None:
        """Count one, or refuse."""
        now = time.monotonic()
        if len(self.buckets) > MOST_BUCKETS:
            self.sweep()
        bucket = self.buckets.get((kind, who))
        if bucket is None:
            bucket = self.buckets[(kind, who)] = Bucket(self.rates[kind], now)
        wait = bucket.take(now)
        if wait:
            raise Problem(429, "too-often", seconds=int(wait) + 1)

    def bucket(self) -> Bucket:
        """A bucket for the messages of one socket."""
        return Bucket(self.messages, time.monotonic())

    def admit(self, who: str) -> None:
        """Refuse one socket or stream too many."""
        if self.open[who] >= self.sockets:
            raise Problem(429, "too-many-sockets", seconds=10)

    @contextmanager
    def connected(self, who: str) -> Iterator[None]:
        """Count an open socket or stream."""
        self.open[who] += 1
        try:
            yield
        finally:
            self.open[who] -= 1
            if not self.open[who]:
                del self.open[who]

    def sweep(self) -> None:
        """Forget buckets that are full again."""
        now = time.monotonic()
        self.buckets = {key: each for key, each in self.buckets.items() if not each.full(now)}

    async def sweep_later(self) -> None:
        """The same, for whoever does it again and again."""
        self.sweep()
