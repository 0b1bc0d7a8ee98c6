"""Who else sits at the tables: bots by name, and which options the games are played with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeGuard

from cradle.bots import Bot, Seen, check_bot, make_bot
from cradle.bots.chances import drawn
from cradle.bots.greedy_bot import GreedyBot
from cradle.kernel.game import Game
from cradle.kernel.step import Move, State
from cradle.learning.config import Config
from cradle.learning.network import Network
from cradle.learning.player import LearnedBot
from cradle.learning.tables import BOT, LEARNER, Opponent
from cradle.learning.weights import load


class Greedy:
    """A greedy bot that reads the state at hand; its heuristic looks at nothing hidden."""

    def __init__(self, game: Game, bot: GreedyBot) -> None:
        self.heuristic = bot.knows(game.name)
        self.noise, self.rng = bot.noise, bot.rng

    def move(self, s: Any) -> Move:
        """The move of the highest value, or with noise one nearly as good."""
        legal: list[Move] = s.legal
        values = self.heuristic.prefer(s, s.turn, legal)
        if not self.noise:
            return legal[values.index(max(values))]
        return legal[drawn(values, self.noise, self.rng)]


class Careful:
    """Any other bot, which sees only what its seat may know."""

    def __init__(self, game: Game, bot: Bot) -> None:
        self.game, self.bot = game, bot

    def move(self, s: Any) -> Move:
        """What the bot chooses."""
        return self.bot.choose(Seen.of(self.game, s, s.turn))


def opponent(game: Game, name: str, seed: str) -> Opponent | None:
    """The bot of this name, as fast as it goes; None if it is but a network."""
    bot = make_bot(name, seed, counted=True)
    if is_network(bot):
        return None
    return Greedy(game, bot) if isinstance(bot, GreedyBot) else Careful(game, bot)


def is_network(bot: Bot) -> TypeGuard[LearnedBot]:
    """Whether a bot does no more than ask its network."""
    return isinstance(bot, LearnedBot) and bot.only_prefers


def networks(config: Config) -> dict[int, Network]:
    """The opponents that are but networks, by the number they have at the tables."""
    found = {}
    for number, rival in enumerate(config.opponents, BOT):
        bot = make_bot(rival.bot)
        if is_network(bot):
            found[number] = load(config.game, bot.file)
    return found


def check_bots(config: Config) -> None:
    """Refuse a training whose opponents can't play, before it begins."""
    rivals, matches = config.opponents, (*config.matches, *config.choice.matches)
    for name in dict.fromkeys([*(each.bot for each in rivals), *(each.bot for each in matches)]):
        check_bot(name, config.game)


def draw_options(game: Game, rng: random.Random) -> dict[str, str | bool]:
    """Every option drawn at random, an order among all orders."""
    found: dict[str, str | bool] = {}
    for name, option in game.options.items():
        if option.order_of:
            found[name] = ",".join(rng.sample(option.order_of, len(option.order_of)))
        else:
            found[name] = rng.choice(option.choices)
    return found


class Dealer:
    """Deals games of one number of players: options, and who sits where."""

    def __init__(
        self, config: Config, game: Game, seats: int, rng: random.Random, others: Sequence[int]
    ) -> None:
        self.config, self.game, self.seats, self.rng = config, game, seats, rng
        self.others = others  # who sits beside the learner, by table; itself by `LEARNER`

    def __call__(self, table: int) -> tuple[State, list[int]]:
        """A new game, and who plays each seat."""
        rng, other = self.rng, self.others[table]
        options = {} if rng.random() < self.config.play.plain else draw_options(self.game, rng)
        drivers = [LEARNER] * self.seats
        if other != LEARNER:
            for seat in rng.sample(range(self.seats), self._count(other)):
                drivers[seat] = other
        return self.game.new(self.seats, options), drivers

    def _count(self, other: int) -> int:
        """How many seats the other gets: one in half of the games, else any number, or a crowd."""
        if other >= BOT and self.rng.random() < self.config.opponents[other - BOT].crowd:
            return self.seats - 1
        return 1 if self.rng.random() < 0.5 else self.rng.randint(1, self.seats - 1)
