"""Luck is measured against exact odds where outcomes can be listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cradle.analysis.course import Course
from cradle.analysis.futures import futures, is_choice
from cradle.analysis.position_values import position_values
from cradle.analysis.settings import FIRST
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN, Value, mean, rounded, spread
from cradle.kernel.step import CHANCE, OVER
from cradle.learning.tree import play_on
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.gathering import RollFor
from tests.analysis.games import random_table


class Counting:
    """A judge who expects as many points as there is wood."""

    def values(
        self, states: Sequence[Any], observers: Sequence[int | None], seeds: Sequence[int]
    ) -> list[Value]:
        return [rounded(np.full(s.seats, 1 / s.seats), np.array(wood(s))) for s in states]


def wood(s: Any) -> list[int]:
    return [player.stock[0] for player in s.players]


def roll_for_wood(dice: int) -> tuple[Course, int]:
    """A game, and the ply of a roll of so many dice for wood after which only wood is gained."""
    for seed in range(50):
        course = Course(random_table("stone-age", 2, seed))
        for number, ply in enumerate(course.plies):
            top = ply.asked.stack[-1]
            if isinstance(top, RollFor) and (top.good, top.dice) == (0, dice):
                found = futures(ply.asked, 1000, 1, 0)
                if found.listed and all(isinstance(s.stack[-1], TakeAction) for s in found.states):
                    return course, number
    raise AssertionError("no such roll")


@pytest.mark.parametrize(("dice", "gained", "rolls"), [(1, 5, 6), (2, 72, 36)])
def test_a_roll_for_wood_is_expected_exactly(dice: int, gained: int, rolls: int) -> None:
    """By hand: a die brings 0, 0, 1, 1, 1 or 2 wood; two bring 0 to 4, in 1, 9, 16, 9, 1 of 36."""
    course, number = roll_for_wood(dice)
    s: Any = course.plies[number].asked
    seat = s.stack[-1].seat
    found = futures(s, 1000, 1, 0)
    brought = [wood(each)[seat] - wood(s)[seat] for each in found.states]
    total = sum(b * w for b, w in zip(brought, found.weights, strict=True))
    assert (total, sum(found.weights)) == (gained, rolls)
    judged = position_values(course, Counting(), FIRST)[number]
    assert judged.error == 0
    assert judged.value[POINTS, seat] == round((wood(s)[seat] + gained / rolls) * POINT)


def test_too_many_outcomes_are_drawn_by_seed() -> None:
    course, number = roll_for_wood(3)
    s = course.plies[number].asked
    one, two, other = (futures(s, 5, 4, seed) for seed in (1, 1, 2))
    assert not one.listed
    assert one.weights == [1] * 4
    assert one.states == two.states != other.states
    assert all(is_choice(each) or each.turn == OVER for each in one.states)


def test_playing_on_stops_where_somebody_has_a_choice() -> None:
    course, number = roll_for_wood(2)
    s = course.plies[number].asked.copy()
    assert s.turn == CHANCE
    play_on(s, lambda: 0.5)
    assert is_choice(s) or s.turn == OVER


@pytest.mark.parametrize(
    "shares", [[0.3, 0.3, 0.4], [1 / 3] * 3, [1.0, 0.0, 0.0], [1e-9, 0.5, 0.5]]
)
def test_chances_always_add_up_to_a_win(shares: list[float]) -> None:
    value = rounded(np.array(shares), np.zeros(3))
    assert value[CHANCES].sum() == WIN
    assert abs(value[CHANCES] / WIN - shares).max() < 2e-6


def test_a_mean_is_weighted_and_its_error_is_that_of_a_sample() -> None:
    one, two = (rounded(np.array([a, 1 - a]), np.array([a, 0.0])) for a in (0.2, 0.6))
    assert mean([one, two], [3, 1])[CHANCES].tolist() == [300_000, 700_000]
    assert spread([one, two]) == pytest.approx(0.2)
    assert spread([one]) == 0
