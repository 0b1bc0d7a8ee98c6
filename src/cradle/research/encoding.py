"""Games as numbers, for programs that learn.

enc = encoding("stone-age")
enc.index(move), enc.moves[7]           every move has one number, the same for ever
enc.observe(state, seat)                what the seat sees, as an array of whole numbers
enc.mask(state, seat)                   which moves are legal, as an array of 0 and 1
enc.observe_all(states), enc.mask_all(states)      the same for many at once, a row each
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy import frombuffer
from numpy.typing import NDArray

from cradle.games import game as game_named
from cradle.kernel.game import Game
from cradle.kernel.step import Move, State, moves as legal_moves
from cradle.research.codec import Codec, codec_of
from cradle.research.fields import Field
from cradle.research.numbers import Numbers
from cradle.research.writer import row, rows

Observation: TypeAlias = NDArray[np.int16]
Mask: TypeAlias = NDArray[np.int8]
NUMBER = np.dtype("<i2")  # as `cradle.research.writer` writes them
FLAG = np.dtype(np.int8)


class ForeignMove(LookupError):
    """A move that isn't in a game's list of all moves, as one of another game isn't."""


class Layout:
    """Where each field of an observation lies, for one number of seats."""

    def __init__(self, fields: list[Field]) -> None:
        self.fields = fields
        self.size = sum(field.size for field in fields)
        self.slices: dict[str, slice] = {}
        for field in fields:
            start = self.slices[last].stop if (last := next(reversed(self.slices), None)) else 0
            self.slices[field.name] = slice(start, start + field.size)
        self._category = self._spread([field.category for field in fields]).astype(np.bool_)
        self._scales = self._spread([field.scale for field in fields]).astype(np.float32)
        widths = np.where(self._category, self.high.astype(np.int64) + 1, 1)
        self.width = int(widths.sum())
        self._starts = widths.cumsum() - widths  # where each number lies when expanded

    @property
    def low(self) -> Observation:
        """The least each number can be."""
        return self._spread([field.low for field in self.fields])

    @property
    def high(self) -> Observation:
        """The most each number can be."""
        return self._spread([field.high for field in self.fields])

    @property
    def expanded_low(self) -> NDArray[np.float32]:
        """The least each number of an expanded observation can be."""
        return self._limits(np.where(self._category, 0, self.low))

    @property
    def expanded_high(self) -> NDArray[np.float32]:
        """The most each number of an expanded observation can be."""
        return self._limits(np.where(self._category, 1, self.high))

    def _limits(self, values: NDArray[Any]) -> NDArray[np.float32]:
        widths = np.diff(self._starts, append=self.width)
        return np.repeat(values.astype(np.float32) / self._scales, widths)

    def _spread(self, values: list[int]) -> Observation:
        return np.repeat(np.array(values, np.int16), [field.size for field in self.fields])

    def named(self, observation: Observation) -> dict[str, Observation]:
        """The observation, or a batch of them, field by field; shares its memory."""
        return {name: observation[..., where] for name, where in self.slices.items()}

    def expand(self, observations: Observation) -> NDArray[np.float32]:
        """Numbers around 1 for learning: amounts scaled, categories as one of many."""
        kinds, amounts = self._category, ~self._category
        found = np.zeros((*observations.shape[:-1], self.width), np.float32)
        found[..., self._starts[amounts]] = observations[..., amounts] / self._scales[amounts]
        ones = self._starts[kinds] + observations[..., kinds]
        np.put_along_axis(found, ones, np.float32(1), axis=-1)
        return found


class Encoding:
    """A game in numbers: its moves, what chance brings, and what a seat sees."""

    def __init__(self, game: Game, codec: Codec) -> None:
        self.game = game
        self.version = codec.version
        self.moves = list(codec.moves)
        self.outcomes = list(codec.outcomes)
        self.layouts = {seats: Layout(codec.fields(seats)) for seats in game.seats}
        self._write = codec.write
        self._moves = Numbers(self.moves)
        self._outcomes = Numbers(self.outcomes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes by name: identities of moves hold in one process only."""
        return encoding, (self.game.name,)

    def index(self, move: Move) -> int:
        """The number of a seat's move; `ForeignMove` where the game has no such move."""
        try:
            return self._moves.of(move)
        except KeyError:
            raise ForeignMove(f"{self.game.name} has no move {move.text!r}") from None

    def outcome_index(self, outcome: Move) -> int:
        """The number of an outcome of chance; `ForeignMove` where the game has no such outcome."""
        try:
            return self._outcomes.of(outcome)
        except KeyError:
            raise ForeignMove(f"{self.game.name} has no outcome {outcome.text!r}") from None

    def observe(self, state: State, seat: int) -> Observation:
        """What a seat sees."""
        return frombuffer(bytearray(row(self._write, state, seat)), NUMBER)

    def observe_all(
        self, states: Sequence[State], seats: Sequence[int] | None = None
    ) -> Observation:
        """What a seat sees in each state, a row each: whoever is to answer, unless seats are given.

        All states must have the same number of seats. For many this is much faster than one by
        one, since making an array takes as long as filling it.
        """
        flat = rows(self._write, list(states), _seats(states, seats))
        return _table(frombuffer(bytearray(flat), NUMBER), len(states))

    def legal(self, state: State, seat: int) -> list[int]:
        """The numbers of the seat's legal moves, in the order in which the rules list them."""
        return self._moves.of_all(legal_moves(state, seat))

    def mask(self, state: State, seat: int) -> Mask:
        """1 for each legal move of the seat."""
        return frombuffer(bytearray(self._moves.mask(legal_moves(state, seat))), FLAG)

    def mask_all(self, states: Sequence[State], seats: Sequence[int] | None = None) -> Mask:
        """The mask in each state, a row each: whoever is to answer, unless seats are given."""
        flat = self._moves.masks(list(states), _seats(states, seats))
        return _table(frombuffer(bytearray(flat), FLAG), len(states))


def _table(flat: NDArray[Any], count: int) -> NDArray[Any]:
    """So many rows of one array."""
    return flat.reshape(count, -1 if count else 0)


def _seats(states: Sequence[State], seats: Sequence[int] | None) -> list[int]:
    return [state.turn for state in states] if seats is None else list(seats)


@cache
def encoding(name: str) -> Encoding:
    """The encoding of a game."""
    game = game_named(name)
    return Encoding(game, codec_of(game))
