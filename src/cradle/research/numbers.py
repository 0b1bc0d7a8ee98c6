"""Numbers for a list of moves. Compiled with the rules."""

from __future__ import annotations

from collections.abc import Sequence

from librt.strings import BytesWriter

from cradle.kernel.notation import Move


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
        out.write(self.none)
        for move in moves:
            out[self.of(move)] = 1
        return out.getvalue()
