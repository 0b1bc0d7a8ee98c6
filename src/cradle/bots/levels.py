"""Five levels, the same names in every game: each wins about 3 of 4 duels with the one below."""

from __future__ import annotations

from cradle.bots.greedy_bot import GreedyBot
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Bot, Budget, Seen, Weighed
from cradle.bots.knowledge import Level, heuristic, knowledge
from cradle.bots.learned_bot import can_play, make_learned
from cradle.bots.search_bot import SearchBot
from cradle.kernel.step import Move

LEVELS = ("novice", "casual", "skilled", "expert", "master")
SECONDS = {"novice": 0.2, "casual": 0.2, "skilled": 0.2, "expert": 0.5, "master": 1.5}


def level_in(game: str, level: str) -> Level:
    """How a level plays a game here."""
    return knowledge(game).level(level, can_play(game))


class LevelBot:
    """A level: the bot that plays so in the game at hand, with so many players.

    At a table it plays by the clock. `counted`, it makes a fixed number of simulations instead:
    about what the clock allows on a slow machine, but the same everywhere.
    """

    def __init__(self, level: str, seed: int | str | None = None, counted: bool = False) -> None:
        self.level = level
        self.seed = seed
        self.counted = counted
        self.players: dict[tuple[str, int], Bot] = {}

    def _player(self, seen: Seen) -> Bot:
        at = seen.game.name, seen.seats
        if at not in self.players:
            self.players[at] = self._made(*at)
        return self.players[at]

    def _made(self, game: str, seats: int) -> Bot:
        how = level_in(game, self.level)
        habits = tuple(how.habits.items())

        def knows(name: str) -> Heuristic:
            return heuristic(name, habits)

        if how.bot == "greedy":
            return GreedyBot(self.seed, how.noise, knows)
        if how.bot == "learned":
            greed = how.greed_among(seats)
            return make_learned(self.seed, greed=greed, noise=how.noise, knows=knows)
        return SearchBot(self.seed, noise=how.noise, knows=knows)

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The level's move; a budget may cut its time, but makes it no stronger."""
        return self._player(seen).choose(seen, self._limits(seen, budget))

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """What the level thinks of every move."""
        return self._player(seen).weigh(seen, self._limits(seen, budget))

    def _limits(self, seen: Seen, budget: Budget | None) -> Budget:
        how, given = level_in(seen.game.name, self.level), budget or Budget()
        most = how.most(seen.seats) if self.counted or how.counts else None
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
