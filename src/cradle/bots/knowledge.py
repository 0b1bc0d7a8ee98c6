"""What bots know of a game: its heuristic, weights and levels, or nothing but the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from cradle.bots.heuristic import Heuristic
from cradle.bots.uninformed import Uninformed
from cradle.games import game as game_named, module

FEWEST = 2  # players: the first number in a list of simulations; the last is for all above
Habits = tuple[tuple[str, float], ...]
Weights = dict[str, float]


@dataclass(frozen=True)
class Level:
    """How a level plays: the bot, its noise and habits, and its simulations by number of players.

    One that `counts` makes so many also where it might think on by the clock. `greed` is how
    much the heuristic has to say beside the network.
    """

    bot: str
    noise: float = 0.0
    greed: float = 0.0
    habits: Mapping[str, float] = field(default_factory=dict)
    simulations: tuple[int, ...] = ()
    counts: bool = False

    def most(self, seats: int) -> int | None:
        """How many simulations it makes: with more players there is more to look at."""
        if not self.simulations:
            return None
        return self.simulations[min(seats - FEWEST, len(self.simulations) - 1)]


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
    for each in found.values():
        each["simulations"] = tuple(each.get("simulations", ()))
    return {name: Level(**each) for name, each in found.items()}
