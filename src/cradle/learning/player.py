"""The bot that learned: it sees an observation, and takes the move it has learned to prefer."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from cradle.bots.interface import Budget, Seen, Weighed
from cradle.kernel.game import BadOption
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, State
from cradle.learning.network import Judged
from cradle.learning.outlook import outlooks
from cradle.learning.weights import load, trained_games


class LearnedBot:
    """The network's best move, without search. A file names other weights than the package's."""

    def __init__(self, seed: int | str | None = None, file: str = "") -> None:
        if not file and not trained_games():
            raise BadOption("this package has no weights yet; train some with `cradle train`")
        self.rng = random.Random(seed)
        self.file = file

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The likeliest move; a forced one at once."""
        if len(seen.moves) == 1:
            return seen.moves[0]
        return seen.moves[self._preferred(seen)]

    def _preferred(self, seen: Seen) -> int:
        network = load(seen.game.name, self.file)
        logits = network.logits(network.features.observe([seen.imagined], [seen.seat]))[0]
        legal = network.features.encoding.legal(seen.imagined, seen.seat)
        return int(np.argmax(logits[legal]))

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """Every move by what the network expects after it, the one it would choose first.

        Another may seem to promise more, by luck: it counts for no more.
        """
        if not seen.moves:
            return []
        network, best = load(seen.game.name, self.file), self._preferred(seen)
        found = outlooks(network, seen, self.rng)
        most = found[best].chance
        weighed = [
            Weighed(move, min(most, each.chance), each.points)
            for move, each in zip(seen.moves, found, strict=True)
        ]
        first = weighed.pop(best)
        return [first, *sorted(weighed, key=lambda each: (-each.chance, -each.points))]

    def close(self) -> None:
        """Nothing to let go of."""


def judge(
    game: str, states: Sequence[State], seats: Sequence[Seat] | None = None, file: str = ""
) -> Judged:
    """What the network says of many states at once, each as one seat sees it."""
    network = load(game, file)
    rows = network.features.observe(states, seats)
    return network.judge(rows, network.features.encoding.mask_all(states, seats))
