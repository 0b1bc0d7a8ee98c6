"""The loop of a training on a cluster: its machines play, and what they played is learned here.

Each of them plays rollouts with the weights it is handed, and goes on with its games from one to
the next. One that dies costs the games that it hadn't finished; others play its rollout.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cradle.computing import runner
from cradle.learning.collector import Collector, OneActor
from cradle.learning.config import Config
from cradle.learning.exchange import GROUPS
from cradle.learning.features import features
from cradle.learning.model import Model
from cradle.learning.network import Weights
from cradle.learning.ppo import Learning, Rates, Sums
from cradle.learning.rollout import Rollout, joined, samples
from cradle.learning.stopwatch import Stopwatch

Tally = NDArray[np.float64]
CPU = torch.device("cpu")
PLAYERS: dict[str, Player] = {}  # by their trainings: of which a process has one


@dataclass(frozen=True)
class Order:
    """A rollout to be played, by which weights."""

    config: Config
    weights: Weights
    older: tuple[Weights, ...]


@dataclass(frozen=True)
class Played:
    """A rollout as it was played, what is predicted after it, and what its games came to."""

    rollout: Rollout
    after: Tensor
    tally: Tally


def play(order: Order) -> Played:
    """Play a rollout, on the tables of this process."""
    name = repr(order.config)
    if name not in PLAYERS:
        PLAYERS[name] = Player(order)
    return PLAYERS[name].play(order)


class Player:
    """As many tables as one actor has, and the network that plays them."""

    def __init__(self, order: Order) -> None:
        torch.set_num_threads(1)
        config = replace(order.config, actors=replace(order.config.actors, processes=1))
        encoding = features(config.game)
        model = Model(encoding, config.network, order.weights)
        self.collector = Collector(config, encoding, model, CPU, OneActor)
        self.steps = config.actors.steps

    def play(self, order: Order) -> Played:
        """So many decisions of every table."""
        collector = self.collector
        collector.acting.load(order.weights)
        for model, weights in zip(collector.older, order.older, strict=True):
            model.load(weights)
        tally = collector.exchange["tally"]
        tally[:] = 0.0
        rollout = Rollout(collector.plan, self.steps, CPU)
        for step in range(self.steps):
            for group in range(GROUPS):
                collector.step(group, step, rollout, rollout if step else None)
        return Played(rollout, collector.finish(rollout), tally.sum(axis=0))


class RemoteLoop:
    """Learns from as many rollouts at a time as there would be actors on one machine."""

    def __init__(
        self, config: Config, learning: Learning, device: torch.device, cluster: str
    ) -> None:
        self.config, self.learning, self.device = config, learning, device
        self.decisions = (
            config.actors.processes * config.actors.tables * GROUPS * config.actors.steps
        )
        self.watch = Stopwatch()
        self.tally: Tally = np.zeros(())
        self.order: Order | None = None
        self.played = runner(None, cluster).run(play, self._orders())

    def _orders(self) -> Iterator[Order]:
        """Each with the newest weights at the moment when somebody can play it."""
        while self.order is not None:
            yield self.order

    def refresh(self, older: Sequence[Weights]) -> None:
        """Let the newest weights play from now on, and some of the older selves."""
        some = random.choices(older, k=self.config.older.at_once)
        self.order = Order(self.config, self.learning.model.numpy(), tuple(some))

    def collect(self, rates: Rates, margin: float, sums: Sums) -> None:
        """Wait for rollouts, and learn from them."""
        with self.watch.on("waiting"):
            parts = [next(self.played) for _ in range(self.config.actors.processes)]
        with self.watch.on("learning"):
            rollout = joined([each.rollout for each in parts], self.device)
            after = torch.cat([each.after for each in parts], 1).to(self.device)
            with torch.no_grad():
                found = samples(rollout, after, self.config.learner.trace, margin)
            for _ in self.learning.updates(found, rates, sums):
                pass
        self.tally = sum((each.tally for each in parts), self.tally)

    def finish(self) -> None:
        """Nothing is learned in between."""

    def close(self) -> None:
        """End what is under way."""
        self.order = None
        if isinstance(self.played, Generator):
            self.played.close()
