"""The third game at a table: the contract of every game, records, saves and undo."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from cradle import CannotUndo, Table
from cradle.kernel.step import OVER, play
from cradle.table import IllegalMove
from tests.invariants import (
    Notary,
    Options,
    check_asked,
    check_closed,
    check_copy,
    check_dump,
    check_every_move,
    check_knowledge,
    choices,
    label,
    plain,
    random_answer,
)
from tests.thirdgame.game import GAME

CLAUSES = {"M-1", "M-2", "M-3", "M-4"}
TABLES = [(seats, options) for seats in GAME.seats for options in choices(GAME)]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=label)


@every_table
def test_the_contract_of_every_game(seats: int, options: Options) -> None:
    rng, notary = random.Random(seats), Notary(GAME)
    s: Any = GAME.new(seats, options)
    while s.turn != OVER:
        check_asked(s)
        notary.check(s.legal)
        check_copy(s, rng)
        check_dump(GAME, s)
        check_knowledge(GAME, s, rng)
        check_every_move(GAME, s)
        check_closed(GAME, s, CLAUSES)
        play(s, random_answer(s, rng))
    check_knowledge(GAME, s, rng)


@pytest.mark.parametrize("travel", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_state_travels_between_processes(travel: Callable[[Any], Any]) -> None:
    """Also where a compiled base would know only its own fields."""
    rng, s = random.Random(1), GAME.new(3, {})
    while s.turn != OVER:
        again = travel(s)
        assert again == s
        assert (again.turn, again.legal) == (s.turn, s.legal)
        play(s, random_answer(s, rng))


def whole_game(seats: int, seed: int, **options: Any) -> Table:
    """A game at a table, simultaneous answers in any order."""
    rng = random.Random(seed)
    table = Table("night-market", seats, seed=seed, options=options)
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)).text)
    return table


@every_table
def test_records_and_saves_lead_back_to_the_very_game(seats: int, options: Options) -> None:
    table = whole_game(seats, seats, **options)
    again = Table.replay(table.record)
    saved = Table.load(json.dumps(table.dump()))
    for each in (again, saved):
        assert each.record == table.record
        assert plain(each.state) == plain(table.state)
        assert each.scores == table.scores
    for seat in (None, *range(seats)):
        assert again.news(seat) == table.news_since(seat, 0)


def test_a_sealed_bid_can_be_taken_back_until_all_have_bid() -> None:
    table = Table("night-market", 2, seed=1)
    table.submit(1, "bid 3")
    assert table.view(0)["bid"] is None
    assert table.view(1)["bid"] == 3
    table.undo(1)
    table.submit(1, "bid 2")
    table.submit(0, "bid 4")
    with pytest.raises(CannotUndo):
        table.undo(1)


def test_a_refusal_names_its_clause() -> None:
    table = Table("night-market", 2, seed=1)
    with pytest.raises(IllegalMove) as refused:
        table.submit(0, "bid 9")
    assert refused.value.clause == "M-3"
    assert str(refused.value) == "“bid 9” isn’t possible now: 9: too dear (coins 8) (M-3)"
