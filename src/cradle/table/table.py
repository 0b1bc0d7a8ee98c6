"""A table: a game being played, with seats, legality at the door, chance, record and undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date as calendar
from functools import partial
from typing import Any

from cradle.kernel import step as rules
from cradle.kernel.game import Game, Score
from cradle.kernel.notation import Spoken
from cradle.kernel.piece import Seat, dump
from cradle.kernel.step import CHANCE, OVER, Closed, Move, State
from cradle.table import door, recording, saving
from cradle.table.dice import Dice, Seeded
from cradle.table.errors import BadRecord, BadSave, CannotUndo, NotYourTurn, Refusal
from cradle.table.listening import Log, TookBack
from cradle.table.record import Entry
from cradle.table.setup import Setup, set_up
from cradle.table.undo import Marks


class Table:
    """A game being played.

    Chance comes from `dice`, by default seeded ones; with `by_hand` it waits for
    `submit_chance`. `components` names a folder of components to play with.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | None = None,
        names: Sequence[str] | None = None,
        date: str | None = None,
        dice: Dice | None = None,
        by_hand: bool = False,
    ) -> None:
        day = calendar.today().isoformat() if date is None else date
        self._begin(set_up(game, seats, options or {}, components, names, day))
        self._deal(seed, dice, by_hand)

    def _begin(self, setup: Setup) -> None:
        self.setup = setup
        self.by_hand = True
        self.entries: list[Entry] = []
        self.log = Log(setup.seats)
        self.marks = Marks()
        self.state: State = setup.game.start(setup.seats, setup.options, setup.components)
        self.state.news = []
        rules.settle(self.state)
        self._spread_news()

    def _deal(self, seed: int | str | None, dice: Dice | None, by_hand: bool) -> None:
        self.dice: Dice = dice or Seeded(seed)
        self.by_hand = by_hand
        self._roll()

    # What a seat may ask.

    @property
    def game(self) -> Game:
        """The rules played."""
        return self.setup.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def asked(self) -> list[Seat]:
        """The seats that must answer now."""
        return rules.asked(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is at its end."""
        return self.state.turn == OVER

    @property
    def scores(self) -> list[Score]:
        """The final scores, seat by seat; empty before the end."""
        return self.game.scores(self.state) if self.over else []

    @property
    def outcomes(self) -> list[Spoken]:
        """What chance may bring, if it is waiting for somebody's hand."""
        return list(rules.odds(self.state).outcomes) if self.state.turn == CHANCE else []

    @property
    def record(self) -> str:
        """The game so far as text; `Table.replay` makes the same table of it."""
        return recording.write(self.setup, self.scores, self.entries)

    def moves(self, seat: Seat) -> list[Move]:
        """The legal moves of a seat, each with `.text`; none if it isn't asked."""
        return rules.moves(self.state, self._seat(seat))

    def step(self, seat: Seat) -> dict[str, Any] | None:
        """The step a seat must answer, described; None if it isn't asked."""
        return door.describe_step(self.state) if self._seat(seat) in self.asked else None

    def closed(self, seat: Seat) -> list[Closed]:
        """What the seat can't do now, with clause and reason."""
        return rules.closed(self.state, self._seat(seat))

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """What a seat may know, JSON-ready; None is a spectator."""
        view: dict[str, Any] = self.game.view(self.state, self._listener(seat))
        return view

    def news(self, seat: Seat | None) -> list[dict[str, Any]]:
        """What happened since this seat last asked, in order, as it may know it."""
        return self.log.fresh(self._listener(seat))

    def news_since(self, seat: Seat | None, index: int) -> list[dict[str, Any]]:
        """What this seat has heard from an index on, for readers that count for themselves."""
        return self.log.since(self._listener(seat), index)

    # What a seat may do.

    def submit(self, seat: Seat, answer: str | Move) -> None:
        """Answer for a seat, or raise `InvalidMove`, `IllegalMove` or `NotYourTurn`."""
        self._answer(seat, answer)
        self._roll()

    def submit_chance(self, answer: str | Spoken) -> None:
        """Say what real dice showed or which card was drawn."""
        self._chance(answer)
        self._roll()

    def undo(self, seat: Seat) -> None:
        """Take the seat's last answer back, or raise `CannotUndo`."""
        self._seat(seat)
        if self.over:
            raise CannotUndo("undo-over")
        if seat in self.state.sealed:
            self._withdraw(seat)
        else:
            self._go_back(seat)
        self.log.add([TookBack(seat)])

    def _withdraw(self, seat: Seat) -> None:
        rules.withdraw(self.state, seat)
        last = max(i for i, entry in enumerate(self.entries) if entry.seat == seat)
        del self.entries[last]

    def _go_back(self, seat: Seat) -> None:
        if self.state.sealed:
            raise CannotUndo("undo-other", player=min(self.state.sealed) + 1)
        mark = self.marks.take(seat)
        self.state = mark.state
        del self.entries[mark.entries :]

    # How an answer is taken.

    def _answer(self, seat: Seat, answer: str | Move) -> None:
        door.must_be_asked(self.state, self._seat(seat))
        closed = partial(rules.closed, self.state, seat)
        move = door.legal(self.game, answer, self.moves(seat), closed)
        if not isinstance(self.state.stack[-1], rules.Together):
            self.marks.add(seat, self.state, len(self.entries))
            self._carry_out(seat, move)
            return
        self._carry_out(seat, move)
        if not self.state.sealed:
            self.marks.close("undo-revealed")

    def _chance(self, answer: str | Spoken) -> None:
        if self.state.turn != CHANCE:
            raise NotYourTurn("no-chance")
        self._carry_out(None, door.legal(self.game, answer, self.outcomes))
        self.marks.close("undo-chance")

    def _roll(self) -> None:
        """Let the dice answer as long as chance is asked."""
        while self.state.turn == CHANCE and not self.by_hand:
            odds = rules.odds(self.state)
            point = self.dice.point(odds.total, len(self.entries))
            self._carry_out(None, odds.at(point))
            self.marks.close("undo-chance")

    def _carry_out(self, seat: Seat | None, move: Any) -> None:
        self.state.news = []
        rules.answer(self.state, CHANCE if seat is None else seat, move)
        self._spread_news()
        self.entries.append(Entry(seat, move.text))

    def _spread_news(self) -> None:
        news, self.state.news = self.state.news or [], None
        self.log.add(news)
        self.marks.listen(news)

    def _listener(self, seat: Any) -> Seat | None:
        return None if seat is None else self._seat(seat)

    def _seat(self, seat: Any) -> Seat:
        return door.known_seat(self.seats, seat)

    # Records and saves.

    def enter(self, seat: Seat | None, text: str) -> None:
        """Take one answer of a record, chance (None) included, rolling nothing."""
        if seat is None:
            self._chance(text)
        else:
            self._answer(seat, text)

    @classmethod
    def replay(
        cls,
        text: str,
        components: str | None = None,
        seed: int | str | None = None,
        dice: Dice | None = None,
        by_hand: bool = False,
    ) -> Table:
        """The table a record was written at, every line checked, or `BadRecord`."""
        sheet = recording.Sheet(text)
        table = cls.__new__(cls)
        table._begin(sheet.setup(components))
        for entry in sheet.entries:
            try:
                table.enter(entry.seat, entry.text)
            except Refusal as error:
                raise BadRecord(entry.line, error) from None
        sheet.expect("Result", "other-result", recording.result(table.scores))
        table._deal(seed, dice, by_hand)
        return table

    def dump(self) -> dict[str, Any]:
        """Everything as JSON-ready data: the whole truth, not for a player's eyes."""
        return saving.save(self.setup, self.by_hand, self.entries, self.state)

    @classmethod
    def load(
        cls,
        data: Mapping[str, Any] | str,
        components: str | None = None,
        seed: int | str | None = None,
        dice: Dice | None = None,
        trust: bool = False,
    ) -> Table:
        """The table that was dumped, or `BadSave`.

        The record is played again and must lead to the very state. With `trust` the state is
        taken as it is, whatever the rules' version: quick, and for one's own data only.
        """
        plain = saving.opened(data)
        table = cls.__new__(cls)
        table._restore(plain, components, trust)
        table._deal(seed, dice, plain["by_hand"])
        return table

    def _restore(self, plain: dict[str, Any], components: str | None, trust: bool) -> None:
        self._begin(saving.setup(plain, components, trust))
        entries = saving.entries(plain)
        if trust:
            self.state = saving.trusted_state(self.setup, plain["state"])
            self.entries = [Entry(entry.seat, entry.text) for entry in entries]
            return
        for entry in entries:
            try:
                self.enter(entry.seat, entry.text)
            except Refusal as error:
                raise BadSave("save-answer", number=entry.line, reason=str(error)) from None
        if dump(self.state) != saving.full_state(self.setup, plain["state"]):
            raise BadSave("save-mismatch")
