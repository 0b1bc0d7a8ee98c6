"""Memory that actors and learner share: rows and masks one way, moves the other."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import prod
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.learning.features import Features, packed_size
from cradle.learning.network import OUTPUTS

GROUPS = 2  # one thinks while the other plays
STOP = -1  # in place of a move
GAMES, SHARE, EQUAL, POINTS, ROUNDS, TALLIES = range(6)  # what is counted of games that ended


@dataclass(frozen=True)
class Plan:
    """How large the memory is: tables in a group, of all actors; lines of the tally."""

    tables: int
    size: int
    moves: int
    players: int
    actors: int
    lines: int

    @classmethod
    def of(cls, features: Features, actors: int, tables: int, bots: int) -> Plan:
        """The memory for so many actors; the tally has a line for each kind of opponent."""
        lines = bots + 2  # nobody, an older self, and the bots
        return cls(actors * tables, features.size, features.moves, features.players, actors, lines)

    def arrays(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Every array: its shape and type."""
        both = (GROUPS, self.tables)
        return {
            "rows": ((*both, self.size), np.int16),
            "masks": ((*both, packed_size(self.moves)), np.uint8),
            "turns": (both, np.uint8),
            "frozen": (both, np.uint8),
            "done": (both, np.uint8),
            "outcomes": ((*both, self.players, OUTPUTS), np.float32),
            "moves": (both, np.int32),
            "tally": ((self.actors, self.lines, self.players + 1, TALLIES), np.float64),
        }

    def size_of_all(self) -> int:
        """Bytes of all arrays, each from a place that suits every type."""
        arrays = self.arrays().values()
        return sum(_rounded(prod(shape) * np.dtype(kind).itemsize) for shape, kind in arrays)


class Exchange:
    """The arrays, in memory of this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.arrays = self._laid_out(bytearray(plan.size_of_all()))

    def _laid_out(self, memory: Any) -> dict[str, NDArray[Any]]:
        found, end = {}, 0
        for key, (shape, kind) in self.plan.arrays().items():
            found[key] = np.ndarray(shape, kind, memory, end)
            end += _rounded(found[key].nbytes)
        return found

    def __getitem__(self, key: str) -> NDArray[Any]:
        return self.arrays[key]

    def close(self) -> None:
        """Let go of the memory."""
        self.arrays.clear()


class SharedExchange(Exchange):
    """The arrays in memory that processes share: of this one, or by its name of another."""

    def __init__(self, plan: Plan, name: str | None = None) -> None:
        self.plan = plan
        self.memory = SharedMemory(name, create=name is None, size=plan.size_of_all())
        self.made = name is None
        self.arrays = self._laid_out(self.memory.buf)

    def close(self) -> None:
        """Let go of the memory; who made it frees it."""
        super().close()
        with suppress(BufferError):  # while somebody looks at an array; it goes with the process
            self.memory.close()
        if self.made:
            self.memory.unlink()


def _rounded(size: int) -> int:
    return -(-size // 64) * 64
