"""Taking back: free until chance, revealed secrets or another seat's move stand in between."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from cradle.kernel import step as rules
from cradle.kernel.piece import Seat
from cradle.kernel.step import Aside, News, State
from cradle.table.errors import CannotUndo
from cradle.table.record import Entry


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

    def are_of(self, seat: Seat) -> bool:
        """Whether the last answer that can be taken back is this seat's."""
        return bool(self.marks) and self.marks[-1].seat == seat

    def take(self, seat: Seat) -> Mark:
        """The mark before the seat's last answer, or `CannotUndo`."""
        if not self.marks:
            raise CannotUndo(self.barrier)
        if self.marks[-1].seat != seat:
            raise undo_other(self.marks[-1].seat)
        return self.marks.pop()


def undo_other(seat: Seat) -> CannotUndo:
    """A refusal because of another seat: people count players from 1, programs seats from 0."""
    return CannotUndo("undo-other", seat=seat, player=seat + 1)


def withdraw(state: State, entries: list[Entry], seat: Seat) -> None:
    """Open a sealed answer again."""
    rules.withdraw(state, seat)
    last = max(ply for ply, entry in enumerate(entries) if entry.seat == seat)
    del entries[last]


def go_back(state: State, entries: list[Entry], marks: Marks, seat: Seat) -> State:
    """The state before a seat's last answer; `entries` lose what came after, or `CannotUndo`."""
    if state.sealed:
        raise undo_other(min(state.sealed))
    mark = marks.take(seat)
    del entries[mark.entries :]
    return mark.state
