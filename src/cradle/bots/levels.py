"""Five levels, the same names in every game: each wins about 3 of 4 duels with the one below."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from cradle.bots.greedy_bot import GreedyBot
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Bot, Budget, Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.search_bot import SearchBot
from cradle.kernel.step import Move

FEWEST = 2  # players: the first number in a list of simulations; the last is for all above
LEVELS = ("novice", "casual", "skilled", "expert", "master")
SECONDS = {"novice": 0.2, "casual": 0.2, "skilled": 0.2, "expert": 0.5, "master": 1.5}


@cache
def settings(game: str) -> dict[str, dict[str, Any]]:
    """How each level plays a game, as measured with `make ladder`."""
    text = files(__package__).joinpath("data", "levels.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)[game]
    return found


def simulations(how: dict[str, Any], seats: int) -> int | None:
    """How many simulations a level makes: with more players there is more to look at."""
    by_seats = how.get("simulations")
    return by_seats[min(seats - FEWEST, len(by_seats) - 1)] if by_seats else None


class LevelBot:
    """A level: the bot that plays so in the game at hand.

    At a table it plays by the clock. `counted`, it makes a fixed number of simulations instead:
    about what the clock allows on a slow machine, but the same everywhere.
    """

    def __init__(self, level: str, seed: int | str | None = None, counted: bool = False) -> None:
        self.level = level
        self.seed = seed
        self.counted = counted
        self.players: dict[str, Bot] = {}

    def _player(self, game: str) -> Bot:
        if game not in self.players:
            self.players[game] = self._made(game)
        return self.players[game]

    def _made(self, game: str) -> Bot:
        how = settings(game)[self.level]
        habits = tuple(how.get("habits", {}).items())
        noise = how.get("noise", 0.0)

        def knows(name: str) -> Heuristic:
            return heuristic(name, habits)

        if how["bot"] == "greedy":
            return GreedyBot(self.seed, noise, knows)
        return SearchBot(self.seed, noise=noise, knows=knows)

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The level's move; a budget may cut its time, but makes it no stronger."""
        return self._player(seen.game.name).choose(seen, self._limits(seen, budget))

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """What the level thinks of every move."""
        return self._player(seen.game.name).weigh(seen, self._limits(seen, budget))

    def _limits(self, seen: Seen, budget: Budget | None) -> Budget:
        how, given = settings(seen.game.name)[self.level], budget or Budget()
        most = simulations(how, seen.seats) if self.counted or how.get("counts") else None
        if given.simulations:
            most = min(most or given.simulations, given.simulations)
        if self.counted:
            return Budget(given.seconds, most)
        return Budget(min(given.seconds or SECONDS[self.level], SECONDS[self.level]), most)

    def close(self) -> None:
        """Let go of everything."""
        for player in self.players.values():
            player.close()
        self.players.clear()
