"""The loop of a training on one machine: it plays while it learns."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cradle.learning.collector import Collector
from cradle.learning.config import Config
from cradle.learning.exchange import GROUPS
from cradle.learning.features import features
from cradle.learning.network import Weights
from cradle.learning.ppo import Learning, Rates, Sums
from cradle.learning.rollout import Rollout, samples

REDRAW = 15  # rollouts with the same older selves


class Loop:
    """Collects one rollout while it learns from the last."""

    def __init__(self, config: Config, learning: Learning, device: torch.device) -> None:
        model, encoding = learning.model, features(config.game)
        self.config, self.learning = config, learning
        self.collector = collector = Collector(config, encoding, model, device)
        self.watch = collector.watch
        self.gpu = device.type == "cuda"
        self.stream = torch.cuda.Stream(device) if self.gpu else None
        steps = config.actors.steps
        self.buffers = [Rollout(collector.plan, steps, device) for _ in range(2)]
        self.rollouts = 0
        self.updates: Iterator[None] = iter(())
        self.decisions = collector.plan.tables * GROUPS * steps
        if self.gpu:
            torch.cuda.synchronize()  # what was made so far, before other streams touch it

    @property
    def tally(self) -> NDArray[np.float64]:
        """What was counted of all games so far."""
        found: NDArray[np.float64] = self.collector.exchange["tally"].sum(axis=0)
        return found

    def refresh(self, older: Sequence[Weights]) -> None:
        """Let the newest weights play, and now and then other older selves."""
        with self.collector.streaming():
            self.collector.acting.take(self.learning.model)
            for model in self.collector.older if self.rollouts % REDRAW == 0 else []:
                model.load(random.choice(older))

    def collect(self, rates: Rates, margin: float, sums: Sums) -> None:
        """Fill one rollout; learning from the one before begins as soon as that is complete."""
        now, before = self.buffers[self.rollouts % 2], self.buffers[(self.rollouts + 1) % 2]
        share = credit = 0.0
        for step in range(now.steps):
            last = now if step else before if self.rollouts else None
            for group in range(GROUPS):
                self.collector.step(group, step, now, last)
                credit += share
                while credit >= 1.0:
                    credit -= 1.0
                    self._learn_one()
            if step == 0 and self.rollouts:
                share = self._begin(before, now, rates, margin, sums)
        self.finish()
        self.rollouts += 1

    def _begin(
        self, before: Rollout, now: Rollout, rates: Rates, margin: float, sums: Sums
    ) -> float:
        """Prepare learning from a whole rollout; how many updates to make at each half step."""
        with self.watch.on("preparing"), self._streaming():
            if self.stream:
                self.stream.wait_stream(self.collector.stream)  # type: ignore[arg-type]
            with torch.no_grad():
                found = samples(before, now.values[0], self.config.learner.trace, margin)
            self.updates = self.learning.updates(found, rates, sums)
            count = self.learning.batches(found)
        return count / max(1, GROUPS * (now.steps - 1))

    def _streaming(self) -> AbstractContextManager[Any]:
        return torch.cuda.stream(self.stream) if self.stream else nullcontext()

    def _learn_one(self) -> None:
        with self.watch.on("learning"), self._streaming():
            next(self.updates, None)

    def finish(self) -> None:
        """Make all updates that are still to be made, and wait for them."""
        with self.watch.on("finishing"), self._streaming():
            for _ in self.updates:
                pass
            if self.stream:
                self.stream.synchronize()

    def close(self) -> None:
        """End the actors."""
        self.collector.close()
