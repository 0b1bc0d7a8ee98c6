"""The tables in memory, each only once: which they are, and which are let go of."""

from __future__ import annotations

import time
from collections.abc import Iterator

from cradle.server.store.facts import ENDED
from cradle.server.tables.live import LiveTable
from cradle.server.tables.recent_reactions import RecentReactions

IDLE_S = 60.0
SURPLUS_IDLE_S = 1.0


class Memory:
    """What the registry has loaded or made; `resident` is how many stay."""

    def __init__(self, resident: int) -> None:
        self.resident = resident
        self.lives: dict[str, LiveTable] = {}
        self.reactions = RecentReactions()

    def peek(self, table: str) -> LiveTable | None:
        """The table, if it is in memory."""
        return self.lives.get(table)

    def is_looked_at(self, table: str, person: str) -> bool:
        """Whether a person is at a table right now, in this process."""
        live = self.lives.get(table)
        return live is not None and live.online[person] > 0

    def all(self) -> Iterator[LiveTable]:
        """All tables in memory."""
        return iter(list(self.lives.values()))

    def add(self, live: LiveTable) -> None:
        """Take in a table that was just made or loaded."""
        self.lives[live.id] = live
        if len(self.lives) > self.resident:
            self.let_go()

    def forget(self, live: LiveTable) -> None:
        """Drop what is in memory: the database knows better."""
        live.gone = True
        if self.lives.get(live.id) is live:
            del self.lives[live.id]

    def let_go(self) -> None:
        """Let go of tables nobody looks at: ended ones, and the longest unused of too many."""
        now = time.monotonic()
        for live in self.all():
            if live.is_idle(now - IDLE_S):
                live.forget_answers()
                if live.facts.state in ENDED:
                    self.forget(live)
        surplus = max(0, len(self.lives) - self.resident)
        unused = [live for live in self.all() if live.is_idle(now - SURPLUS_IDLE_S)]
        for live in sorted(unused, key=lambda live: live.used)[:surplus]:
            self.forget(live)
