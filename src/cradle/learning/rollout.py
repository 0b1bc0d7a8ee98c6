"""What the tables did between two trainings, and what each decision turned out to be worth."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import torch
from torch import Tensor

from cradle.learning.exchange import GROUPS, Plan
from cradle.learning.features import packed_size
from cradle.learning.network import OUTPUTS


class Rollout:
    """A number of decisions of every table, in the order of play."""

    def __init__(self, plan: Plan, steps: int, device: torch.device) -> None:
        self.steps, self.players = steps, plan.players
        shape = (steps, GROUPS, plan.tables)

        def empty(kind: torch.dtype, *more: int) -> Tensor:
            return torch.zeros((*shape, *more), dtype=kind, device=device)

        self.rows = empty(torch.int16, plan.size)
        self.masks = empty(torch.uint8, packed_size(plan.moves))
        self.moves = empty(torch.int64)
        self.logps = empty(torch.float32)
        self.turns = empty(torch.int64)
        self.learns = empty(torch.bool)
        self.values = empty(torch.float32, plan.players, OUTPUTS)
        self.done = empty(torch.bool)
        self.outcomes = empty(torch.float32, plan.players, OUTPUTS)


def joined(parts: Sequence[Rollout], device: torch.device) -> Rollout:
    """Rollouts as one: their tables side by side."""
    whole = copy(parts[0])
    for name, value in vars(whole).items():
        if isinstance(value, Tensor):
            found = torch.cat([getattr(part, name) for part in parts], 2)
            setattr(whole, name, found.to(device))
    return whole


@dataclass(frozen=True)
class Samples:
    """Decisions to learn from, one a row; `targets` count players from the observer."""

    rows: Tensor
    masks: Tensor
    moves: Tensor
    logps: Tensor
    advantages: Tensor
    targets: Tensor
    chosen: Tensor  # which rows count


def seats_of(rows: Tensor) -> Tensor:
    """How many play, by row."""
    return rows[..., -1].long()


def turned(values: Tensor, turns: Tensor, seats: Tensor, back: bool = False) -> Tensor:
    """Values of players counted from the observer as those of seats; or back."""
    players = torch.arange(values.shape[-2], device=values.device)
    shift = turns[..., None] if back else -turns[..., None]
    count = seats[..., None]
    order = torch.where(players < count, (players + shift) % count, players)
    return values.gather(-2, order[..., None].expand(values.shape))


def predicted(outputs: Tensor) -> Tensor:
    """The network's outputs as values: chances to win, margins and points."""
    chances = outputs[..., 0].softmax(-1)
    return torch.cat([chances[..., None], outputs[..., 1:]], -1)


def advantages(rollout: Rollout, after: Tensor, trace: float) -> Tensor:
    """By seat and output, how much better things went than predicted (GAE, lambda by seats)."""
    seats = seats_of(rollout.rows)
    decay = trace ** (1.0 / seats[0].float())[..., None, None]
    found = torch.zeros_like(rollout.values)
    ahead = torch.zeros_like(after)
    for step in reversed(range(rollout.steps)):
        done = rollout.done[step][..., None, None]
        next_value = torch.where(done, rollout.outcomes[step], after)
        ahead = next_value - rollout.values[step] + decay * torch.where(done, 0.0, ahead)
        found[step] = ahead
        after = rollout.values[step]
    return found


def samples(rollout: Rollout, after: Tensor, trace: float, margin: float) -> Samples:
    """Every decision with its advantage, scaled for each number of players, and its targets.

    `values` of a rollout and `after`, those of the decisions that follow it, are by seat.
    """
    seats = seats_of(rollout.rows)
    better = advantages(rollout, after, trace)
    targets = turned(rollout.values + better, rollout.turns, seats, back=True)
    own = turned(better, rollout.turns, seats, back=True)[..., 0, :]
    count = seats.float()
    worth = (1.0 - margin) * own[..., 0] * count / (count - 1.0) + margin * own[..., 1]
    worth, learns = worth.flatten(), rollout.learns.flatten()
    return Samples(
        rows=rollout.rows.flatten(0, 2),
        masks=rollout.masks.flatten(0, 2),
        moves=rollout.moves.flatten(),
        logps=rollout.logps.flatten(),
        advantages=scaled(worth, seats.flatten(), learns),
        targets=bounded(targets.flatten(0, 2)),
        chosen=learns.nonzero()[:, 0],
    )


def scaled(worth: Tensor, seats: Tensor, learns: Tensor) -> Tensor:
    """Mean 0 and spread 1 among the decisions of each number of players."""
    found = torch.zeros_like(worth)
    for count in range(2, 6):
        here = (seats == count) & learns
        weight = here.float()
        total = weight.sum().clamp(min=1.0)
        mean = (worth * weight).sum() / total
        spread = (((worth - mean) ** 2 * weight).sum() / total).sqrt()
        found = torch.where(here, (worth - mean) / (spread + 1e-6), found)
    return found


def bounded(targets: Tensor) -> Tensor:
    """Chances as such: none below 0, and 1 in all."""
    chances = targets[..., 0].clamp(min=0.0)
    chances = chances / chances.sum(-1, keepdim=True).clamp(min=1e-6)
    return torch.cat([chances[..., None], targets[..., 1:]], -1)
