"""Imitation: a network that plays as another bot does, in a thousandth of its time.

A bot that searches is too slow to sit at a training's tables. Its games are watched instead, and
a network learns to give the answers that it gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from cradle.arena import Job, play_job
from cradle.bots import BotFailed
from cradle.kernel.game import BadOption
from cradle.kernel.step import Move, State
from cradle.learning.features import Features, features, packed
from cradle.learning.model import NEVER, Model, Unpack
from cradle.learning.network import Network, Weights
from cradle.learning.weights import read_arrays, write_arrays

SEED = 7
BATCH = 1024
RATE = 3e-4  # of learning, falling to nothing
HELD_OUT = 20  # of so many decisions, one is left to measure by


@dataclass(frozen=True)
class Notes:
    """Decisions of a bot: what it saw, what it could have done, what it did."""

    rows: NDArray[np.int16]
    masks: NDArray[np.uint8]
    moves: NDArray[np.int32]
    games: int

    @classmethod
    def joined(cls, parts: Sequence[Notes]) -> Notes:
        """Notes of several games as one."""
        rows, masks, moves = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("rows", "masks", "moves")
        )
        return cls(rows, masks, moves, sum(part.games for part in parts))

    def save(self, file: Path) -> None:
        """Keep them; the file is whole or not there."""
        write_arrays(file, {each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def load(cls, file: Path) -> Notes:
        """Those of a file, or `BadOption`."""
        try:
            stored = read_arrays(file)
            rows, masks, moves, games = (stored[each.name] for each in fields(cls))
        except OSError as error:
            raise BadOption(f"{file} can't be read: {error.strerror or error}") from None
        except (KeyError, ValueError):
            raise BadOption(f"{file} holds no notes of games") from None
        return cls(rows, masks, moves, int(games))


@dataclass(frozen=True)
class Watching:
    """A game to watch, and the bot that counts in it."""

    job: Job
    bot: str


def line_up(bot: str, among: str, seats: int, number: int) -> tuple[str, ...]:
    """Who plays a game: the bot in all seats but one, which goes round, or in every seat."""
    return tuple(among if number % (seats + 1) == seat else bot for seat in range(seats))


def games_to_watch(
    game: str, bot: str, among: str, seats: Sequence[int], numbers: range
) -> list[Watching]:
    """Games of each number of players in turn."""
    found = []
    for number in numbers:
        turn, count = number // len(seats), seats[number % len(seats)]
        bots = line_up(bot, among, count, turn)
        found.append(Watching(Job(number, game, bots, SEED, luck=number), bot))
    return found


def watch(task: Watching) -> Notes:
    """Play a game; what the bot was asked in it, and what it chose."""
    known, decisions = features(task.job.game), list[tuple[Any, Any, int]]()

    def note(s: State, move: Move) -> None:
        if len(s.legal) > 1 and task.job.bots[s.turn] == task.bot:
            decisions.append(decision(known, s, move))

    played = play_job(task.job, note)
    if any(played.faults):
        raise BotFailed(f"{task.bot}, or who plays with it, failed: {max(played.faults)}")
    rows, masks, moves = zip(*decisions, strict=True)
    return Notes(
        np.concatenate(rows), packed(np.concatenate(masks)), np.array(moves, np.int32), games=1
    )


def decision(known: Features, s: State, move: Move) -> tuple[Any, Any, int]:
    """One decision in numbers."""
    encoding = known.encoding
    return known.observe([s]), encoding.mask_all([s]), encoding.index(move)


class Imitator:
    """A network that begins as another, and learns the answers of a bot."""

    def __init__(self, network: Network) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = Model(network.features, network.shape, network.weights).to(self.device)
        self.unpack = Unpack(network.features.moves).to(self.device)

    def learn(self, notes: Notes, epochs: int, batch: int = BATCH) -> None:
        """Go through the notes so many times, but for those to measure by."""
        rows = held(len(notes.moves), out=False)
        count = -(-len(rows) // batch)
        optimizer = torch.optim.AdamW(self.model.parameters(), RATE, weight_decay=1e-2)
        course = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, epochs * count)
        rng = np.random.default_rng(SEED)
        for _ in range(epochs):
            for at in np.array_split(rng.permutation(rows), count):
                optimizer.zero_grad(set_to_none=True)
                self._loss(notes, at)[0].backward()
                optimizer.step()
                course.step()

    def measure(self, notes: Notes) -> tuple[float, float]:
        """The surprise in nats, and the share of answers it gives too, of those held out."""
        at = held(len(notes.moves), out=True)
        with torch.no_grad():
            loss, right = self._loss(notes, at)
        return float(loss), float(right)

    def _loss(self, notes: Notes, at: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        rows, masks, moves = (
            torch.from_numpy(each[at]).to(self.device)
            for each in (notes.rows, notes.masks, notes.moves)
        )
        moves = moves.long()
        logits, _ = self.model(rows, torch.float32)
        logits = logits.masked_fill(~self.unpack(masks), NEVER)
        right = (logits.argmax(-1) == moves).float().mean()
        return cross_entropy(logits, moves), right

    def weights(self, sharpness: float = 1.0) -> Weights:
        """What it has learned; sharper than it was seen, it takes second-best moves less often.

        Networks at a training's tables draw their moves, and what one couldn't learn of a bot
        looks to it like chance.
        """
        found = self.model.numpy()
        return found | {name: found[name] * sharpness for name in ("policy", "policy_bias")}


def held(count: int, out: bool) -> NDArray[np.int64]:
    """The places of those held out, or of all others."""
    places = np.arange(count, dtype=np.int64)
    found: NDArray[np.int64] = places[(places % HELD_OUT == 0) == out]
    return found
