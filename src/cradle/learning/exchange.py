"""Memory that actors and learner share: rows and masks one way, moves the other."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
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


class Exchange:
    """The arrays, in memory of this process or another's."""

    def __init__(self, plan: Plan, name: str | None = None) -> None:
        self.plan = plan
        places, end = {}, 0
        for key, (shape, kind) in plan.arrays().items():
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            places[key] = end
            end += -(-size // 64) * 64
        self.memory = SharedMemory(name, create=name is None, size=end)
        self.made = name is None
        self.arrays: dict[str, NDArray[Any]] = {
            key: np.ndarray(shape, kind, self.memory.buf, places[key])
            for key, (shape, kind) in plan.arrays().items()
        }

    def __getitem__(self, key: str) -> NDArray[Any]:
        return self.arrays[key]

    def close(self) -> None:
        """Let go of the memory; who made it frees it."""
        self.arrays.clear()
        with suppress(BufferError):  # while somebody looks at an array; it goes with the process
            self.memory.close()
        if self.made:
            self.memory.unlink()
