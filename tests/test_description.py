"""What a game says about itself: verbs, fields, clauses and steps, all of them known."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import Any

import pytest

from cradle import i18n
from cradle.description import describe_game
from cradle.games import GAMES
from cradle.hadara.colonies import TakeColony
from cradle.hadara.medals import BuyMedals
from cradle.hadara.moves import GOLD, PASS
from cradle.hadara.statues import CarveStatue
from cradle.kernel.notation import CLAUSES, SHAPES, By, Names, clause_of
from cradle.kernel.step import OVER, Do, Step, play
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.moves import LEAVE, PAY, SEND
from tests.invariants import random_answer


def clauses_in(told: Any) -> list[str]:
    """Every clause a description names, wherever it stands."""
    if isinstance(told, dict):
        named = [told["clause"]] if told.get("clause") else []
        values = [*told.get("clauses", {}).values()]
        named += [each for each in values if isinstance(each, str)]
        return [*named, *(each for value in told.values() for each in clauses_in(value))]
    return [each for value in told for each in clauses_in(value)] if isinstance(told, list) else []


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_one_of_the_rules(name: str) -> None:
    told = describe_game(GAMES[name])
    names = [clause for each in told["clauses"].values() for clause in each.values()]
    assert {*clauses_in(told), *names} <= set(i18n.clauses(name))
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("name", GAMES)
def test_every_step_follows_a_clause_that_it_names(name: str) -> None:
    for kind in GAMES[name].kinds.values():
        if issubclass(kind, Step) and not issubclass(kind, Do):
            assert CLAUSES[kind]
            assert not kind.__doc__ or str(CLAUSES[kind]) in kind.__doc__  # none when compiled


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_follows_a_clause(name: str) -> None:
    game, known, rng = GAMES[name], set(i18n.clauses(name)), random.Random(3)
    for seats in game.seats:
        s = game.new(seats, {})
        while s.turn != OVER:
            assert {clause_of(move, s.stack[-1]) for move in s.legal} <= known
            answer = random_answer(s, rng)
            assert clause_of(answer, s.stack[-1]) in known
            play(s, answer)


@pytest.mark.parametrize("name", GAMES)
def test_only_passing_follows_no_clause_of_its_own(name: str) -> None:
    news = describe_game(GAMES[name])["news"]
    bare = [kind for kind, told in news.items() if told["clause"] is None and told["by"] is None]
    assert bare == (["passed"] if name == "hadara" else [])


@pytest.mark.parametrize("name", GAMES)
def test_where_the_clause_depends_on_a_field_every_name_has_one(name: str) -> None:
    game = GAMES[name]
    for kind in (*game.grammar.values(), *game.news.values()):
        clause: Any = CLAUSES[kind]
        if isinstance(clause, By):
            index = [field.name for field in fields(kind)].index(clause.field)  # type: ignore[arg-type]
            names = SHAPES[kind][index]
            assert isinstance(names, Names)
            assert len(names.names) == len(clause.clauses)


@pytest.mark.rule("H-M1", "H-C1", "H-U1")
def test_hadara_tells_the_clause_of_the_step() -> None:
    assert clause_of(GOLD, BuyMedals(0)) == "H-M1"
    assert clause_of(PASS, BuyMedals(0)) == "H-M1"
    assert clause_of(PASS, TakeColony(0, 0, 0)) == "H-C1"
    assert clause_of(PASS, CarveStatue(0, 0, 0)) == "H-U1"


@pytest.mark.rule("S-A8", "S-A9", "S-F2", "S-P4", "S-P6")
def test_stone_age_tells_the_clause_of_the_step_or_the_place() -> None:
    pay = PAY[1, 0, 0, 0]
    assert [clause_of(move, BuyCard(0, 0)) for move in (LEAVE, pay)] == ["S-A8", "S-A8"]
    assert [clause_of(move, BuyBuilding(0, 0)) for move in (LEAVE, pay)] == ["S-A9", "S-A9"]
    assert clause_of(pay, ReplaceFood(0, 1)) == "S-F2"
    assert clause_of(SEND[0][1]) == "S-P4"
    assert clause_of(SEND[-1][1]) == "S-P6"
