"""What a bot gets: what its seat may know, and how long it may think."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Protocol, TypeVar

from cradle.kernel.chance import Random
from cradle.kernel.game import BadOption, Game
from cradle.kernel.notation import verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, State, moves

Amount = TypeVar("Amount", int, float)


@dataclass(frozen=True)
class Budget:
    """How much a bot may think: so long at most, or so many simulations, or both."""

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0.0 < self.seconds < inf:
            raise BadOption(f"a bot thinks for more than 0 seconds, not for {self.seconds:g}")
        if self.simulations is not None and self.simulations < 1:
            raise BadOption(f"a bot makes at least 1 simulation, not {self.simulations}")

    def within(self, other: Budget | None) -> Budget:
        """As much as both allow."""
        if other is None:
            return self
        seconds = _least(self.seconds, other.seconds)
        return Budget(seconds, _least(self.simulations, other.simulations))


def _least(one: Amount | None, two: Amount | None) -> Amount | None:
    """The smaller one of what is given."""
    return min((each for each in (one, two) if each is not None), default=None)


@dataclass(frozen=True)
class Weighed:
    """A legal move with its estimated chance to win and the final points to expect after it."""

    move: Move
    chance: float
    points: float


class Seen:
    """A game as one seat may know it.

    It holds no true state: `of` redraws everything the seat doesn't know with a generator that
    is always the same, so two games that differ only in hidden things give equal `Seen`s.
    """

    def __init__(self, game: Game, world: State, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self._world = world

    @classmethod
    def of(cls, game: Game, state: State, seat: Seat) -> Seen:
        """What this seat may know of a game."""
        return cls(game, game.imagine(state, seat, random.Random(0)), seat)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves; none if the seat isn't asked."""
        return moves(self._world, self.seat)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know, JSON-ready."""
        view: dict[str, Any] = self.game.view(self._world, self.seat)
        return view

    @property
    def seats(self) -> int:
        """How many play."""
        return self._world.seats

    @property
    def step(self) -> str:
        """The kind of step that waits for an answer, as `place-people`."""
        return verb(type(self._world.stack[-1])) if self._world.stack else ""

    @property
    def imagined(self) -> State:
        """One such state, always the same; it must not be changed."""
        return self._world

    def imagine(self, rng: Random) -> State:
        """A whole state that may be the true one, what the seat doesn't know drawn at random."""
        return self.game.imagine(self._world, self.seat, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes as plain data."""
        return _rebuilt, (self.game.name, self._world, self.seat)


def _rebuilt(name: str, world: State, seat: Seat) -> Seen:
    from cradle.games import game as game_named  # both games, only where they are needed

    return Seen(game_named(name), world, seat)


class Bot(Protocol):
    """Anything that plays: it chooses a move, and can tell what it thinks of all of them."""

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """One of `seen.moves`, within the budget; without one, within the bot's own."""
        ...

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """Every legal move with an estimated chance to win and final points, best first."""
        ...

    def close(self) -> None:
        """Let go of processes, if there are any."""
        ...


class BotFailed(RuntimeError):
    """A bot that gave no legal move: `late` if it only took too long."""

    def __init__(self, reason: str, late: bool = False) -> None:
        super().__init__(reason)
        self.late = late
