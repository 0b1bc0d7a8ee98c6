"""The reactions of the last few seconds at each table, in memory alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Literal

ReactionName = Literal["hello", "bravo", "thanks", "wow", "oops", "thinking"]
LASTS_S = 5.0  # Who comes back within this time has missed none.
MOST = 32  # at one table


@dataclass(frozen=True)
class Reaction:
    """A small sign that somebody at a table shows the others; `by` is their name."""

    id: str
    reaction: ReactionName
    person: str
    by: str
    seat: int | None


@dataclass(frozen=True)
class Shown:
    """A reaction by its number in this process, and when it was shown here."""

    number: int
    at: float
    reaction: Reaction


class RecentReactions:
    """What was shown at which table; the table that was quiet for longest comes first."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self.count = 0
        self.tables: dict[str, deque[Shown]] = {}

    def add(self, table: str, reaction: Reaction) -> None:
        """Show a reaction from now on, for a while."""
        self.count += 1
        shown = self.tables.pop(table, deque(maxlen=MOST))
        shown.append(Shown(self.count, self.now(), reaction))
        self.tables[table] = shown
        self._forget()

    def after(self, table: str, number: int) -> list[Shown]:
        """What is shown at a table now and came after a number."""
        since = self.now() - LASTS_S
        found = self.tables.get(table, ())
        return [each for each in found if each.number > number and each.at >= since]

    def _forget(self) -> None:
        since = self.now() - LASTS_S
        while (first := next(iter(self.tables))) and self.tables[first][-1].at < since:
            del self.tables[first]
