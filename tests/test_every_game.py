"""The contract of every game, at all player counts and with all options."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from cradle import CannotUndo, Table, build
from cradle.games import GAMES
from cradle.i18n import clauses
from cradle.kernel.step import OVER, State, Together, play
from tests.invariants import (
    Notary,
    Options,
    as_json,
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
    tables_to_try,
)

MOST_ANSWERS = 20_000
SEEDS = st.integers(0, 2**32 - 1)
every_table = pytest.mark.parametrize(("name", "seats", "options"), tables_to_try(), ids=label)
# The plainest and the strangest options of each game, where a test is too slow for all of them.
some_tables = pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        (name, seats, options)
        for name, game in GAMES.items()
        for seats in game.seats
        for options in (choices(game)[0], choices(game)[-2], choices(game)[-1])
    ],
    ids=label,
)
one_table = pytest.mark.parametrize(
    ("name", "seats", "options"),
    [(name, seats, choices(game)[-2]) for name, game in GAMES.items() for seats in game.seats],
    ids=label,
)
# Compiled rules are quick, so most of the random games are theirs; one of each is interpreted, too.
few = settings(max_examples=3 if build.compiled() else 1, derandomize=True)


def new(name: str, seats: int, options: Options) -> State:
    return GAMES[name].new(seats, options)


@every_table
@few
@given(seed=SEEDS)
def test_random_play_comes_to_an_end(name: str, seats: int, options: Options, seed: int) -> None:
    game, rng = GAMES[name], random.Random(seed)
    s, notary = new(name, seats, options), Notary(game)
    for _ in range(MOST_ANSWERS):
        check_asked(s)
        game.check(s)
        if s.turn == OVER:
            break
        if s.turn >= 0:
            notary.check(s.legal)
        play(s, random_answer(s, rng))
    assert s.turn == OVER
    scores = game.scores(s)
    assert [score.seat for score in scores] == list(range(seats))
    assert all(sum(score.parts.values()) == score.total for score in scores)
    assert min(score.rank for score in scores) == 1


@some_tables
@few
@given(seed=SEEDS)
def test_copies_are_equal_and_independent(
    name: str, seats: int, options: Options, seed: int
) -> None:
    rng = random.Random(seed)
    s = new(name, seats, options)
    while s.turn != OVER:
        check_copy(s, rng)
        play(s, random_answer(s, rng))


@some_tables
def test_a_state_survives_json_at_every_decision(name: str, seats: int, options: Options) -> None:
    game, rng = GAMES[name], random.Random(seats)
    s = new(name, seats, options)
    while s.turn != OVER:
        check_dump(game, s)
        play(s, random_answer(s, rng))
    check_dump(game, s)


@some_tables
@few
@given(seed=SEEDS)
def test_nobody_sees_what_they_may_not_know(
    name: str, seats: int, options: Options, seed: int
) -> None:
    game, rng = GAMES[name], random.Random(seed)
    s = new(name, seats, options)
    every = 1 if name == "hadara" else 4
    answers = 0
    while s.turn != OVER:
        if answers % every == 0:
            check_knowledge(game, s, rng)
        play(s, random_answer(s, rng))
        answers += 1
    check_knowledge(game, s, rng)


@every_table
def test_every_listed_move_can_be_played(name: str, seats: int, options: Options) -> None:
    game, rng = GAMES[name], random.Random(seats)
    known = set(clauses(name))
    s = new(name, seats, options)
    while s.turn != OVER:
        if rng.random() < 0.1:
            check_every_move(game, s)
            check_closed(game, s, known)
        play(s, random_answer(s, rng))


def random_game(name: str, seats: int, options: Options, seed: int) -> Table:
    """A whole game at a table, with simultaneous answers in any order."""
    rng = random.Random(seed)
    table = Table(name, seats, seed=seed, options=options, date="2024-05-31")
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)).text)
    return table


@every_table
def test_a_record_replays_byte_for_byte(name: str, seats: int, options: Options) -> None:
    table = random_game(name, seats, options, seats)
    again = Table.replay(table.record)
    assert again.record == table.record
    assert plain(again.state) == plain(table.state)
    assert as_json(again.dump()) == as_json(table.dump())
    assert again.scores == table.scores
    for seat in (None, *range(seats)):
        assert again.news(seat) == table.news(seat)


@one_table
def test_a_table_is_saved_at_every_decision(name: str, seats: int, options: Options) -> None:
    rng = random.Random(seats)
    table = Table(name, seats, seed=seats, options=options)
    answers = 0
    while not table.over:
        saved = as_json(table.dump())
        quick = Table.load(saved.decode(), trust=True)
        assert as_json(quick.dump()) == saved
        assert quick.asked == table.asked
        if answers % 40 == 0:
            checked = Table.load(saved.decode())
            assert as_json(checked.dump()) == saved
            assert checked.news(None) == table.news_since(None, 0)
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
        answers += 1


@one_table
def test_undo_leads_back_to_the_very_state(name: str, seats: int, options: Options) -> None:
    """Free until chance, the end or revealed choices stand in between."""
    rng = random.Random(seats)
    table = Table(name, seats, seed=seats, options=options)
    undone = 0
    while not table.over:
        seat = rng.choice(table.asked)
        before, entries = plain(table.state), len(table.entries)
        together = isinstance(table.state.stack[-1], Together)
        move = rng.choice(table.moves(seat))
        table.submit(seat, move)
        chance_answered = len(table.entries) > entries + 1
        revealed = together and not table.state.sealed
        if chance_answered or revealed or not table.asked:
            with pytest.raises(CannotUndo):
                table.undo(seat)
            continue
        table.undo(seat)
        undone += 1
        assert plain(table.state) == before
        assert len(table.entries) == entries
        table.submit(seat, move)
    assert undone > 5
    assert Table.replay(table.record).record == table.record
