"""What another process would have to know goes through here: that something is worth a new look.

A notice holds no content, only a topic: `table/<id>`, `person/<id>`, `lobby`. Whoever hears it
looks at the database's truth again. Between processes on one PostgreSQL a `Courier` carries it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable

LOBBY = "lobby"


def table_topic(table: str) -> str:
    """Something happened at a table."""
    return f"table/{table}"


def table_in(topic: str) -> str | None:
    """The table a topic is about, if it is about one."""
    kind, _, table = topic.partition("/")
    return table if kind == "table" else None


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
    """Notices within one process, and through `abroad`, if there is one, to others."""

    def __init__(self) -> None:
        self.ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self.abroad: Callable[[Iterable[str]], None] | None = None

    def call(self, *topics: str) -> None:
        """Wake whoever listens to any of these topics, wherever they are."""
        self.call_here(*topics)
        if self.abroad is not None:
            self.abroad(topics)

    def call_here(self, *topics: str) -> None:
        """Wake whoever listens in this process: for what others needn't or can't know."""
        for topic in topics:
            if topic in self.ears:
                for ear in self.ears[topic]:
                    ear.called.set()

    def listen(self, *topics: str) -> Ear:
        """An ear for these topics, open while its `with` lasts."""
        return Ear(self, list(topics))

    def wake_all(self) -> None:
        """Wake everybody, as when the server goes down."""
        self.call_here(*list(self.ears))
