"""What bots do in a game they know nothing of but its rules: they play it out at random."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

from cradle.bots.interface import Budget, Seen, Weighed
from cradle.bots.search import LONGEST, USED, result, world
from cradle.kernel.game import Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, answer
from cradle.playout import play_some

PLAYOUTS = 200  # from one position, all moves together
SPREAD = 20.0  # points that the result of a game that was cut off may lie away


class Uninformed:
    """No preference, no quiet position: a search plays on at random, to the end."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def prefer(self, s: Any, seat: Seat, legal: list[Move]) -> list[float]:
        """No move is better than another."""
        return []

    def points(self, s: Any) -> list[float]:
        """The points as they stand."""
        return [float(score.total) for score in self.game.scores(s)]

    def spread(self, s: Any) -> float:
        """Anybody's guess."""
        return SPREAD

    def quiet(self, s: Any) -> bool:
        """Never."""
        return False

    def shows(self, s: Any) -> bool:
        """Never."""
        return False

    def features(self, s: Any, seat: Seat) -> dict[str, float]:
        """Nothing has a name."""
        return {}


def try_out(seen: Seen, rng: random.Random, budget: Budget | None) -> list[Weighed]:
    """Every move by the results of random games that begin with it, in the order of the moves."""
    moves, limits = seen.moves, budget or Budget()
    tried = [Trial() for _ in moves]
    end = perf_counter() + limits.seconds * USED if limits.seconds else 0.0
    for number in range(max(len(moves), limits.simulations or PLAYOUTS)):
        if end and number >= len(moves) and perf_counter() > end:
            break
        index = number % len(moves)
        tried[index].add(*_play_out(seen, moves[index], rng), seen.seat)
    return [each.weighed(move) for move, each in zip(moves, tried, strict=True)]


def _play_out(seen: Seen, move: Move, rng: random.Random) -> tuple[list[float], list[float]]:
    s = world(seen, rng)
    answer(s, seen.seat, move)
    play_some(s, rng.random, LONGEST)
    return result(seen.game, s)


class Trial:
    """What random games brought after one move."""

    def __init__(self) -> None:
        self.games = 0
        self.chance = self.points = 0.0

    def add(self, gains: list[float], points: list[float], seat: Seat) -> None:
        """One game more."""
        self.games += 1
        self.chance += gains[seat]
        self.points += points[seat]

    def weighed(self, move: Move) -> Weighed:
        """The mean of them."""
        return Weighed(move, self.chance / self.games, self.points / self.games)
