"""The invariants themselves find what they look for."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cradle.kernel.step import State, play
from tests.invariants import (
    Notary,
    check_copy,
    check_dump,
    check_every_move,
    check_fields,
    check_knowledge,
)
from tests.kernel.toy import BID, DEAL, GAME, Bid


def dealt() -> Any:
    s = GAME.new(2, {})
    play(s, DEAL[2])
    play(s, DEAL[3])
    return s


def test_a_good_game_passes() -> None:
    s, rng = dealt(), random.Random(1)
    check_copy(s, rng)
    check_dump(GAME, s)
    check_every_move(GAME, s)
    Notary(GAME).check(s.legal)
    play(s, BID[2])
    play(s, BID[1])
    check_knowledge(GAME, s, rng)


def test_a_shared_list_is_found() -> None:
    s = dealt()
    twin = s.copy()
    twin.players[0].prizes = s.players[0].prizes
    with pytest.raises(AssertionError, match="prizes is shared"):
        check_fields(s, twin)


def test_a_shared_piece_is_found() -> None:
    s = dealt()
    twin = s.copy()
    twin.players[1] = s.players[1]
    with pytest.raises(AssertionError, match="players is shared"):
        check_fields(s, twin)


def test_a_forgotten_field_is_found() -> None:
    s = dealt()
    twin = s.copy()
    del twin.spent
    with pytest.raises(AttributeError):
        check_fields(s, twin)


def test_a_view_that_tells_too_much_is_found() -> None:
    def all_numbers(s: Any, seat: int | None) -> dict[str, Any]:
        return {"numbers": [player.number for player in s.players]}

    with pytest.raises(AssertionError):
        check_knowledge(replace(GAME, view=all_numbers), dealt(), random.Random(1))


def test_a_move_listed_twice_or_unreadable_is_found() -> None:
    notary = Notary(GAME)
    with pytest.raises(AssertionError):
        notary.check([Bid(1), Bid(1)])
    with pytest.raises(ValueError, match="not-a-number"):
        notary.check([Bid(-1)])


def test_a_broken_rule_is_found() -> None:
    def never(s: State) -> None:
        raise AssertionError("something is lost")

    with pytest.raises(AssertionError, match="lost"):
        check_every_move(replace(GAME, check=never), dealt())
