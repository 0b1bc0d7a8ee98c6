"""One row of numbers for every number of players: what the network reads.

A row is the observation of the largest table; what a smaller one lacks stays 0, and the last
number says how many play. Players are blocks of the same make, so that weights can be shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.kernel.game import BadOption
from cradle.kernel.step import State
from cradle.research.encoding import Encoding, encoding
from cradle.research.fields import Field

Rows = NDArray[np.int16]
Floats = NDArray[np.float32]
STEEP = 10.0  # how quickly the logarithm of an amount bends


class Part:
    """A stretch of a row, read as scaled amounts and categories."""

    def __init__(self, fields: Sequence[Field], start: int) -> None:
        amounts: list[int] = []
        scales: list[float] = []
        categories: list[int] = []
        offsets: list[int] = []
        kinds = 0
        for field in fields:
            places = range(start, start + field.size)
            if field.category:
                for place in places:
                    categories.append(place)
                    offsets.append(kinds)
                    kinds += field.high + 1
            else:
                amounts += places
                scales += [float(field.scale)] * field.size
            start += field.size
        self.amounts = np.array(amounts, np.int64)
        self.scales = np.array(scales, np.float32)
        self.categories = np.array(categories, np.int64)
        self.offsets = np.array(offsets, np.int64)
        self.kinds = kinds
        self.width = 2 * len(amounts)

    def scaled(self, rows: Rows) -> Floats:
        """Amounts around 1, and their logarithms."""
        plain = rows[..., self.amounts] / self.scales
        return np.concatenate([plain, np.sign(plain) * np.log1p(STEEP * np.abs(plain))], axis=-1)

    def chosen(self, rows: Rows) -> NDArray[np.int64]:
        """The number of each category among all there are."""
        found: NDArray[np.int64] = rows[..., self.categories] + self.offsets
        return found


class Features:
    """How rows of one game are laid out."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.game = encoding.game.name
        self.version = encoding.version
        self.moves = len(encoding.moves)
        self.players = max(encoding.layouts)
        largest = encoding.layouts[self.players]
        self.size = largest.size + 1
        blocks = [f for f in largest.fields if f.name.startswith("player_")]
        own = [f for f in blocks if f.name.startswith("player_0.")]
        count = Field("seats", 1, 0, self.players, "how many play", 1, category=True)
        if not blocks:
            raise BadOption(f"{self.game} has no encoding by players, which networks learn from")
        self.block = sum(field.size for field in own)
        self.board_size = largest.size - self.players * self.block
        self.board = Part(largest.fields[: -len(blocks)], 0)
        self._add_seats(count)
        self.player = Part(own, 0)
        self.columns = {seats: self._columns(seats) for seats in encoding.layouts}

    def _add_seats(self, count: Field) -> None:
        board = self.board
        board.categories = np.append(board.categories, self.size - 1)
        board.offsets = np.append(board.offsets, board.kinds)
        board.kinds += count.high + 1

    def _columns(self, seats: int) -> NDArray[np.int64]:
        """Where each number of an observation of so many seats lies in a row."""
        largest, layout = self.encoding.layouts[self.players], self.encoding.layouts[seats]
        starts = [(largest.slices[field.name].start, field.size) for field in layout.fields]
        return np.concatenate([np.arange(start, start + size) for start, size in starts])

    def rows(self, observations: NDArray[np.int16], seats: int) -> Rows:
        """Observations of so many seats as rows."""
        found = np.zeros((len(observations), self.size), np.int16)
        found[:, self.columns[seats]] = observations
        found[:, -1] = seats
        return found

    def observe(self, states: Sequence[State], seats: Sequence[int] | None = None) -> Rows:
        """What a seat sees in each state, in rows: whoever is to answer, unless seats are given.

        States of different numbers of seats may be mixed.
        """
        asked = [state.turn for state in states] if seats is None else list(seats)
        found = np.zeros((len(states), self.size), np.int16)
        for count in sorted({state.seats for state in states}):
            where = [i for i, state in enumerate(states) if state.seats == count]
            seen = self.encoding.observe_all([states[i] for i in where], [asked[i] for i in where])
            found[where] = self.rows(seen, count)
        return found

    def blocks(self, rows: Rows) -> Rows:
        """The players of each row, clockwise from the observer."""
        players = rows[:, self.board_size : -1]
        return players.reshape(len(rows), self.players, self.block)

    def present(self, rows: Rows) -> NDArray[np.bool_]:
        """Which players there are."""
        found: NDArray[np.bool_] = np.arange(self.players) < rows[:, -1:]
        return found


@cache
def features(game: str) -> Features:
    """The features of a game."""
    return Features(encoding(game))


def packed_size(moves: int) -> int:
    """Bytes of a mask with a bit a move."""
    return (moves + 7) // 8


def packed(masks: NDArray[Any]) -> NDArray[np.uint8]:
    """Masks with a bit a move."""
    return np.packbits(masks.view(np.uint8), axis=1)
