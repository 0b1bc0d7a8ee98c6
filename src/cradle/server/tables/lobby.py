"""Lists of tables as a viewer may see them: pages of them, and those that somebody watches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection

from cradle.server.store import lists
from cradle.server.store.facts import RUNNING, TableFacts
from cradle.server.store.lists import Listed
from cradle.server.tables.messages import plain_table
from cradle.server.tables.notices import LOBBY, person_topic
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_list import TableList, Watcher
from cradle.server.tasks import Tasks
from cradle.server.timestamps import MINUTE_MS, now_ms

MOST_SHOWN = 50  # In the lobby, of each state; and of my own tables.
LIVELY_MS = 10 * MINUTE_MS  # Where somebody has moved since, there is something to watch.


def plain_tables(
    tables: Tables, found: Sequence[TableFacts], viewer: str | None
) -> list[dict[str, Any]]:
    """Tables as a viewer may see them."""
    return [plain_table(each, viewer, tables.time, tables.memory.peek(each.id)) for each in found]


def find_public(connection: Connection) -> list[Listed]:
    """The first public tables: those open, then those being played, lively ones first."""
    lively = now_ms() - LIVELY_MS
    found = (lists.public(connection, (s,), MOST_SHOWN, lively=lively) for s in RUNNING)
    return [each for some in found for each in some]


def find_mine(person: str, connection: Connection) -> list[Listed]:
    """The first of a person's running tables, those that ask them before all others."""
    return lists.running(connection, person)[:MOST_SHOWN]


class Watched:
    """The lists that somebody watches, each once: the lobby, and those of people."""

    def __init__(self, tables: Tables, tasks: Tasks) -> None:
        self.tables = tables
        self.tasks = tasks
        self.lists: dict[str, tuple[TableList, asyncio.Task[None]]] = {}

    @contextmanager
    def watch(self, person: str | None) -> Iterator[Watcher]:
        """Watch a person's tables, or with None the lobby."""
        topic = LOBBY if person is None else person_topic(person)
        found = self.lists[topic][0] if topic in self.lists else self._open(topic, person)
        try:
            with self.tables.notices.listen(found.told) as listener:
                yield Watcher(found, listener)
        finally:
            if found.told not in self.tables.notices.listeners:
                self.lists.pop(topic)[1].cancel()

    def _open(self, topic: str, person: str | None) -> TableList:
        find = find_public if person is None else partial(find_mine, person)
        kind = "lobby" if person is None else "mine"
        opened = TableList(self.tables, kind, topic, person, find)
        self.lists[topic] = opened, asyncio.ensure_future(opened.follow(self.tasks))
        return opened
