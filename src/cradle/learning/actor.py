"""A process that plays: two groups of tables, one of which waits for moves at any time."""

from __future__ import annotations

import gc
import os
import random
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cradle.learning.config import Config
from cradle.learning.exchange import GROUPS, STOP, Exchange, Plan, SharedExchange
from cradle.learning.features import Features, features, packed
from cradle.learning.opponents import Dealer, opponent
from cradle.learning.outcome import outcomes
from cradle.learning.tables import LEARNER, Tables

SELDOM = 1_000_000  # objects between looks for garbage: rules leave none, and looking takes long


@dataclass(frozen=True)
class Stretch:
    """Tables of one number of players, side by side in a group; who else sits at each."""

    start: int
    seats: int
    others: tuple[int, ...]

    @property
    def stop(self) -> int:
        """Where the next begins."""
        return self.start + len(self.others)


def stretches(config: Config) -> list[Stretch]:
    """How an actor's group is shared out: the same for all, so that the learner knows it."""
    tables = config.actors.tables
    shares = [config.older.share, *(each.share for each in config.opponents)]
    others = spread([1.0 - sum(shares), *shares], tables)
    found: list[Stretch] = []
    start, wanted = 0, 0.0
    for seats, share in sorted(config.seat_shares().items()):
        wanted += share * tables
        stop = min(tables, round(wanted))
        if stop > start:
            found.append(Stretch(start, seats, tuple(others[start:stop])))
        start = stop
    return found


def spread(shares: list[float], count: int) -> list[int]:
    """So many numbers of shares, as evenly mixed as can be: whoever lags most comes next."""
    owed = [0.0] * len(shares)
    found = []
    for _ in range(count):
        owed = [have + share for have, share in zip(owed, shares, strict=True)]
        number = owed.index(max(owed))
        owed[number] -= 1.0
        found.append(number)
    return found


def act(
    config: Config, number: int, plan: Plan, name: str, go: list[Any], ready: list[Any]
) -> None:
    """The life of an actor process: the learner says when it is over, whoever stops them both."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    pin(number)
    exchange = SharedExchange(plan, name)
    actor = Actor(config, number, exchange)
    gc.freeze()
    gc.set_threshold(SELDOM)
    parent = os.getppid()
    for group in range(GROUPS):
        actor.show(group)
        ready[group].release()
    group = 0
    while os.getppid() == parent:
        if not go[group].acquire(timeout=20.0):
            continue
        if not actor.answer(group):
            break
        actor.show(group)
        ready[group].release()
        group = (group + 1) % GROUPS
    exchange.close()


def pin(number: int) -> None:
    """Keep to one of the cores allowed here, so that trainings on cores apart stay apart."""
    with suppress(OSError, AttributeError):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[number % len(allowed)]})


class Actor:
    """Tables, and their place in the memory that is shared."""

    def __init__(self, config: Config, number: int, exchange: Exchange) -> None:
        self.features: Features = features(config.game)
        self.exchange = exchange
        self.rng = random.Random(f"{config.seed}/{number}/{os.urandom(8).hex()}")
        first = number * config.actors.tables
        self.place = slice(first, first + config.actors.tables)
        self.stretches = stretches(config)
        self.groups = [self._group(config) for _ in range(GROUPS)]
        self.tally = exchange["tally"][number]

    def _group(self, config: Config) -> list[Tables]:
        return [self._tables(config, each) for each in self.stretches]

    def _tables(self, config: Config, stretch: Stretch) -> Tables:
        game, rng = self.features.encoding.game, self.rng
        dealer = Dealer(config, game, stretch.seats, rng, stretch.others)
        bots = [opponent(game, each.bot, str(rng.random())) for each in config.opponents]
        tables = Tables(game, dealer, bots, rng.random, config.actors.rounds)
        for _ in stretch.others:
            tables.add(rng.randint(0, config.actors.skip))
        return tables

    def show(self, group: int) -> None:
        """Write what the seats see, and what they may do."""
        memory = self.exchange.arrays
        encoding = self.features.encoding
        for stretch, tables in zip(self.stretches, self.groups[group], strict=True):
            at = slice(self.place.start + stretch.start, self.place.start + stretch.stop)
            seen = encoding.observe_all(tables.states)
            memory["rows"][group, at] = self.features.rows(seen, stretch.seats)
            memory["masks"][group, at] = packed(encoding.mask_all(tables.states))
            memory["turns"][group, at] = tables.turns()
            memory["frozen"][group, at] = tables.are_frozen()

    def answer(self, group: int) -> bool:
        """Play the moves; False if there are none any more."""
        memory = self.exchange.arrays
        chosen: list[int] = memory["moves"][group, self.place].tolist()
        if chosen[0] == STOP:
            return False
        memory["done"][group, self.place] = 0
        moves = self.features.encoding.moves
        for stretch, tables in zip(self.stretches, self.groups[group], strict=True):
            answers = [moves[number] for number in chosen[stretch.start : stretch.stop]]
            for table in tables.answer(answers):
                self._end(group, stretch, tables, table)
                tables.renew(table)
        return True

    def _end(self, group: int, stretch: Stretch, tables: Tables, table: int) -> None:
        game, state = self.features.encoding.game, tables.states[table]
        scores, place = game.scores(state), self.place.start + stretch.start + table
        results = outcomes(scores)
        self.exchange["done"][group, place] = 1
        self.exchange["outcomes"][group, place, : len(scores)] = results
        drivers = tables.drivers[table]
        own = [seat for seat, driver in enumerate(drivers) if driver == LEARNER]
        line = self.tally[max(drivers), stretch.seats]
        points = sum(scores[seat].total for seat in own) / len(own)
        share = sum(results[seat][0] for seat in own)
        line += (1, share, len(own) / len(drivers), points, game.rounds(state))
