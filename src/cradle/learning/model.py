"""The network in PyTorch: the same weights by the same names as `cradle.learning.network`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm, relu

from cradle.learning.features import STEEP, Features, Part
from cradle.learning.network import EPSILON, Shape, Weights

NEVER = -1e9


class Reader(nn.Module):
    """Turns a part of rows into numbers around 1: amounts, their logarithms, one of many."""

    amounts: Tensor
    scales: Tensor
    categories: Tensor
    offsets: Tensor

    def __init__(self, part: Part) -> None:
        super().__init__()
        self.kinds = part.kinds
        self.register_buffer("amounts", torch.from_numpy(part.amounts), persistent=False)
        self.register_buffer("scales", torch.from_numpy(part.scales), persistent=False)
        self.register_buffer("categories", torch.from_numpy(part.categories), persistent=False)
        self.register_buffer("offsets", torch.from_numpy(part.offsets), persistent=False)

    def forward(self, rows: Tensor, kind: torch.dtype) -> Tensor:
        """All numbers of each row, one beside the other."""
        plain = rows[:, self.amounts].float() / self.scales.float()
        bent = plain.sign() * torch.log1p(STEEP * plain.abs())
        parts = [plain.to(kind), bent.to(kind)]
        if self.kinds:
            chosen = rows[:, self.categories].long() + self.offsets
            ones = torch.zeros((len(rows), self.kinds), dtype=kind, device=rows.device)
            parts.append(ones.scatter_(1, chosen, 1.0))
        return torch.cat(parts, 1)


class Model(nn.Module):
    """Moves, and for every seat winning, margin and points."""

    def __init__(self, features: Features, shape: Shape, weights: Weights) -> None:
        super().__init__()
        self.players, self.block = features.players, features.block
        self.board_size, self.blocks = features.board_size, shape.blocks
        self.board, self.player = Reader(features.board), Reader(features.player)
        self.names = {name: name.replace(".", "_") for name in weights}
        self.weights = nn.ParameterDict(
            {self.names[name]: torch.from_numpy(w.copy()) for name, w in weights.items()}
        )

    def forward(self, rows: Tensor, kind: torch.dtype) -> tuple[Tensor, Tensor]:
        """Logits of all moves, and outputs for all seats counted from the observer.

        `kind` is what everything is computed in: half precision on a GPU.
        """
        w = {name: self.weights[stored].to(kind) for name, stored in self.names.items()}
        places = torch.arange(self.players, device=rows.device)
        present = places < rows[:, -1:]
        players = self._players(rows, w, kind)
        board = torch.cat([w["board.amounts"], w["board.kinds"]])
        hidden = torch.addmm(w["board.bias"], self.board(rows, kind), board)
        seated = players * present[:, :, None].to(kind)
        hidden = torch.addmm(hidden, seated.flatten(1), w["places"].flatten(0, 1))
        for number in range(self.blocks):
            hidden = hidden + _residual(hidden, w, f"block{number}")
        trunk = relu(_normal(hidden, w, "last"))
        logits = torch.addmm(w["policy_bias"], trunk, w["policy"])
        return logits, _values(trunk, players, present, w)

    def _players(self, rows: Tensor, w: dict[str, Tensor], kind: torch.dtype) -> Tensor:
        blocks = rows[:, self.board_size : -1].reshape(-1, self.block)
        first = torch.cat([w["player.amounts"], w["player.kinds"]])
        hidden = relu(torch.addmm(w["player.bias"], self.player(blocks, kind), first))
        hidden = relu(torch.addmm(w["player.deep_bias"], hidden, w["player.deep"]))
        return hidden.view(len(rows), self.players, -1)

    def numpy(self) -> Weights:
        """The weights as arrays of their own: those of a model on the CPU go on changing."""
        return {
            name: self.weights[stored].detach().float().cpu().numpy().copy()
            for name, stored in self.names.items()
        }

    def take(self, other: Model) -> None:
        """Copy another's weights, whatever their precision."""
        with torch.no_grad():
            for stored in self.names.values():
                self.weights[stored].copy_(other.weights[stored])

    def load(self, weights: Mapping[str, Any]) -> None:
        """Take weights from arrays."""
        with torch.no_grad():
            for name, stored in self.names.items():
                self.weights[stored].copy_(torch.from_numpy(np.asarray(weights[name], np.float32)))


def _residual(hidden: Tensor, w: dict[str, Tensor], name: str) -> Tensor:
    inner = torch.addmm(w[f"{name}.in_bias"], _normal(hidden, w, name), w[f"{name}.in"])
    return torch.addmm(w[f"{name}.out_bias"], relu(inner), w[f"{name}.out"])


def _normal(hidden: Tensor, w: dict[str, Tensor], name: str) -> Tensor:
    scale = w[f"{name}.scale"]
    return layer_norm(hidden, scale.shape, scale, w[f"{name}.shift"], EPSILON)


def _values(trunk: Tensor, players: Tensor, present: Tensor, w: dict[str, Tensor]) -> Tensor:
    hidden = (trunk @ w["value.trunk"])[:, None] + players @ w["value.player"]
    outputs = relu(hidden + w["value.place"]) @ w["value.out"] + w["value.out_bias"]
    outputs = outputs.float()
    winning = outputs[..., 0].masked_fill(~present, NEVER)
    return torch.cat([winning[..., None], outputs[..., 1:]], -1)


class Unpack(nn.Module):
    """Turns masks with a bit a move into flags."""

    shifts: Tensor

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.moves = moves
        self.register_buffer("shifts", torch.arange(7, -1, -1, dtype=torch.uint8))

    def forward(self, masks: Tensor) -> Tensor:
        """A flag a move."""
        bits = (masks[:, :, None] >> self.shifts) & 1
        return bits.flatten(1)[:, : self.moves].bool()
