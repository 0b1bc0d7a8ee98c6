"""Any moment of any game is a position that can be written down, read back and played on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from cradle.games import GAMES
from cradle.kernel.step import OVER, play
from cradle.playout import play_some
from cradle.table import BadPosition, Table
from tests.invariants import Options, label, random_answer, tables_to_try

EVERY = 25  # answers, between two positions that are tried
AHEAD = 50  # answers, to see whether both go on alike
SPOILT = 60


@pytest.mark.random_games
@pytest.mark.parametrize(("name", "seats", "options"), tables_to_try(), ids=label)
def test_a_position_is_the_same_state_again(name: str, seats: int, options: Options) -> None:
    table = Table(name, seats, options=options, by_hand=True)
    s: Any = table.state
    rng, answers = random.Random(f"{seats}{options}"), 0
    while s.turn != OVER:
        if answers % EVERY == 0:
            check_position(table, options)
        play(s, random_answer(s, rng))
        answers += 1
    check_position(table, options)


def check_position(table: Table, options: Options) -> None:
    """A table at this table's position, read from its JSON, is as this one, and goes on so."""
    written = json.dumps(table.position)
    again = Table.at(table.game, table.seats, written, options=options, by_hand=True)
    s: Any = table.state
    other: Any = again.state
    assert other == s
    assert (other.turn, other.legal) == (s.turn, s.legal)
    assert json.dumps(again.position) == written
    one, two = s.copy(), other.copy()
    play_some(one, random.Random(1).random, AHEAD)
    play_some(two, random.Random(1).random, AHEAD)
    assert one == two


def spoilt(value: Any, rng: random.Random) -> Any:
    """A position with something in it changed, left out or put elsewhere."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        if rng.randrange(6) == 0:
            return {name: each for name, each in value.items() if name != key}
        return value | {key: spoilt(value[key], rng)}
    if isinstance(value, list) and value:
        index = rng.randrange(len(value))
        if rng.randrange(6) == 0:
            return value[:index] + value[index + 1 :] + rng.choice([[], [value[index]] * 2])
        return [*value[:index], spoilt(value[index], rng), *value[index + 1 :]]
    if isinstance(value, str):
        return " ".join(rng.choice([word, "9", word[::-1]]) for word in value.split())
    return rng.choice([0, 1, 2, 5, 11, 999, -1, None, True, "x", [], {}])


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_position_is_refused_or_can_be_played(name: str) -> None:
    rng, game = random.Random(5), GAMES[name]
    refused = 0
    for _ in range(SPOILT):
        seats = rng.choice(game.seats)
        table = Table(name, seats, seed=rng.randrange(10**6), by_hand=True)
        play_some(table.state, rng.random, rng.randrange(300))
        position = spoilt(table.position, rng)
        try:
            again = Table.at(name, seats, position, by_hand=True)
        except BadPosition as error:
            refused += "\n" not in str(error)
            continue
        play_some(again.state, rng.random, 100)
        game.check(again.state)
    assert SPOILT // 2 < refused < SPOILT
