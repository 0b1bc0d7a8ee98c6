"""Taking back: free until chance, revealed secrets or another seat's move stand in between."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from cradle.kernel.piece import Seat
from cradle.kernel.step import Aside, News, State
from cradle.table.errors import CannotUndo


@dataclass(frozen=True)
class Mark:
    """Where a table stood before a seat's answer."""

    seat: Seat
    state: State
    entries: int


class Marks:
    """The answers that can still be taken back, and what ended the possibility before them.

    Only the `most` latest are remembered: each is a copy of the state.
    """

    def __init__(self, most: int | None = None) -> None:
        self.marks: deque[Mark] = deque(maxlen=most)
        self.barrier = "undo-nothing"

    def add(self, seat: Seat, state: State, entries: int) -> None:
        """Remember a state before a seat answers."""
        self.marks.append(Mark(seat, state.copy(), entries))

    def close(self, barrier: str) -> None:
        """Nothing before this moment can be taken back."""
        self.marks.clear()
        self.barrier = barrier

    def listen(self, news: list[News | Aside]) -> None:
        """A secret that was told can't be made untold."""
        if any(isinstance(each, Aside) for each in news):
            self.close("undo-secret")

    def take(self, seat: Seat) -> Mark:
        """The mark before the seat's last answer, or `CannotUndo`."""
        if not self.marks:
            raise CannotUndo(self.barrier)
        if self.marks[-1].seat != seat:
            raise CannotUndo("undo-other", player=self.marks[-1].seat + 1)
        return self.marks.pop()
