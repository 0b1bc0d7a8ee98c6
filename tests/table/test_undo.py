"""Taking back: free until chance, revealed choices or another seat's move stand in between."""

from __future__ import annotations

import pytest

from cradle import CannotUndo, Table
from cradle.kernel.step import Aside
from cradle.table.undo import Marks
from tests.invariants import plain
from tests.kernel.toy import DealtUnseen
from tests.table.dealing import dealt


def why_not(table: Table, seat: int) -> str:
    with pytest.raises(CannotUndo) as caught:
        table.undo(seat)
    return caught.value.key


def at_the_prize() -> Table:
    table = dealt(2, 1)
    table.submit(0, "bid 2")
    table.submit(1, "bid 0")
    return table


def test_a_sealed_answer_is_withdrawn_while_others_choose() -> None:
    table = dealt(2, 3, 1)
    before = plain(table.state)
    table.submit(2, "bid 1")
    table.submit(0, "bid 1")
    table.undo(2)
    assert table.asked == [1, 2]
    assert [(e.seat, e.text) for e in table.entries[3:]] == [(0, "bid 1")]
    assert table.news_since(1, 3) == [{"kind": "took-back", "seat": 2}]
    table.undo(0)
    assert plain(table.state) == before
    assert why_not(table, 0) == "undo-chance"


def test_revealed_choices_stay() -> None:
    table = at_the_prize()
    assert why_not(table, 0) == "undo-revealed"
    assert why_not(table, 1) == "undo-revealed"


def test_an_open_move_is_taken_back_before_anybody_answers() -> None:
    table = at_the_prize()
    before = plain(table.state)
    table.submit(0, "pass-on")
    assert table.asked == [1]
    assert why_not(table, 1) == "undo-other"
    table.undo(0)
    assert plain(table.state) == before
    assert table.news_since(1, 0)[-1] == {"kind": "took-back", "seat": 0}
    assert why_not(table, 0) == "undo-revealed"


def test_another_seats_move_stands_in_between() -> None:
    table = at_the_prize()
    table.by_hand = True
    table.submit(0, "pass-on")
    table.submit(1, "take gold")
    assert why_not(table, 0) == "undo-other"
    table.undo(1)
    table.undo(0)
    assert table.asked == [0]


def test_an_open_move_stays_once_another_has_sealed() -> None:
    table = dealt(1, 1)
    table.submit(1, "bid 0")
    assert why_not(table, 0) == "undo-other"


def test_chance_and_the_end_stand_in_between() -> None:
    table = at_the_prize()
    table.submit(0, "take gold")
    assert why_not(table, 0) == "undo-chance"
    over = dealt(0, options={"rounds": "1"})
    assert over.over
    assert why_not(over, 0) == "undo-over"


def test_nothing_to_take_back() -> None:
    assert why_not(Table("toy", 1, by_hand=True), 0) == "undo-nothing"


def test_a_secret_that_was_told_stays_told() -> None:
    marks = Marks()
    marks.add(0, dealt(1).state, 1)
    marks.listen([DealtUnseen(0)])
    assert marks.marks
    marks.listen([Aside(0, DealtUnseen(0), None)])
    assert not marks.marks
    assert marks.barrier == "undo-secret"


def test_only_so_many_answers_are_remembered() -> None:
    marks = Marks(most=2)
    for entries in range(3):
        marks.add(0, dealt(1).state, entries)
    assert [marks.take(0).entries for _ in range(2)] == [2, 1]
    with pytest.raises(CannotUndo):
        marks.take(0)
