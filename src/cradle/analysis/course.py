"""The course of a game: every answer with the state in which it was given."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import OVER, Move, State, moves
from cradle.table import Table, legality
from cradle.table.errors import Refusal


@dataclass(frozen=True)
class Ply:
    """One answer: who gave it (None is chance), which, and where.

    `asked` is the state in which the question was put: where several seats choose at once, the one
    before any of them has answered; `number` is the ply at which that was. `last` answers end it.
    """

    seat: Seat | None
    move: Move
    asked: State
    number: int
    last: bool
    round: int

    @property
    def kind(self) -> str:
        """What was asked, as the game calls the step: `place-people`."""
        return verb(type(self.asked.stack[-1]))

    @property
    def is_decision(self) -> bool:
        """Whether a seat had more than one move."""
        return self.seat is not None and len(moves(self.asked, self.seat)) > 1


class Course:
    """A finished game, answer by answer."""

    def __init__(self, table: Table) -> None:
        if not table.over:
            raise Refusal("analysis-unfinished")
        self.setup, self.game, self.seats = table.setup, table.game, table.seats
        self.plies: list[Ply] = []
        self.end = self._replay(table)

    def _replay(self, table: Table) -> State:
        again = Table.resume(table.setup)
        for number, entry in enumerate(table.entries):
            state = again.state
            opened = self.plies[-1] if self.plies and not self.plies[-1].last else None
            asked = opened.asked if opened else state.copy()
            move = legality.legal(self.game, state, entry.seat, entry.text)
            rounds = self.game.rounds(state)
            again.enter(entry.seat, entry.text)
            start = opened.number if opened else number
            last = not again.state.sealed
            self.plies.append(Ply(entry.seat, move, asked, start, last, rounds))
        assert again.state.turn == OVER
        return again.state
