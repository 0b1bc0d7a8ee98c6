"""Turning points: the largest changes, and what a search may judge anew around them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cradle.analysis.course import Course
from cradle.analysis.game_analysis import analyse
from cradle.analysis.judges import NetworkJudge
from cradle.analysis.position_values import judged
from cradle.analysis.settings import FIRST, TURN, TURNS
from cradle.analysis.summary import shown
from cradle.analysis.turning_points import search_turning_points, turning_points
from cradle.analysis.values import CHANCES, WIN, rounded
from cradle.games import GAMES
from cradle.kernel.step import Together
from tests.analysis.games import GLANCE, Whim, bot_table, course_of


@given(st.lists(st.floats(0, 1), min_size=2, max_size=60))
def test_turning_points_are_the_largest_changes_that_lie_apart(chances: list[float]) -> None:
    values = [rounded(np.array([each, 1 - each]), np.zeros(2)) for each in chances]
    first = np.array([value[CHANCES, 0] for value in values])
    changes = abs(np.diff(first)) / WIN
    found = turning_points(values)
    assert len(found) <= TURNS
    assert all(changes[ply] >= TURN for ply in found)
    apart = max(2.0, 0.04 * len(changes))
    assert all(abs(one - two) >= apart for one in found for two in found if one != two)
    left = changes[found].min() if len(found) == TURNS else TURN
    for ply in np.flatnonzero(changes > left).tolist():
        near = [other for other in found if abs(ply - other) < apart]
        assert any(changes[other] >= changes[ply] for other in near)


@pytest.mark.parametrize("game", GAMES)
def test_turning_points_are_told_in_their_order_with_what_was_done(game: str) -> None:
    course = course_of(game, 3, 5)
    whim = Whim(course.game, 5)
    told = shown(analyse(course, whim, whim, GLANCE))
    turns = told["turns"]
    assert len(turns) == TURNS
    assert [each["ply"] for each in turns] == sorted(each["ply"] for each in turns)
    chances = np.array([told["start"]["chances"], *(each["chances"] for each in told["plies"])])
    for turn in turns:
        changes = np.diff(chances, axis=0)[turn["ply"] - 1]
        assert abs(changes[turn["seat"]]) >= abs(changes).max() - 2e-4
        assert abs(turn["change"] - changes[turn["seat"]]) < 2e-4
        assert turn["round"] == told["plies"][turn["ply"] - 1]["round"]
        assert turn["error"] == told["plies"][turn["ply"] - 1]["error"]
        ply = course.plies[turn["ply"] - 1]
        assert turn["by"] == ply.seat
        alone = not isinstance(ply.asked.stack[-1], Together)
        assert (turn["move"] or {}).get("text") == (ply.move.text if alone else None)


def test_a_search_judges_where_choices_led_and_nothing_that_was_thrown_or_drawn() -> None:
    course = Course(bot_table("hadara", ["greedy", "random"], 6))
    judge = NetworkJudge(course.game)
    seen = judged(course, judge, FIRST)
    again = search_turning_points(course, judge, seen)
    assert again.keys() == seen.keys()
    changed = [number for number in seen if again[number] is not seen[number]]
    assert 0 < len(changed) <= 2 * TURNS
    for number in changed:
        assert again[number].value[CHANCES].sum() == WIN
        assert course.plies[number].seat is not None
        earlier = [ply for ply in course.plies[:number] if ply.seat is None or ply.is_decision]
        assert earlier[-1].seat is not None
