"""A table of the server: the public one, with its news kept raw and its answers shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cradle.kernel.piece import dump
from cradle.kernel.step import Aside, News, Together
from cradle.server.tables.dice import FairDice
from cradle.server.tables.fold import shared
from cradle.table.dice import Dice
from cradle.table.record import Entry
from cradle.table.saving import trusted_state
from cradle.table.setup import Setup, set_up
from cradle.table.table import Table
from cradle.table.undo import Marks

KEPT_MARKS = 8  # What lies further back is taken back from the log.


class Raw:
    """News as the rules told them, until somebody takes them: a log without a memory.

    Not below `Log`, which may be compiled and then can't be inherited from.
    """

    def __init__(self) -> None:
        self.raw: list[News | Aside] = []

    def add(self, news: list[News | Aside]) -> None:
        """Keep them."""
        self.raw.extend(news)

    def take(self) -> list[News | Aside]:
        """All news since the last time."""
        taken, self.raw = self.raw, []
        return taken


class Board(Table):
    """A table whose long memory is the database's."""

    log: Raw  # type: ignore[assignment]

    def _begin(self, setup: Setup) -> None:
        super()._begin(setup)
        self.log = Raw()
        self.marks = Marks(KEPT_MARKS)

    @classmethod
    def open(cls, setup: Setup, dice: Dice) -> Board:
        """A fresh game, dealt."""
        board = cls.__new__(cls)
        board._begin(setup)
        board._deal(None, dice, False)
        board.share(0)
        return board

    @classmethod
    def resume(cls, setup: Setup, state: Any, entries: Sequence[Entry]) -> Board:
        """A game from a snapshot's state (None: from the start); chance is left to the caller."""
        board = cls.__new__(cls)
        board._begin(setup)
        if state is not None:
            board.state = trusted_state(setup, state)
        board.entries = list(entries)
        return board

    def go_on(self, dice: FairDice, by_hand: bool = False) -> None:
        """Take these dice, and roll them if chance is asked (but not by hand: records)."""
        self._deal(None, dice, by_hand)

    def share(self, start: int) -> None:
        """Use one object for equal answers, from `start` on."""
        for ply in range(start, len(self.entries)):
            entry = self.entries[ply]
            self.entries[ply] = shared(entry.seat, entry.text)

    @property
    def plain_state(self) -> Any:
        """The state for a snapshot."""
        return dump(self.state)

    @property
    def round(self) -> int:
        """How many rounds have begun."""
        return self.game.rounds(self.state)

    @property
    def sealing(self) -> bool:
        """Whether seats choose in secret now."""
        return bool(self.state.stack) and isinstance(self.state.stack[-1], Together)

    def forced(self, seat: int) -> bool:
        """Whether all can see that a seat has no choice: one move, and no sealed choice."""
        return not self.sealing and len(self.moves(seat)) == 1


def setup_of(game: str, size: int, options: Mapping[str, Any], date: str = "") -> Setup:
    """What a table is made of; names are the sheet's business."""
    return set_up(game, size, options, None, None, date)
