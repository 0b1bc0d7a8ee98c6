"""What was taken back: by whom, where the game stood then, and what had been heard of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cradle.kernel.piece import dump
from cradle.kernel.step import Aside, News
from cradle.server.store.log import Answer
from cradle.server.tables.fold import Correction, correction, fold
from cradle.server.tables.game import resumed
from cradle.table.errors import Refusal
from cradle.table.record import Entry, entry
from cradle.table.setup import Setup

MOST = 50
Hear = Callable[[Sequence[News | Aside]], list[News]]


@dataclass
class TakenBack:
    """Answers that a seat took back when the first `ply` answers stood."""

    ply: int
    news: list[News]
    seat: int | None


def find_undone(setup: Setup, rows: Sequence[Answer], hear: Hear) -> list[TakenBack]:
    """The last times that something was taken back, in order, as far as today's rules play it."""
    marks = [number for number, row in enumerate(rows) if correction(row)]
    if not marks:
        return []
    first = marks[-MOST:][0]
    game, found = _Replay(setup, hear), list[TakenBack]()
    try:
        for each in fold(rows[:first]).entries:
            game.play(each)
        for row in rows[first:]:
            if taken := correction(row):
                found = _go_back(found, TakenBack(*game.take_back(taken), seat=row.seat))
            else:
                game.play(entry(row.seat, row.text))
    except Refusal:
        pass  # What stands is told all the same.
    return found


def _go_back(found: list[TakenBack], latest: TakenBack) -> list[TakenBack]:
    """Where what was taken back before has itself gone, it is told where the game stands now."""
    for each in found:
        each.ply = min(each.ply, latest.ply)
    return [*found, latest]


class _Replay:
    """A game played again as its log tells it, also back."""

    def __init__(self, setup: Setup, hear: Hear) -> None:
        self.setup = setup
        self.hear = hear
        self.raw: list[News | Aside] = []
        self.table = resumed(setup, listener=self.raw.extend)
        self.states = [self.table.state.copy()]
        self.told: list[list[News]] = []

    def play(self, each: Entry) -> None:
        self.raw.clear()
        self.table.enter(each.seat, each.text)
        self.states.append(self.table.state.copy())
        self.told.append(self.hear(self.raw))

    def take_back(self, taken: Correction) -> tuple[int, list[News]]:
        """Where the game stands then, and what had been heard of what is gone."""
        ply = taken.ply
        gone = self.told[taken.gone]
        rest = self.table.entries[ply + 1 :] if taken.alone else []
        entries, state = self.table.entries[:ply], dump(self.states[ply])
        del self.states[ply + 1 :], self.told[ply:]
        self.table = resumed(self.setup, state, entries, self.raw.extend)
        for each in rest:
            self.play(each)
        return len(self.table.entries), [news for some in gone for news in some]
