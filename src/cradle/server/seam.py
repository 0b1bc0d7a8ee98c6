"""What another process would have to know goes through here: that something is worth a new look.

A notice holds no content, only a topic: `table/<id>`, `person/<id>`, `lobby`. Whoever hears it
looks at the database's truth again. In memory here; LISTEN/NOTIFY or a broker could take its place.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

LOBBY = "lobby"


def table_topic(table: str) -> str:
    """Something happened at a table."""
    return f"table/{table}"


def person_topic(person: str) -> str:
    """Something happened at one of a person's tables."""
    return f"person/{person}"


class Ear:
    """One listener: wakes up when any of its topics is called."""

    def __init__(self, board: NoticeBoard, topics: list[str]) -> None:
        self.board = board
        self.topics = topics
        self.called = asyncio.Event()

    async def wait(self) -> None:
        """Sleep until there is something new; calls in between count as one."""
        await self.called.wait()
        self.called.clear()

    def __enter__(self) -> Ear:
        for topic in self.topics:
            self.board.ears[topic].add(self)
        return self

    def __exit__(self, *_: object) -> None:
        for topic in self.topics:
            self.board.ears[topic].discard(self)
            if not self.board.ears[topic]:
                del self.board.ears[topic]


class NoticeBoard:
    """Notices within one process."""

    def __init__(self) -> None:
        self.ears: defaultdict[str, set[Ear]] = defaultdict(set)

    def call(self, *topics: str) -> None:
        """Wake whoever listens to any of these topics."""
        for topic in topics:
            if topic in self.ears:
                for ear in self.ears[topic]:
                    ear.called.set()

    def listen(self, *topics: str) -> Ear:
        """An ear for these topics, open while its `with` lasts."""
        return Ear(self, list(topics))

    def wake_all(self) -> None:
        """Wake everybody, as when the server goes down."""
        self.call(*list(self.ears))
