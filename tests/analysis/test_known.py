"""Positions made by hand, right before the end: it is known what is best, and what else costs."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.analysis.game_analysis import analyses
from cradle.analysis.values import POINT, POINTS
from cradle.table import Table

# Seat 0 is 8 points behind, has what a building of 10 points asks, and the other stack is empty:
# the round is the last. Without it, three goods are left, a point each.
LAST_BUILDING: dict[str, Any] = {
    "round": 9,
    "first": 1,
    "step": "buy-building 0 building-1",
    "buildings": ["building-01", None],
    "stacks": [7, 0],
    "players": [
        {
            "resources": {"wood": 2, "clay": 1},
            "buildings": ["building-02", "building-03", "building-04", "building-05"],
        },
        {"points": 8, "buildings": ["building-06", "building-07", "building-08"]},
    ],
}
# Seat 1 has 24 points against 25, and coins for one medal: of its tracks only military is high
# enough for more than the 4 points that the coins are worth.
LAST_MEDAL: dict[str, Any] = {
    "epoch": 3,
    "step": "buy-medals 1",
    "players": [
        {"coins": 125},
        {
            "coins": 20,
            "cards": [f"red-{epoch}-{number:02}" for epoch in (1, 2) for number in range(1, 5)],
        },
    ],
}
# The position, its seat, the one move that wins, another, and the points that it is short of it.
KNOWN = [
    ("stone-age", LAST_BUILDING, 0, "pay 2 wood 1 clay", "leave", 10 - 3),
    ("hadara", LAST_MEDAL, 1, "silver military", "pass", 29 - 24),
]


def played(game: str, position: dict[str, Any], seat: int, text: str) -> Table:
    """The game to its end after a move; nobody has a choice any more."""
    table = Table.at(game, 2, position, seed=1)
    table.submit(seat, text)
    while not table.over:
        (asked,) = table.asked
        (move,) = table.moves(asked)
        table.submit(asked, move)
    return table


@pytest.mark.parametrize(("game", "position", "seat", "best", "other", "short"), KNOWN)
def test_a_move_that_throws_a_won_game_away_costs_all_of_it(
    game: str, position: dict[str, Any], seat: int, best: str, other: str, short: int
) -> None:
    """All that its seat is said to have had, and of a sure win everything, by its own view."""
    *_, found = analyses(played(game, position, seat, other))
    assert list(found.decisions) == found.mistakes(seat) == [0]
    decision = found.decisions[0]
    assert (decision.made.move.text, decision.best.move.text) == (other, best)
    assert decision.cost == pytest.approx(1.0, abs=1e-5)
    chance = found.sum(seat)
    assert (chance.own, chance.result) == (-chance.start, 0)
    assert found.sum(seat, POINTS).own == -short * POINT


@pytest.mark.parametrize(("game", "position", "seat", "best", "other", "short"), KNOWN)
def test_the_only_move_that_wins_costs_nothing(
    game: str, position: dict[str, Any], seat: int, best: str, other: str, short: int
) -> None:
    for found in analyses(played(game, position, seat, best)):
        assert found.cost(0) == 0
        assert found.sum(seat, POINTS).own == 0
        assert found.accuracy(seat) == 1
        assert found.mistakes() == []
