"""The network with numpy alone: odds of moves, chances to win and final points, in batches."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from cradle.kernel.game import BadOption
from cradle.learning.features import Features, Floats, Rows

Weights = dict[str, Floats]
POINTS = 100.0  # final points are predicted in hundreds
OUTPUTS = 3  # for every seat: winning (before the softmax), margin, points
NEVER = np.float32(-1e9)  # of a move that isn't legal, or a player who isn't there
EPSILON = 1e-5
POOLS = ThreadpoolController()  # of what numpy computes with


@dataclass(frozen=True)
class Shape:
    """How large a network is: its trunk, a player's block, residual blocks, the value's layer."""

    width: int = 512
    player: int = 192
    blocks: int = 3
    value: int = 128

    def __str__(self) -> str:
        return ", ".join(f"{name} {size}" for name, size in self.as_dict().items())

    def as_dict(self) -> dict[str, int]:
        """For a manifest."""
        return asdict(self)


def sizes(features: Features, shape: Shape) -> dict[str, tuple[int, ...]]:
    """Every array of weights, by name."""
    width, player, value, players = shape.width, shape.player, shape.value, features.players
    board, block = features.board, features.player
    found: dict[str, tuple[int, ...]] = {
        "board.amounts": (board.width, width),
        "board.kinds": (board.kinds, width),
        "board.bias": (width,),
        "player.amounts": (block.width, player),
        "player.kinds": (block.kinds, player),
        "player.bias": (player,),
        "player.deep": (player, player),
        "player.deep_bias": (player,),
        "places": (players, player, width),
    }
    for number in range(shape.blocks):
        name = f"block{number}"
        found |= {f"{name}.scale": (width,), f"{name}.shift": (width,)}
        found |= {f"{name}.in": (width, width), f"{name}.in_bias": (width,)}
        found |= {f"{name}.out": (width, width), f"{name}.out_bias": (width,)}
    return found | {
        "last.scale": (width,),
        "last.shift": (width,),
        "policy": (width, features.moves),
        "policy_bias": (features.moves,),
        "value.trunk": (width, value),
        "value.player": (player, value),
        "value.place": (players, value),
        "value.out": (value, OUTPUTS),
        "value.out_bias": (OUTPUTS,),
    }


SPREAD = {"policy": 0.01, "board.kinds": 0.1, "player.kinds": 0.1, "value.place": 0.1}
ZERO = ("bias", "shift", "value.out")


def fresh(features: Features, shape: Shape, seed: int) -> Weights:
    """Weights that know nothing: every residual block begins as nothing at all."""
    rng = np.random.default_rng(seed)
    return {name: _fresh(rng, name, size) for name, size in sizes(features, shape).items()}


def _fresh(rng: np.random.Generator, name: str, size: tuple[int, ...]) -> Floats:
    if name.endswith(".scale"):
        return np.ones(size, np.float32)
    if name.endswith(ZERO) or (name.startswith("block") and name.endswith(".out")):
        return np.zeros(size, np.float32)
    fan = size[-2] * (size[0] if name == "places" else 1)
    spread = SPREAD.get(name, float(np.sqrt(2.0 / max(1, fan))))
    return (rng.standard_normal(size) * spread).astype(np.float32)


def deepened(network: Network, shape: Shape, seed: int) -> Weights:
    """Its weights with more residual blocks, up to a shape: it plays as before until it learns."""
    if network.shape != replace(shape, blocks=min(shape.blocks, network.shape.blocks)):
        raise BadOption(
            f"only blocks can be added to weights: they are of {network.shape}, wanted is {shape}"
        )
    return fresh(network.features, shape, seed) | network.weights


@dataclass(frozen=True)
class Judged:
    """What the network says of a batch of positions; players count from the observer.

    `odds` are how likely each move of the encoding is, `chances` each player's to win (adding up
    to 1), `points` their final points, `margins` how far they win, from -1 to 1.
    """

    odds: Floats
    chances: Floats
    points: Floats
    margins: Floats


class Network:
    """A trained network."""

    def __init__(self, features: Features, shape: Shape, weights: Weights) -> None:
        self.features, self.shape = features, shape
        self.weights = {name: np.asarray(w, np.float32) for name, w in weights.items()}

    def judge(self, rows: Rows, masks: NDArray[np.int8]) -> Judged:
        """Everything about a batch of rows, with the masks of their legal moves."""
        with one_thread():
            trunk, players = self._trunk(rows)
            outputs = self._values(trunk, players, rows)
            logits = trunk @ self.weights["policy"] + self.weights["policy_bias"]
        return Judged(
            odds=softmax(np.where(masks != 0, logits, NEVER)),
            chances=softmax(outputs[..., 0]),
            points=outputs[..., 2] * np.float32(POINTS),
            margins=outputs[..., 1],
        )

    def expect(self, rows: Rows) -> tuple[Floats, Floats]:
        """Chances and points alone, as `judge` has them: quicker without the moves."""
        with one_thread():
            outputs = self._values(*self._trunk(rows), rows)
        return softmax(outputs[..., 0]), outputs[..., 2] * np.float32(POINTS)

    def logits(self, rows: Rows) -> Floats:
        """How much each move of the encoding is preferred, legal or not."""
        with one_thread():
            trunk, _ = self._trunk(rows)
            found: Floats = trunk @ self.weights["policy"] + self.weights["policy_bias"]
        return found

    def _trunk(self, rows: Rows) -> tuple[Floats, Floats]:
        features, w = self.features, self.weights
        board = features.board
        hidden = board.scaled(rows) @ w["board.amounts"] + w["board.bias"]
        hidden += w["board.kinds"][board.chosen(rows)].sum(axis=1)
        players = self._players(features.blocks(rows), int(rows[:, -1].max()))
        present = features.present(rows)
        for place in range(players.shape[1]):
            hidden += (players[:, place] * present[:, place, None]) @ w["places"][place]
        for number in range(self.shape.blocks):
            hidden = hidden + self._residual(hidden, f"block{number}")
        return relu(normal(hidden, w["last.scale"], w["last.shift"])), players

    def _players(self, blocks: Rows, most: int) -> Floats:
        w, part = self.weights, self.features.player
        blocks = blocks[:, :most]
        hidden = part.scaled(blocks) @ w["player.amounts"] + w["player.bias"]
        if part.kinds:
            hidden += w["player.kinds"][part.chosen(blocks)].sum(axis=2)
        return relu(relu(hidden) @ w["player.deep"] + w["player.deep_bias"])

    def _residual(self, hidden: Floats, name: str) -> Floats:
        w = self.weights
        inner = normal(hidden, w[f"{name}.scale"], w[f"{name}.shift"])
        inner = relu(inner @ w[f"{name}.in"] + w[f"{name}.in_bias"])
        return inner @ w[f"{name}.out"] + w[f"{name}.out_bias"]

    def _values(self, trunk: Floats, players: Floats, rows: Rows) -> Floats:
        w, most = self.weights, players.shape[1]
        hidden = (trunk @ w["value.trunk"])[:, None] + players @ w["value.player"]
        found = np.zeros((len(rows), self.features.players, OUTPUTS), np.float32)
        found[:, :most] = relu(hidden + w["value.place"][:most]) @ w["value.out"]
        found += w["value.out_bias"]
        found[~self.features.present(rows)] = (NEVER, 0.0, 0.0)
        return found


def one_thread() -> AbstractContextManager[None]:
    """Meanwhile numpy computes in one thread: more gain nothing, and wait for a busy core."""
    limit: AbstractContextManager[None] = POOLS.limit(limits=1, user_api="blas")
    return limit


def relu(values: Floats) -> Floats:
    """Nothing below 0."""
    return np.maximum(values, np.float32(0.0))


def normal(values: Floats, scale: Floats, shift: Floats) -> Floats:
    """Each row with mean 0 and spread 1, then scaled and shifted."""
    centred = values - values.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
    found: Floats = centred / spread * scale + shift
    return found


def softmax(values: Floats) -> Floats:
    """Shares of 1."""
    found: Floats = np.exp(values - values.max(axis=-1, keepdims=True))
    found /= found.sum(axis=-1, keepdims=True)
    return found
