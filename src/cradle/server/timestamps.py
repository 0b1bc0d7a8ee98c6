"""Moments, as they are kept and told: whole milliseconds; and the server's own time, for clocks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MINUTE_MS = 60_000
HOUR_MS = 3_600_000
DAY_MS = 86_400_000
BEAT_MS = 10_000  # How often the server's time is kept, and the most of it a restart can get wrong.


def now_ms() -> int:
    """The time of day, in whole milliseconds. It may step: nothing that is fair rests on it."""
    return time.time_ns() // 1_000_000


def day_now() -> int:
    """The number of today, counted from 1970 in UTC."""
    return now_ms() // DAY_MS


def monotonic_ms() -> int:
    """A time that only grows, for as long as the process lives."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Beat:
    """The server's time as it is kept, and the time of day at which it was."""

    up_ms: int
    at: int


class ServerTime:
    """How long the server has been up in all its runs: it never steps, and stands while it is down.

    It goes on from the last beat that was kept. The time of day says how long ago that was, but
    isn't believed beyond the time between two beats.
    """

    def __init__(
        self, beat: Beat | None = None, clock: Callable[[], int] = monotonic_ms, at: int = 0
    ) -> None:
        self.clock = clock
        self.start = 0 if beat is None else beat.up_ms + min(max(0, at - beat.at), BEAT_MS)
        self.begun = clock()

    def now(self) -> int:
        """The server's time."""
        return self.start + self.clock() - self.begun

    def catch_up(self, up_ms: int) -> None:
        """Another process is ahead, by less than a beat: go on from there."""
        self.start += max(0, up_ms - self.now())
