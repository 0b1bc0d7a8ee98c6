"""A game that a program learns from: chance is rolled, moves are numbers, the end is paid."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from cradle.kernel.game import BadOption, Game, Score
from cradle.kernel.step import OVER, Move, State, answer, asked
from cradle.playout import roll
from cradle.research.encoding import Encoding, encoding

UNLIMITED = 10_000  # rounds, of a game that says of none that it is the last
Rewards = Callable[[list[Score]], list[float]]


def by_result(scores: list[Score]) -> list[float]:
    """From 1 for beating everybody to -1 for being beaten by everybody; adds up to 0."""
    ranks = [score.rank for score in scores]
    others = len(ranks) - 1
    return [
        (sum(x > rank for x in ranks) - sum(x < rank for x in ranks)) / others for rank in ranks
    ]


def by_margin(scores: list[Score]) -> list[float]:
    """Points more than the others have on average; adds up to 0."""
    totals = [score.total for score in scores]
    others = len(totals) - 1
    return [total - (sum(totals) - total) / others for total in totals]


REWARDS: dict[str, Rewards] = {"result": by_result, "margin": by_margin}


def reward_named(name: str) -> Rewards:
    """A way to pay the end of a game, or `BadOption`."""
    if name not in REWARDS:
        raise BadOption(f"rewards are by {' or '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


def round_limit(game: Game, rounds: int) -> int:
    """After how many rounds a game ends: as many as wished, or by its own limit if none were."""
    if rounds < 0:
        raise BadOption(f"a game can't end after {rounds} rounds")
    return rounds or game.most_rounds or UNLIMITED


class Episode:
    """One game after the other, at one table.

    With `rounds` the game stops when so many rounds are over, and is scored
    as it stands: a short game for quick experiments.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        rewards: str = "result",
        rounds: int = 0,
    ) -> None:
        self.encoding: Encoding = encoding(game)
        self.game = self.encoding.game
        self.seats = seats
        self.options = dict(options or {})
        self.rounds = round_limit(self.game, rounds)
        self._rewards = reward_named(rewards)
        self.rng = random.Random()
        self.state: State = self.game.new(seats, self.options)

    def start(self, seed: int | None = None) -> None:
        """A new game; a seed restarts the luck."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.state = self.game.new(self.seats, self.options)
        self.roll()

    def roll(self) -> None:
        """Let chance answer as long as it is asked."""
        roll(self.state, self.rng.random)

    @property
    def over(self) -> bool:
        """Whether the game, or its short form, is at its end."""
        return self.state.turn == OVER or self.game.rounds(self.state) > self.rounds

    @property
    def asked(self) -> list[int]:
        """The seats that must answer now."""
        return [] if self.over else asked(self.state)

    def answer(self, seat: int, number: int) -> None:
        """Answer for a seat that is asked, with a legal move's number; then roll for chance."""
        self.play(seat, self.encoding.moves[number])

    def play(self, seat: int, move: Move) -> None:
        """Answer for a seat that is asked, with a legal move; then roll for chance."""
        answer(self.state, seat, move)
        self.roll()

    def rewards(self) -> list[float]:
        """What the end, or the present state as the end, is worth to each seat."""
        return self._rewards(self.game.scores(self.state))
