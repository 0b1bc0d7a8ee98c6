"""A refusal says why: every well-formed answer that isn't legal is refused by a clause."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from cradle import i18n
from cradle.games import GAMES
from cradle.hadara.names import Ring
from cradle.i18n import LANGUAGES
from cradle.kernel.notation import SHAPES, Amounts, Many, Names, Number, Vocabulary
from cradle.kernel.step import CHANCE
from cradle.table import IllegalMove, Table

WORDS = 4


def any_value(words: Vocabulary, rng: random.Random) -> Any:
    """Something this vocabulary can say."""
    if isinstance(words, Amounts):
        return tuple(rng.choice([0, 0, 1, 2]) for _ in words.of.names)
    if isinstance(words, Ring):
        return tuple(rng.sample(range(len(words.names.names)), len(words.names.names)))
    if isinstance(words, Many):
        return tuple(sorted(any_value(words.of, rng) for _ in range(rng.randrange(WORDS))))
    if isinstance(words, Names):
        return rng.randrange(len(words.names))
    assert isinstance(words, Number)
    return rng.randrange(12)


def any_move(table: Table, rng: random.Random) -> Any:
    """A move that reads well, mostly one of a kind that is asked for."""
    legal = [type(move) for seat in table.asked for move in table.moves(seat)]
    kinds = [*table.game.grammar.values(), *(legal * 3)]
    kind = rng.choice(kinds)
    values = [any_value(words, rng) for words in SHAPES[kind]]
    assert len(values) == len(fields(kind))  # type: ignore[arg-type]
    return kind(*values)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_refusal_names_a_clause_and_changes_nothing(name: str, seed: int) -> None:
    known, rng = set(i18n.clauses(name)), random.Random(seed)
    seats = rng.choice(GAMES[name].seats)
    table = Table(name, seats, seed=seed)
    refused = 0
    while not table.over and refused < 600:
        seat = rng.choice(table.asked)
        move, before = any_move(table, rng), table.state.copy()
        if move in table.moves(seat):
            continue
        with pytest.raises(IllegalMove) as caught:
            table.submit(seat, move.text)
        assert caught.value.clause in known
        for lang in LANGUAGES:
            assert f"({caught.value.clause})" in caught.value.say(lang)
        assert table.state == before
        refused += 1
        if rng.randrange(3) == 0:
            table.submit(seat, rng.choice(table.moves(seat)))
    assert refused > 100


@pytest.mark.parametrize("name", GAMES)
def test_what_chance_cannot_bring_is_refused_by_a_clause(name: str) -> None:
    table, rng = Table(name, 2, by_hand=True), random.Random(1)
    while table.state.turn == CHANCE:
        move = any_move(table, rng)
        if move not in table.outcomes:
            with pytest.raises(IllegalMove) as caught:
                table.submit_chance(move.text)
            assert caught.value.clause in i18n.clauses(name)
        table.submit_chance(rng.choice(table.outcomes))
