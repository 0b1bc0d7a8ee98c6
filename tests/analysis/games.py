"""Finished games to look at, and a judge that says anything."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from cradle.analysis.course import Course
from cradle.analysis.settings import Look
from cradle.analysis.values import Floats, Value, result, rounded
from cradle.bots import Seen, make_bot
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.step import OVER, State, moves
from cradle.learning.opponents import draw_options
from cradle.table import Table

GLANCE = Look(moves=1, unlikely=0.0, worlds=2, listed=8, samples=2)


def random_table(game: str, seats: int, seed: int) -> Table:
    """A game of random moves and options; who choose at once do so in any order."""
    rng = random.Random(seed)
    table = Table(game, seats, seed=seed, options=draw_options(GAMES[game], rng))
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def bot_table(game: str, bots: Sequence[str], seed: int) -> Table:
    """A game between bots."""
    table = Table(game, len(bots), seed=seed)
    players = [make_bot(bot, seed=seat) for seat, bot in enumerate(bots)]
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, players[seat].choose(Seen.of(table.game, table.state, seat)))
    return table


class Whim:
    """A judge without any sense: what it says follows from the seed and its own mood alone."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, np.random.default_rng(seed)

    def values(
        self, states: Sequence[State], observers: Sequence[int | None], seeds: Sequence[int]
    ) -> list[Value]:
        return [result(self.game.scores(s)) if s.turn == OVER else self._any(s) for s in states]

    def _any(self, s: State) -> Value:
        return rounded(self.rng.dirichlet(np.full(s.seats, 0.3)), self.rng.normal(90, 50, s.seats))

    def odds(self, states: Sequence[State], seats: Sequence[int]) -> list[Floats]:
        return [
            self.rng.dirichlet(np.ones(len(moves(s, seat))))
            for s, seat in zip(states, seats, strict=True)
        ]


def course_of(game: str, seats: int, seed: int) -> Course:
    """The course of a random game."""
    return Course(random_table(game, seats, seed))
