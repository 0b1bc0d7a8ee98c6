"""Exact odds."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, strategies as st

from cradle.kernel.chance import Odds
from tests.kernel.toy import DEAL, ROLL


def test_equal_odds_have_a_point_an_outcome() -> None:
    odds = Odds(ROLL)
    assert odds.total == 6
    assert [odds.at(point) for point in range(6)] == ROLL
    assert odds.weights == [1] * 6


def test_weights_give_an_outcome_so_many_points() -> None:
    odds = Odds(DEAL, [1, 2, 2, 1])
    assert odds.total == 6
    assert [odds.at(point) for point in range(6)] == [DEAL[i] for i in (0, 1, 1, 2, 2, 3)]
    assert odds.weights == [1, 2, 2, 1]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_every_point_belongs_to_its_outcome(weights: list[int]) -> None:
    odds = Odds(DEAL[: len(weights)], weights)
    found = Counter(odds.at(point) for point in range(odds.total))
    assert [found[outcome] for outcome in odds.outcomes] == weights == odds.weights
