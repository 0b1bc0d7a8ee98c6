"""What others say at somebody's running tables, told wherever they are."""

from __future__ import annotations

from cradle.server.store import chat
from cradle.server.tables.notices import Listener, said_topic
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import MINUTE_MS, now_ms


class ChatNotices:
    """New lines from now on; those that come late, or from a clock behind ours, aren't missed."""

    def __init__(self, tables: Tables, person: str) -> None:
        self.tables = tables
        self.person = person
        self.since = now_ms()
        self.known: set[tuple[str, int]] = set()

    def listen(self) -> Listener:
        """A listener to all of it, while its `with` lasts."""
        return self.tables.notices.listen(said_topic(self.person))

    async def news(self) -> list[str]:
        """The tables at which somebody has said something since the last time."""
        since, person = self.since, self.person
        lines = await self.tables.database.read(lambda c: chat.heard_since(c, person, since))
        fresh, self.known = lines - self.known, lines
        if not fresh:
            return []
        if now_ms() - since > 2 * MINUTE_MS:  # What is known needn't be read for ever.
            self.since = now_ms() - MINUTE_MS
        return sorted({table for table, _ in fresh})
