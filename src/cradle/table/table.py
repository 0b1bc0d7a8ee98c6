"""A table: a game being played, with seats, legality, chance, record and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date as calendar
from typing import Any

from cradle.kernel import step as rules
from cradle.kernel.chance import Odds
from cradle.kernel.game import Game, Score
from cradle.kernel.notation import Spoken
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Aside, Closed, Move, News, State
from cradle.table import legality, positions, record_headers, saves
from cradle.table.dice import Dice, Seeded, SharedLuck, throw
from cradle.table.errors import BadRecord, CannotUndo, NotYourTurn, Refusal
from cradle.table.news_log import NewsLog, TookBack
from cradle.table.record import Entry, entry
from cradle.table.setup import Setup, set_up
from cradle.table.undo import Marks, go_back, withdraw

Listener = Callable[[list[News | Aside]], None]


class Table:
    """A game being played.

    Chance comes from `dice`, by default seeded ones; with `by_hand` it waits for
    `submit_chance`. `components` names a folder of components to play with, `position` where to
    begin, if not with the setup.
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
        position: Mapping[str, Any] | str | None = None,
    ) -> None:
        day = calendar.today().isoformat() if date is None else date
        setup = set_up(game, seats, options or {}, components, names, day)
        self._begin(replace(setup, position=positions.opened(position)))
        self.go_on(dice or Seeded(seed), by_hand)

    def _begin(
        self, setup: Setup, listener: Listener | None = None, most_undos: int | None = None
    ) -> None:
        self.setup, self.game, self.seats = setup, setup.game, setup.seats
        self.listener, self.by_hand = listener, True
        self.entries: list[Entry] = []
        self.log, self.marks = NewsLog(setup.seats), Marks(most_undos)
        self.state: State = positions.start(setup)
        self.state.news = []
        rules.settle(self.state)
        self._spread_news()

    @classmethod
    def at(
        cls, game: str | Game, seats: int, position: Mapping[str, Any] | str, **more: Any
    ) -> Table:
        """A table at a position (docs/positions.md), data or its JSON text, or `BadPosition`."""
        return cls(game, seats, position=position, **more)

    # What a seat may ask.

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
        return list(self.odds.outcomes) if self.odds is not None else []

    @property
    def odds(self) -> Odds | None:
        """The same with whole weights: `outcomes[i]` has `weights[i]` of `total` points."""
        return rules.odds(self.state) if self.state.turn == CHANCE else None

    @property
    def position(self) -> dict[str, Any]:
        """Where the game stands, JSON-ready, for `Table.at`: the whole truth, not for players."""
        return positions.write(self.setup, self.state)

    @property
    def record(self) -> str:
        """The game so far as text; `Table.replay` makes the same table of it."""
        return record_headers.write(self.setup, self.scores, self.entries)

    def moves(self, seat: Seat) -> list[Move]:
        """The legal moves of a seat, each with `.text`; none if it isn't asked."""
        return rules.moves(self.state, self._seat(seat))

    def step(self, seat: Seat) -> dict[str, Any] | None:
        """The step a seat must answer, described; None if it isn't asked."""
        return legality.describe_step(self.state) if self._seat(seat) in self.asked else None

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

    def can_undo(self, seat: Seat) -> bool:
        """Whether `undo` would take the seat's last answer back."""
        sealed = self.state.sealed
        mine = self._seat(seat) in sealed or (not sealed and self.marks.are_of(seat))
        return mine and not self.over

    def undo(self, seat: Seat) -> None:
        """Take the seat's last answer back, or raise `CannotUndo`."""
        self._seat(seat)
        if self.over:
            raise CannotUndo("undo-over")
        if seat in self.state.sealed:
            withdraw(self.state, self.entries, seat)
        else:
            self.state = go_back(self.state, self.entries, self.marks, seat)
        self._tell([TookBack(seat)])

    # How an answer is taken.

    def _answer(self, seat: Seat, answer: str | Move) -> None:
        legality.must_be_asked(self.state, self._seat(seat))
        move = legality.legal(self.game, self.state, seat, answer)
        together = isinstance(self.state.stack[-1], rules.Together)
        if not together:
            self.marks.add(seat, self.state, len(self.entries))
        self._carry_out(seat, move)
        if together and not self.state.sealed:
            self.marks.close("undo-revealed")

    def _chance(self, answer: str | Spoken) -> None:
        if self.state.turn != CHANCE:
            raise NotYourTurn("no-chance")
        self._carry_out(None, legality.legal(self.game, self.state, None, answer))
        self.marks.close("undo-chance")

    def _roll(self) -> None:
        """Let the dice answer as long as chance is asked."""
        while self.state.turn == CHANCE and not self.by_hand:
            self._carry_out(None, throw(self.dice, self.state, len(self.entries)))
            self.marks.close("undo-chance")

    def _carry_out(self, seat: Seat | None, move: Any) -> None:
        self.state.news = []
        rules.answer(self.state, CHANCE if seat is None else seat, move)
        self._spread_news()
        self.entries.append(entry(seat, move.text))

    def _spread_news(self) -> None:
        news, self.state.news = self.state.news or [], None
        self._tell(news)
        self.marks.listen(news)

    def _tell(self, news: list[News | Aside]) -> None:
        (self.listener or self.log.add)(news)

    def _listener(self, seat: Any) -> Seat | None:
        return None if seat is None else self._seat(seat)

    def _seat(self, seat: Any) -> Seat:
        return legality.known_seat(self.seats, seat)

    # Going on from anywhere.

    @classmethod
    def resume(
        cls,
        setup: Setup,
        state: Any = None,
        entries: Sequence[Entry] = (),
        listener: Listener | None = None,
        most_undos: int | None = None,
    ) -> Table:
        """A game from a dumped state, with the answers that led there, or from its start.

        Chance waits until the table is told to `go_on`. A `listener` hears news as the rules tell
        them, and the table then remembers none; only the last `most_undos` answers can be undone.
        """
        table = cls.__new__(cls)
        table._begin(setup, listener, most_undos)
        if state is not None:
            table.state = saves.trusted_state(setup, state)
        table.entries = list(entries)
        return table

    def go_on(self, dice: Dice | SharedLuck, by_hand: bool = False) -> None:
        """Let these dice answer from now on, or wait for somebody's hand."""
        self.dice: Dice | SharedLuck = dice
        self.by_hand = by_hand
        self._roll()

    # Records and saves.

    def enter(self, seat: Seat | None, text: str) -> None:
        """Take one answer of a record, chance (None) included, rolling nothing."""
        if seat is None:
            self._chance(text)
        else:
            self._answer(seat, text)

    def _enter_all(
        self, entries: Sequence[Entry], wrong: Callable[[int, Refusal], Refusal]
    ) -> None:
        for each in entries:
            try:
                self.enter(each.seat, each.text)
            except Refusal as error:
                raise wrong(each.line, error) from None

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
        parsed = record_headers.ParsedRecord(text)
        table = cls.resume(parsed.setup(components))
        table._enter_all(parsed.entries, BadRecord)
        parsed.expect("Result", "other-result", record_headers.result(table.scores))
        table.go_on(dice or Seeded(seed), by_hand)
        return table

    def dump(self) -> dict[str, Any]:
        """Everything as JSON-ready data: the whole truth, not for a player's eyes."""
        return saves.save(self.setup, self.by_hand, self.entries, self.state)

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
        plain = saves.opened(data)
        setup, entries = saves.setup(plain, components, trust), saves.entries(plain)
        if trust:
            table = cls.resume(setup, plain["state"], [entry(e.seat, e.text) for e in entries])
        else:
            table = cls.resume(setup)
            table._enter_all(entries, saves.bad_answer)
            saves.must_match(setup, table.state, plain["state"])
        table.go_on(dice or Seeded(seed), plain["by_hand"])
        return table
