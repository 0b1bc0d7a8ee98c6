"""Steps on a stack: who acts, who is asked, and what stays sealed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from cradle.kernel.step import (
    CHANCE,
    OVER,
    Aside,
    Ask,
    Chance,
    Closed,
    Do,
    State,
    Step,
    Together,
    answer,
    asked,
    closed,
    heard,
    moves,
    odds,
    play,
    settle,
    tell,
    then,
    whisper,
    withdraw,
)
from tests.kernel import toy
from tests.kernel.toy import BID, DEAL, GAME, PASS_ON, ROLL, TAKE, Toy


def dealt(*numbers: int) -> Toy:
    """A toy game in which these numbers were dealt, before the bids."""
    s: Any = GAME.new(len(numbers), {})
    for number in numbers:
        play(s, DEAL[number])
    found: Toy = s
    return found


def test_then_lays_steps_in_reading_order() -> None:
    s = Toy(seats=2, players=[])
    then(s, toy.BidAll(), toy.RollDie())
    assert s.stack == [toy.RollDie(), toy.BidAll()]


def test_rules_act_until_chance_is_asked() -> None:
    s = GAME.new(2, {})
    assert s.turn == CHANCE
    assert s.legal == []
    assert asked(s) == []
    assert odds(s).total == 6


def test_together_asks_all_who_have_a_choice() -> None:
    s = dealt(2, 0, 3)
    assert asked(s) == [0, 2]
    assert moves(s, 0) == BID[:3]
    assert moves(s, 1) == []
    assert moves(s, 2) == BID[:4]


def test_answers_come_in_any_order_and_stay_sealed() -> None:
    one, other = dealt(2, 3), dealt(2, 3)
    answer(one, 1, BID[1])
    assert one.players[1].prizes == []
    assert asked(one) == [0]
    assert moves(one, 1) == []
    answer(one, 0, BID[2])
    answer(other, 0, BID[2])
    answer(other, 1, BID[1])
    assert one == other
    assert one.turn == 0
    assert one.sealed == {}
    assert isinstance(one.stack[-1], toy.TakePrize)


def test_a_sealed_answer_can_be_withdrawn_while_others_choose() -> None:
    s = dealt(2, 3)
    play(s, BID[0])
    assert s.turn == 1
    withdraw(s, 0)
    assert s.turn == 0
    assert s == dealt(2, 3)


def test_together_without_anybody_to_ask_is_skipped() -> None:
    s = dealt(0, 0)
    assert isinstance(s.stack[-1], toy.RollDie)


def test_an_ask_without_a_legal_move_is_skipped() -> None:
    s = dealt(1, 1)
    s.players[0].prizes = [0, 1, 2]
    play(s, BID[1])
    play(s, BID[0])
    assert s.turn == CHANCE


def test_ask_asks_one_seat() -> None:
    s = dealt(1, 1)
    play(s, BID[1])
    play(s, BID[0])
    assert asked(s) == [0]
    assert moves(s, 0) == [*TAKE, PASS_ON]
    assert moves(s, 1) == []
    play(s, PASS_ON)
    assert asked(s) == [1]
    play(s, TAKE[2])
    assert s.players[1].prizes == [2]


def test_the_game_is_over_with_an_empty_stack() -> None:
    s = dealt(0)
    play(s, ROLL[0])
    play(s, DEAL[0])
    play(s, ROLL[5])
    assert s.turn == OVER
    assert asked(s) == []
    assert moves(s, 0) == []
    assert closed(s, 0) == []


def test_closed_tells_what_and_why() -> None:
    s = dealt(1, 2)
    assert [each.subject for each in closed(s, 0)] == ["2", "3"]
    s.players[1].prizes = [1]
    play(s, BID[0])
    play(s, BID[1])
    assert closed(s, 1) == [Closed("silver", "T-2", "owned")]
    assert closed(s, 0) == []


def test_closed_is_empty_unless_a_step_says_more() -> None:
    s = dealt(1, 1)
    then(s, toy.PassedOn(0))
    settle(s)
    assert closed(s, 0) == []
    assert Together.closed(toy.BidAll(), s, 0) == []


def test_news_is_told_only_while_somebody_listens() -> None:
    s = dealt(1, 1)
    s.news = []
    play(s, BID[1])
    play(s, BID[0])
    play(s, TAKE[1])
    assert s.news == [toy.Taken(0, 1)]
    assert s.copy().news is None


def test_an_aside_is_for_one_seat() -> None:
    s = Toy(seats=2, players=[], news=[])
    secret, open_news = toy.DealtSecretly(0, 3), toy.DealtUnseen(0)
    whisper(s, 0, secret, open_news)
    whisper(s, 1, secret, None)
    tell(s, open_news)
    assert s.news == [Aside(0, secret, open_news), Aside(1, secret, None), open_news]
    assert [heard(news, 0) for news in s.news] == [secret, None, open_news]
    assert [heard(news, 1) for news in s.news] == [open_news, secret, open_news]
    assert [heard(news, None) for news in s.news] == [open_news, None, open_news]


def test_a_copy_is_equal_and_independent() -> None:
    s = dealt(2, 3)
    answer(s, 1, BID[1])
    twin = s.copy()
    assert twin == s
    assert (twin.turn, twin.legal) == (s.turn, s.legal)
    answer(twin, 0, BID[2])
    play(twin, TAKE[0])
    assert s.sealed == {1: BID[1]}
    assert s.players[0].prizes == []


@dataclass(frozen=True)
class Strange(Step):
    """A step of no known kind."""


def test_unwritten_steps_say_so() -> None:
    unwritten = [
        (Do().run, 1),
        (Ask(0).moves, 1),
        (Chance().odds, 1),
        (Together().seats, 1),
        (Together().moves, 2),
        (Together().reveal, 2),
        (Strange().play, 2),
    ]
    for method, arguments in unwritten:
        with pytest.raises(NotImplementedError):
            method(*[None] * arguments)  # type: ignore[operator]
    with pytest.raises(NotImplementedError):
        State(seats=1).copy()


def test_a_step_of_no_known_kind_is_an_error() -> None:
    s = Toy(seats=1, players=[])
    then(s, Strange())
    with pytest.raises(AssertionError):
        settle(s)
