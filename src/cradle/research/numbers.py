"""Numbers for a list of moves. Compiled with the rules."""

from __future__ import annotations

from collections.abc import Sequence

from librt.strings import BytesWriter

from cradle.kernel.notation import Move
from cradle.kernel.step import State, moves as legal_moves


class Numbers:
    """All moves of the seats, or of chance, and the number of each; listed moves carry theirs."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.none = bytes(len(moves))
        self.by_value: dict[Move, int] = {move: index for index, move in enumerate(moves)}
        for index, move in enumerate(moves):
            object.__setattr__(move, "index", index)  # frozen but for this, which isn't its value

    def of(self, move: Move) -> int:
        """The number of a move, or KeyError."""
        index = move.index
        return index if index >= 0 else self.by_value[move]

    def of_all(self, moves: list[Move]) -> list[int]:
        """The number of each move."""
        return [self.of(move) for move in moves]

    def mask(self, moves: list[Move]) -> bytes:
        """A 1 for each of these moves among all."""
        out = BytesWriter()
        self._put_mask(out, moves)
        return out.getvalue()

    def masks(self, states: list[State], seats: list[int]) -> bytes:
        """The mask of each seat's legal moves in its state, one after the other."""
        out = BytesWriter()
        for place, s in enumerate(states):
            self._put_mask(out, legal_moves(s, seats[place]))
        return out.getvalue()

    def _put_mask(self, out: BytesWriter, moves: list[Move]) -> None:
        start = len(out)
        out.write(self.none)
        for move in moves:
            out[start + self.of(move)] = 1
