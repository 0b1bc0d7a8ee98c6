"""Notices: something is worth a new look, here or in another process.

A notice holds no content, only a topic: `table/<id>`, `person/<id>`, `name/<id>` of a person,
`said/<id>` to a person, `event/<id>`, `lobby`, `thinking`, `ended`. Whoever hears it looks at the
database's truth again. Only a reaction, which is kept nowhere, is told whole:
`reaction/<table>/<person>/<name>/<id>`.
Between processes `relay` carries it (`store/relays.py`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress

LOBBY = "lobby"
THINKING = "thinking"  # A bot is asked, and may be let think by any process.
ENDED = "ended"  # Somebody's way in has ended.
AT_ONCE = 10


def table_topic(table: str) -> str:
    """Something happened at a table."""
    return f"table/{table}"


def person_topic(person: str) -> str:
    """Something happened at one of a person's tables."""
    return f"person/{person}"


def name_topic(person: str) -> str:
    """A person has a new name."""
    return f"name/{person}"


def said_topic(person: str) -> str:
    """Somebody has said something at one of a person's tables."""
    return f"said/{person}"


def event_topic(event: str) -> str:
    """Something happened in an event."""
    return f"event/{event}"


def reaction_topic(table: str, person: str, name: str, id: str) -> str:
    """A person has shown a reaction at a table."""
    return f"reaction/{table}/{person}/{name}/{id}"


class Listener:
    """Wakes up when any of its topics is called."""

    def __init__(self, notices: Notices, topics: list[str]) -> None:
        self.notices = notices
        self.topics = topics
        self.called = asyncio.Event()

    async def wait(self, at_most: float | None = None) -> bool:
        """Sleep until there is something new, or so many seconds; whether there is.

        Calls in between count as one.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self.called.wait()
        called = self.called.is_set()
        self.called.clear()
        return called

    def __enter__(self) -> Listener:
        for topic in self.topics:
            self.notices.listeners[topic].add(self)
        return self

    def __exit__(self, *_: object) -> None:
        for topic in self.topics:
            self.notices.listeners[topic].discard(self)
            if not self.notices.listeners[topic]:
                del self.notices.listeners[topic]


class Notices:
    """Notices within one process, and through `relay`, if there is one, to others."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.relay: Callable[[Iterable[str]], None] | None = None

    def call(self, *topics: str) -> None:
        """Wake whoever listens to any of these topics, wherever they are."""
        self.call_here(*topics)
        self.call_elsewhere(*topics)

    def call_elsewhere(self, *topics: str) -> None:
        """Tell other processes alone."""
        if self.relay is not None:
            self.relay(topics)

    def has_listeners(self, topic: str) -> bool:
        """Whether anybody in this process listens to a topic."""
        return topic in self.listeners

    def call_here(self, *topics: str) -> None:
        """Wake whoever listens in this process: for what others needn't or can't know."""
        for topic in topics:
            if topic in self.listeners:
                for listener in self.listeners[topic]:
                    listener.called.set()

    async def call_in_turns(self, topic: str) -> None:
        """The same for a topic of many, a few at a time, so that others are served in between."""
        waiting = list(self.listeners.get(topic, ()))
        for start in range(0, len(waiting), AT_ONCE):
            for listener in waiting[start : start + AT_ONCE]:
                listener.called.set()
            await asyncio.sleep(0)

    def listen(self, *topics: str) -> Listener:
        """A listener to these topics, while its `with` lasts."""
        return Listener(self, list(topics))

    def wake_all(self) -> None:
        """Wake everybody, as when the server goes down."""
        self.call_here(*list(self.listeners))
