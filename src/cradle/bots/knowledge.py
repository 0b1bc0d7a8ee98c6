"""What bots know of a game: its heuristic, weights and levels, or nothing but the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from cradle.bots.heuristic import Heuristic
from cradle.bots.uninformed import Uninformed
from cradle.games import game as game_named, module

FEWEST = 2  # players: the first number in a list is for so many, the last for all above
Habits = tuple[tuple[str, float], ...]
Weights = dict[str, float]


@dataclass(frozen=True)
class Level:
    """How a level plays: the bot, its noise and habits; greed and simulations by number of players.

    One that `counts` makes so many also where it might think on by the clock. `greed` is how
    much the heuristic has to say beside the network.
    """

    bot: str
    noise: float = 0.0
    greed: tuple[float, ...] = (0.0,)
    habits: Mapping[str, float] = field(default_factory=dict)
    simulations: tuple[int, ...] = ()
    counts: bool = False

    def most(self, seats: int) -> int | None:
        """How many simulations it makes: with more players there is more to look at."""
        return self.simulations[_place(seats, self.simulations)] if self.simulations else None

    def greed_among(self, seats: int) -> float:
        """How greedy it is: with more players, the network is less far ahead of the heuristic."""
        return self.greed[_place(seats, self.greed)]


def _place(seats: int, numbers: Sequence[float]) -> int:
    """Which of the numbers is for so many players."""
    return min(seats - FEWEST, len(numbers) - 1)


Levels = Mapping[str, Level]
UNINFORMED_LEVELS: Levels = {
    "novice": Level("search", noise=12.0, simulations=(12,), counts=True),
    "casual": Level("search", noise=4.0, simulations=(24,), counts=True),
    "skilled": Level("search", simulations=(60,), counts=True),
    "expert": Level("search", simulations=(250,), counts=True),
    "master": Level("search", simulations=(1000,)),
}


@dataclass(frozen=True)
class Knowledge:
    """What a game brings for bots, as KNOWLEDGE of its module: a heuristic made of weights.

    `levels` may ask for a network; where it can't be had, `plain_levels` stand in.
    """

    heuristic: Callable[[Weights], Heuristic]
    weights: Weights = field(default_factory=dict)
    levels: Levels = field(default_factory=lambda: UNINFORMED_LEVELS)
    plain_levels: Levels = field(default_factory=lambda: UNINFORMED_LEVELS)

    def level(self, name: str, learned: bool) -> Level:
        """How a level plays, with a network or without one."""
        return (self.levels if learned else self.plain_levels)[name]


def knowledge(game: str) -> Knowledge:
    """What bots know of a game."""
    brought = module(game, "bots")
    if brought is None:
        return Knowledge(lambda _: Uninformed(game_named(game)))
    found: Knowledge = brought.KNOWLEDGE
    return found


@cache
def heuristic(game: str, habits: Habits = ()) -> Heuristic:
    """What bots know of a game, with its tuned weights.

    Habits bend it: each multiplies a weight, so that a weak player misjudges things as people
    do (food hardly counts, what comes later hardly counts) and not at random.
    """
    known = knowledge(game)
    weights = dict(known.weights)
    for name, factor in habits:
        weights[name] *= factor
    return known.heuristic(weights)


def read_data(package: str, name: str) -> Any:
    """A file of a package's folder `data`."""
    return json.loads(files(package).joinpath("data", name).read_text("utf-8"))


def read_levels(package: str, name: str = "levels.json") -> Levels:
    """How each level plays a game, as measured with `make ladder`."""
    found = read_data(package, name)
    return {name: Level(**_with_tuples(each)) for name, each in found.items()}


def _with_tuples(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Lists, which JSON has, as what doesn't change."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()
    }
