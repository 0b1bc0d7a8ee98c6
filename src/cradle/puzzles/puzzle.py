"""A puzzle: a position, the move that is clearly best in it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from cradle.bots.hints import Reasons, tell
from cradle.bots.levels import LEVELS
from cradle.kernel.piece import Seat
from cradle.table import Table

WEAKER = LEVELS[:-1]  # those that grade a puzzle
GRADES = range(1, len(WEAKER) + 2)


@dataclass(frozen=True)
class Puzzle:
    """One seat's question, and everything that is known of the answer.

    `costs` has every legal move with the chance to win it loses against the best one, which loses
    nothing; `margin` is the least of the others. `found_by` are the weaker levels that find it.
    `gains` and `losses` name the features that speak for it and against it. `source` tells the
    game it comes from.
    """

    id: str
    game: str
    seats: int
    seat: Seat
    step: str
    round: int
    position: Mapping[str, Any]
    costs: Mapping[str, float]
    best: str
    margin: float
    gains: tuple[str, ...]
    losses: tuple[str, ...]
    found_by: tuple[str, ...]
    source: Mapping[str, Any]

    @property
    def grade(self) -> int:
        """How hard it is: 1 is found by every weaker level, 5 by none."""
        return GRADES[len(WEAKER) - len(self.found_by)]

    def table(self) -> Table:
        """A table at the position."""
        return Table.at(self.game, self.seats, self.position)

    def explain(self, lang: str) -> str:
        """Why the best move is the best, in one sentence."""
        return tell(Reasons(list(self.gains), list(self.losses)), self.game, lang)

    def as_data(self) -> dict[str, Any]:
        """The puzzle as JSON-ready data."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Puzzle:
        """A puzzle from its data."""
        lists = {name: tuple(data[name]) for name in ("gains", "losses", "found_by")}
        return cls(**{**data, **lists})
