"""What was taken back leaves a trace in the history."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from cradle.games import GAMES
from cradle.kernel.step import Aside, News, heard
from cradle.server.store.log import Answer
from cradle.server.tables.fold import difference, fold
from cradle.server.tables.game import resumed, setup_of
from cradle.server.tables.undone_answers import MOST, find_undone
from cradle.table import Table
from cradle.table.setup import Setup


def spectate(raw: Sequence[News | Aside]) -> list[News]:
    return [word for each in raw if (word := heard(each, None)) is not None]


class Logged:
    """A game with its log, as a server keeps it; chance takes the first outcome."""

    def __init__(self, game: str) -> None:
        self.setup: Setup = setup_of(game, 2, {})
        self.raw: list[News | Aside] = []
        self.table: Table = resumed(self.setup, listener=self.raw.extend)
        self.rows: list[Answer] = []
        self.enter_chance()

    def enter(self, seat: int | None, text: str) -> None:
        self.table.enter(seat, text)
        self.rows.append(Answer(seat, text))

    def enter_chance(self) -> None:
        while outcomes := self.table.outcomes:
            self.enter(None, outcomes[0].text)

    def play(self, number: int) -> list[News]:
        """Answer for the first seat that is asked; what a spectator hears of it."""
        seat = self.table.asked[0]
        moves = self.table.moves(seat)
        self.raw.clear()
        self.enter(seat, moves[number % len(moves)].text)
        told = spectate(self.raw)
        self.enter_chance()
        return told

    def undo(self, seat: int) -> None:
        before = list(self.table.entries)
        self.table.undo(seat)
        self.rows.append(difference(before, self.table.entries))

    def back(self, ply: int) -> None:
        self.rows.append(Answer(0, f"!back {ply}"))
        stands = fold(self.rows).entries
        self.table = resumed(self.setup, listener=self.raw.extend)
        for each in stands:
            self.table.enter(each.seat, each.text)


def test_a_game_in_which_nothing_was_taken_back_has_no_trace() -> None:
    game = Logged("stone-age")
    game.play(0)
    assert find_undone(game.setup, game.rows, spectate) == []


def test_a_trace_names_the_seat_the_place_and_what_was_heard() -> None:
    game = Logged("stone-age")
    ply, seat = len(game.table.entries), game.table.asked[0]
    told = game.play(3)
    assert told
    game.undo(seat)
    game.play(0)
    (trace,) = find_undone(game.setup, game.rows, spectate)
    assert (trace.ply, trace.seat, trace.news) == (ply, seat, told)


def test_a_trace_goes_back_with_the_game() -> None:
    game = Logged("stone-age")
    start = len(game.table.entries)
    for number in range(4):
        game.play(number)
    game.back(start + 3)
    game.back(start + 1)
    first, second = find_undone(game.setup, game.rows, spectate)
    assert (first.ply, second.ply) == (start + 1, start + 1)
    assert len(second.news) >= 2


def test_only_the_last_traces_are_told() -> None:
    game = Logged("stone-age")
    for number in range(MOST + 5):
        seat = game.table.asked[0]
        game.play(number)
        game.undo(seat)
    found = find_undone(game.setup, game.rows, spectate)
    assert len(found) == MOST
    assert all(each.news for each in found)


@pytest.mark.parametrize("name", sorted(GAMES))
@given(numbers=st.lists(st.integers(0, 40), max_size=12), cut=st.integers(0, 6))
@settings(max_examples=15, deadline=None)
def test_whatever_was_played_and_taken_back_is_played_again(
    name: str, numbers: list[int], cut: int
) -> None:
    """Sealed answers that were withdrawn, too."""
    game, times = Logged(name), 0
    for number in numbers:
        seat = game.table.asked[0]
        game.play(number)
        if number % 3 == 0 and game.table.can_undo(seat):
            game.undo(seat)
            times += 1
    if game.table.entries:
        game.back(max(0, len(game.table.entries) - cut))
        times += 1
    found = find_undone(game.setup, game.rows, spectate)
    assert len(found) == times
    assert all(0 <= each.ply <= len(game.table.entries) for each in found)
