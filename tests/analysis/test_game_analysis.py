"""An analysis adds up, to the last digit, whatever the judge says; and it judges fairly."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from cradle.analysis.course import Course
from cradle.analysis.decisions import Decision, decide
from cradle.analysis.game_analysis import GameAnalysis, analyse, analyses
from cradle.analysis.judges import Foresight, NetworkJudge
from cradle.analysis.report import report
from cradle.analysis.second_look import look_again
from cradle.analysis.settings import DEEP, MISTAKE, UNSURE, Look
from cradle.analysis.summary import shown
from cradle.analysis.texts import Texts
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN, result
from cradle.games import GAMES
from cradle.table import Table
from cradle.table.errors import Refusal
from tests.analysis.games import GLANCE, Whim, bot_table, course_of

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
QUICK = Look(moves=2, unlikely=0.05, worlds=2, listed=20, samples=4)


def must_add_up(found: GameAnalysis) -> None:
    """Start, decisions and luck make the result, for every seat, in chances and in points."""
    course = found.course
    scores = course.game.scores(course.end)
    end = result(scores)
    assert end[POINTS].tolist() == [score.total * POINT for score in scores]
    for seat in range(course.seats):
        for row in (CHANCES, POINTS):
            parts = found.sum(seat, row)
            assert parts.start + parts.decisions + parts.luck == parts.result == end[row, seat]
    for entry in found.entries:
        assert entry.after[CHANCES].sum() == WIN
        assert entry.after[CHANCES].min() >= 0
        assert entry.decision[CHANCES].sum() == entry.luck[CHANCES].sum() == 0


@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_any_account_adds_up(game: str, seats: int, seed: int) -> None:
    course = course_of(game, seats, seed)
    whim = Whim(course.game, seed)
    found = analyse(course, whim, whim, GLANCE)
    must_add_up(found)
    costs = [found.cost(ply) for ply in found.decisions]
    assert min(costs) >= 0
    assert max(costs) > 0
    assert len(found.decisions) == sum(ply.is_decision for ply in course.plies)


@pytest.mark.parametrize("game", GAMES)
def test_both_looks_of_the_network_add_up(game: str) -> None:
    first, deep = analyses(bot_table(game, ["learned", "greedy"], 3))
    must_add_up(first)
    must_add_up(deep)
    assert (first.deep, deep.deep) == (False, True)
    assert first.mistakes() == []
    assert all(deep.cost(ply) >= MISTAKE for ply in deep.mistakes())
    assert deep.sum(0).own > deep.sum(1).own
    assert deep.accuracy(0) > deep.accuracy(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_report_adds_up_as_it_is_written(game: str) -> None:
    course = course_of(game, 2, 4)
    whim = Whim(course.game, 1)
    text = json.dumps(report(analyse(course, whim, whim, GLANCE)))
    told: dict[str, Any] = json.loads(text, parse_float=Decimal, parse_int=Decimal)
    assert len(told["plies"]) == len(course.plies)
    for seat, about in enumerate(told["seats"]):
        for name, row in (("chance", "chances"), ("points", "points")):
            parts = about[name]
            assert parts["start"] + parts["decisions"] + parts["luck"] == parts["result"]
            changes = [
                ply["luck"][row][seat]
                + (ply["decision"]["change"][row][seat] if "decision" in ply else 0)
                for ply in told["plies"]
            ]
            assert told["start"][row][seat] + sum(changes) == parts["result"]


def test_an_unfinished_game_has_no_analysis() -> None:
    with pytest.raises(Refusal, match="only finished games"):
        Course(Table("hadara", 2, seed=1))


def test_a_game_from_a_position_has_one() -> None:
    table = Table("stone-age", 2, seed=5)
    begun = Table.at("stone-age", 2, table.position, seed=1)
    rng = random.Random(1)
    while not begun.over:
        seat = begun.asked[0]
        begun.submit(seat, rng.choice(begun.moves(seat)))
    whim = Whim(begun.game, 1)
    must_add_up(analyse(Course(begun), whim, whim, GLANCE))


@pytest.mark.parametrize(("game", "seats"), [("hadara", 3), ("stone-age", 3)])
def test_what_was_hidden_from_the_mover_changes_no_judgement(game: str, seats: int) -> None:
    course = course_of(game, seats, 2)
    numbers = [n for n, ply in enumerate(course.plies) if ply.is_decision][10:70:3]
    sight = NetworkJudge(course.game)
    before = decide(course, numbers, sight, sight, QUICK)
    again = look_again(course, sight, few(before))
    rng = random.Random(5)
    course.plies = [
        ply
        if ply.seat is None
        else replace(ply, asked=course.game.imagine(ply.asked, ply.seat, rng))
        for ply in course.plies
    ]
    after = decide(course, numbers, sight, sight, QUICK)
    must_be_the_same(before, after)
    assert again.decisions
    must_be_the_same(again.decisions, look_again(course, sight, few(before)).decisions)


def few(decisions: dict[int, Decision]) -> dict[int, Decision]:
    """Some decisions that seem to have cost much: to look again takes its time."""
    costly = [number for number, each in decisions.items() if each.cost >= MISTAKE]
    return {number: decisions[number] for number in costly[:4]}


def must_be_the_same(before: dict[int, Decision], after: dict[int, Decision]) -> None:
    """The same moves, with the same worth in each world."""
    assert before.keys() == after.keys()
    for number in before:
        for one, two in zip(before[number].tried, after[number].tried, strict=True):
            assert one.move == two.move
            assert np.array_equal(one.values, two.values)


def test_moves_are_tried_in_the_same_worlds() -> None:
    course = course_of("hadara", 2, 1)
    number = next(n for n, ply in enumerate(course.plies) if ply.move.text.startswith("lay"))
    sight = NetworkJudge(course.game)
    found = decide(course, [number], sight, sight, replace(QUICK, unlikely=0.0, moves=9))[number]
    assert found.made.move == course.plies[number].move
    assert len(found.tried) == min(10, len({each.move for each in found.tried}))
    assert {len(each.values) for each in found.tried} == {QUICK.worlds}
    assert found.cost >= 0


def test_a_mistake_needs_two_looks() -> None:
    table = bot_table("hadara", ["greedy", "random"], 6)
    *_, deep = analyses(table)
    assert deep.mistakes(1)
    sight = NetworkJudge(deep.course.game)
    first = analyse(deep.course, sight, sight, DEEP)
    assert first.mistakes() == []
    assert all(look.decisions[ply].is_costly for look in (first, deep) for ply in deep.mistakes())
    assert deep.mistakes() == sorted(deep.mistakes(), key=lambda ply: -deep.cost(ply))
    told = report(deep, Texts(deep, "en").reasons())
    worst = told["plies"][told["mistakes"][0]]["decision"]
    assert worst["mistake"] is True
    assert worst["reason"].startswith(("Better than other moves", "Much the same", "Worse"))


def test_foresight_plays_on_and_knows_the_end() -> None:
    course = course_of("hadara", 2, 3)
    last = [ply for ply in course.plies if ply.is_decision][-1]
    sight = NetworkJudge(course.game)
    plain = sight.values([last.asked], [None], [0])[0]
    far = Foresight(sight, 50).values([last.asked], [None], [0])[0]
    assert plain[CHANCES].sum() == far[CHANCES].sum() == WIN
    assert set(far[POINTS] % POINT) == {0}


def test_the_first_account_is_worth_reading() -> None:
    """Good and bad play differ in what decisions cost, not in luck."""
    first = next(analyses(bot_table("stone-age", ["learned", "random"], 2)))
    must_add_up(first)
    assert first.sum(1).own < first.sum(0).own
    assert first.accuracy(1) < first.accuracy(0)


def test_errors_are_told_where_they_are_large() -> None:
    course = course_of("stone-age", 2, 3)
    whim = Whim(course.game, 3)
    found = analyse(course, whim, whim, GLANCE)
    large = [entry.error >= UNSURE for entry in found.entries]
    assert any(large)
    assert not all(large)
    told = shown(found)
    assert [each["error"] is not None for each in told["plies"]] == large
    for each in told["costliest"]:
        error = found.error(each["ply"] - 1)
        assert each["error"] == (round(error, 4) if error >= UNSURE else None)
    texts = Texts(found, "en")
    assert texts.measured(-0.123, 0.02, signed=True) == "−12.3\u00a0±\u00a02.0\u00a0%"
    assert texts.measured(0.123, 0.009) == "12.3\u00a0%"
