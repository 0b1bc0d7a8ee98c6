"""Learning from samples: proximal policy optimization with a value for every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn.functional import mse_loss, smooth_l1_loss

from cradle.learning.config import Learner
from cradle.learning.model import NEVER, Model, Unpack
from cradle.learning.rollout import Samples


@dataclass
class Rates:
    """What changes in the course of a training."""

    learning: float
    entropy: float


@dataclass
class Sums:
    """What is watched while learning; kept on the device until somebody asks."""

    updates: int = 0
    totals: dict[str, Tensor] = field(default_factory=dict)

    def add(self, **values: Tensor) -> None:
        """Count one update."""
        self.updates += 1
        for name, value in values.items():
            known = self.totals.get(name)
            self.totals[name] = value.detach() if known is None else known + value.detach()

    def means(self) -> dict[str, float]:
        """The mean of each; waits for the device."""
        return {name: float(total) / self.updates for name, total in self.totals.items()}


class Learning:
    """A model, its optimizer, and how they learn."""

    def __init__(self, model: Model, moves: int, config: Learner, device: torch.device) -> None:
        self.model, self.config, self.device = model, config, device
        self.unpack = Unpack(moves).to(device)
        self.optimizer = torch.optim.AdamW(
            model.parameters(), lr=1e-4, eps=1e-5, weight_decay=config.decay
        )
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32

    def updates(self, samples: Samples, rates: Rates, sums: Sums) -> Iterator[None]:
        """Learn a batch at a time; whoever iterates decides when."""
        for group in self.optimizer.param_groups:
            group["lr"] = rates.learning
        count = len(samples.chosen)
        batch = min(self.config.batch, count)
        for _ in range(self.config.epochs if count else 0):
            order = torch.randperm(count, device=self.device)
            for start in range(0, count - batch + 1, batch):
                self._update(samples, samples.chosen[order[start : start + batch]], rates, sums)
                yield

    def batches(self, samples: Samples) -> int:
        """How many updates there will be."""
        count = len(samples.chosen)
        return self.config.epochs * (count // min(self.config.batch, count)) if count else 0

    def _update(self, samples: Samples, at: Tensor, rates: Rates, sums: Sums) -> None:
        logits, outputs = self.model(samples.rows[at], self.kind)
        policy, entropy, change = self._policy(logits, samples, at)
        value, surprise, error = self._value(outputs, samples.targets[at])
        loss = policy - rates.entropy * entropy + value
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.grip)
        self.optimizer.step()
        sums.add(entropy=entropy, change=change, surprise=surprise, points_error=error)

    def _policy(
        self, logits: Tensor, samples: Samples, at: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The clipped loss, the entropy, and how far the policy has moved."""
        legal = self.unpack(samples.masks[at])
        logs = logits.float().masked_fill(~legal, NEVER).log_softmax(-1)
        entropy = -(logs.exp() * logs).sum(-1).mean()
        now, before = logs.gather(1, samples.moves[at][:, None])[:, 0], samples.logps[at]
        ratio, better = (now - before).exp(), samples.advantages[at]
        low, high = 1.0 - self.config.clip, 1.0 + self.config.clip
        loss = -torch.min(ratio * better, ratio.clamp(low, high) * better).mean()
        return loss, entropy, (before - now).mean()

    def _value(self, outputs: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The loss of all that is foretold, the surprise at who wins, and the error of points."""
        present = (outputs[..., 0] > NEVER / 2).float()
        logs = outputs[..., 0].log_softmax(-1)
        surprise = -(targets[..., 0] * logs * present).sum(-1).mean()
        margin = smooth_l1_loss(outputs[..., 1] * present, targets[..., 1] * present)
        points = smooth_l1_loss(outputs[..., 2] * present, targets[..., 2] * present)
        with torch.no_grad():
            own = mse_loss(outputs[:, 0, 2], targets[:, 0, 2])
        config = self.config
        loss = config.win * surprise + config.margin * margin + config.points * points
        return loss, surprise, own
