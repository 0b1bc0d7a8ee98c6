"""Learning from samples: proximal policy optimization with a value for every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import torch
from torch import Tensor
from torch.nn.functional import mse_loss, smooth_l1_loss

from cradle.learning.config import Learner
from cradle.learning.cuda_graph import CudaGraph
from cradle.learning.model import NEVER, Model, Unpack
from cradle.learning.rollout import Samples


@dataclass
class Rates:
    """What changes in the course of a training."""

    learning: float
    entropy: float


WATCHED = ("entropy", "change", "surprise", "points_error")


@dataclass(frozen=True)
class Batch:
    """Samples in memory that stays in its place from update to update."""

    rows: Tensor
    masks: Tensor
    moves: Tensor
    logps: Tensor
    advantages: Tensor
    targets: Tensor

    @classmethod
    def of(cls, samples: Samples, at: Tensor) -> Batch:
        """A new batch of these samples."""
        return cls(**{each.name: getattr(samples, each.name)[at] for each in fields(cls)})

    def take(self, samples: Samples, at: Tensor) -> None:
        """Fill it with others."""
        for each in fields(self):
            torch.index_select(getattr(samples, each.name), 0, at, out=getattr(self, each.name))


class Sums:
    """What is watched while learning; kept on the device until somebody asks."""

    def __init__(self) -> None:
        self.updates = 0
        self.totals: Tensor | None = None

    def add(self, watched: Tensor) -> None:
        """Count one update."""
        self.updates += 1
        self.totals = watched.clone() if self.totals is None else self.totals + watched

    def means(self) -> dict[str, float]:
        """The mean of each; waits for the device."""
        if self.totals is None:
            return {}
        means = (self.totals / self.updates).tolist()
        return dict(zip(WATCHED, means, strict=True))


class Learning:
    """A model, its optimizer, and how they learn."""

    def __init__(self, model: Model, moves: int, config: Learner, device: torch.device) -> None:
        self.model, self.config, self.device = model, config, device
        self.gpu = device.type == "cuda"
        self.unpack = Unpack(moves).to(device)
        self.rate = torch.tensor(1e-4, device=device) if self.gpu else 1e-4
        self.optimizer = torch.optim.AdamW(
            model.parameters(),
            lr=self.rate,
            eps=1e-5,
            weight_decay=config.decay,
            capturable=self.gpu,
            foreach=True,
        )
        self.kind = torch.bfloat16 if self.gpu else torch.float32
        self.entropy = torch.zeros((), device=device)
        self.batch: Batch | None = None
        self.update = CudaGraph(self._update, self.gpu)

    def updates(self, samples: Samples, rates: Rates, sums: Sums) -> Iterator[None]:
        """Learn a batch at a time; whoever iterates decides when."""
        self._set(rates)
        count = len(samples.chosen)
        size = min(self.config.batch, count)
        for _ in range(self.config.epochs if count else 0):
            order = samples.chosen[torch.randperm(count, device=self.device)]
            for start in range(0, count - size + 1, size):
                self._fill(samples, order[start : start + size])
                sums.add(self.update())
                yield

    def _set(self, rates: Rates) -> None:
        self.entropy.fill_(rates.entropy)
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rates.learning)
            else:
                group["lr"] = rates.learning

    def batches(self, samples: Samples) -> int:
        """How many updates there will be."""
        count = len(samples.chosen)
        return self.config.epochs * (count // min(self.config.batch, count)) if count else 0

    def _fill(self, samples: Samples, at: Tensor) -> None:
        """Bring these samples to where the update reads them."""
        if self.batch is None or len(self.batch.moves) != len(at):
            self.batch = Batch.of(samples, at)
            self.update = CudaGraph(self._update, self.gpu)
        else:
            self.batch.take(samples, at)

    def _update(self) -> Tensor:
        assert self.batch is not None
        logits, outputs = self.model(self.batch.rows, self.kind)
        policy, entropy, change = self._policy(logits, self.batch)
        value, surprise, error = self._value(outputs, self.batch.targets)
        loss = policy - self.entropy * entropy + value
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.grip)
        self.optimizer.step()
        return torch.stack([entropy, change, surprise, error]).detach()

    def _policy(self, logits: Tensor, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """The clipped loss, the entropy, and how far the policy has moved."""
        legal = self.unpack(batch.masks)
        logs = logits.float().masked_fill(~legal, NEVER).log_softmax(-1)
        entropy = -(logs.exp() * logs).sum(-1).mean()
        now, before = logs.gather(1, batch.moves[:, None])[:, 0], batch.logps
        ratio, better = (now - before).exp(), batch.advantages
        low, high = 1.0 - self.config.clip, 1.0 + self.config.clip
        loss = -torch.min(ratio * better, ratio.clamp(low, high) * better).mean()
        return loss, entropy, (before - now).mean()

    def _value(self, outputs: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The loss of all that is predicted, the surprise at who wins, and the error of points."""
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
