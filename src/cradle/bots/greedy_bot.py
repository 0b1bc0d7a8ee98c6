"""The bot that takes the move its game's heuristic values most.

Without a heuristic, moves are valued by random games: in hundredths of a chance to win.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from cradle.bots.chances import chances, drawn
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.uninformed import try_out
from cradle.kernel.step import Move


class GreedyBot:
    """The best move of the moment; with `noise` (in points), sometimes one nearly as good."""

    def __init__(
        self,
        seed: int | str | None = None,
        noise: float = 0.0,
        knows: Callable[[str], Heuristic] = heuristic,
    ) -> None:
        self.rng = random.Random(seed)
        self.noise = float(noise)
        self.knows = knows

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The move of the highest value."""
        legal = seen.moves
        if len(legal) == 1:
            return legal[0]
        values = self.knows(seen.game.name).prefer(seen.imagine(self.rng), seen.seat, legal)
        if not values:
            values = [100.0 * each.chance for each in try_out(seen, self.rng, budget)]
        if not self.noise:
            return legal[values.index(max(values))]
        return legal[drawn(values, self.noise, self.rng)]

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """Every move, by its value against the best one's."""
        knows, s = self.knows(seen.game.name), seen.imagine(self.rng)
        values = knows.prefer(s, seen.seat, seen.moves)
        if not values:
            return sorted(try_out(seen, self.rng, budget), key=by_chance, reverse=True)
        points, spread = knows.points(s), knows.spread(s)
        best = max(values, default=0.0)
        found = []
        for move, value in zip(seen.moves, values, strict=True):
            after = points[:]
            after[seen.seat] += value - best
            found.append(Weighed(move, chances(after, spread)[seen.seat], after[seen.seat]))
        found.sort(key=by_chance, reverse=True)
        return found

    def close(self) -> None:
        """Nothing to let go of."""


def by_chance(weighed: Weighed) -> tuple[float, float]:
    """Best chance first, then most points."""
    return weighed.chance, weighed.points
