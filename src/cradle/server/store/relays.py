"""Relays: what carries notices between processes on one database, PostgreSQL itself or Redis.

A notice says that something is worth a new look, and nothing depends on it: what is lost while a
line is down, a process finds out by looking at everything it has in memory as soon as it hears
again, and every few seconds anyway.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import sleep
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from cradle.server.ids import new_id

MOST_WAITING = 10_000
PAUSE_S = 0.01  # After a message; what is called meanwhile is told, and then read, together.
AT_ONCE = 100  # A notice of PostgreSQL's may have 8000 bytes; a topic has at most 64.


@dataclass(frozen=True)
class Ears:
    """What is done with a topic that was called elsewhere, and whenever a line is up again."""

    hear: Callable[[str], None]
    look: Callable[[], None]


class Relay(Protocol):
    """Tells other processes what was called here, and its ears what was called there."""

    def send(self, topics: Iterable[str]) -> None:
        """Have topics told elsewhere."""

    async def receive_all(self) -> None:
        """Hear what others say, for as long as the line is up."""

    async def send_all(self) -> None:
        """Say what was called here, for as long as the line is up."""


class Topics:
    """Topics that wait to be told elsewhere, each once; `name` says whose they are."""

    def __init__(self) -> None:
        self.name = new_id()
        self.waiting: set[str] = set()
        self.called = asyncio.Event()
        self.rests_until = 0.0

    def add(self, topics: Iterable[str]) -> None:
        """Let topics wait."""
        if len(self.waiting) > MOST_WAITING:  # The line has been down for long.
            self.waiting.clear()
        self.waiting.update(topics)
        self.called.set()

    async def next(self) -> str:
        """The next message, as soon as anything waits, but not too soon after the last."""
        while not self.waiting:
            self.called.clear()
            await self.called.wait()
        if (rest := self.rests_until - time.monotonic()) > 0:
            await sleep(rest)
        self.rests_until = time.monotonic() + PAUSE_S
        some = [self.waiting.pop() for _ in range(min(AT_ONCE, len(self.waiting)))]
        return " ".join([self.name, *some])

    def hear(self, ears: Ears, message: str) -> None:
        """Tell of a message, unless it is our own."""
        sender, *topics = message.split()
        for topic in topics if sender != self.name else ():
            ears.hear(topic)
