"""What is shipped: every puzzle is a position of its game, with one answer that is explained."""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from cradle.games import BUILT_IN
from cradle.i18n import LANGUAGES
from cradle.puzzles import day_number, puzzle, puzzle_games, puzzles, today
from cradle.puzzles.puzzle import GRADES, WEAKER

GAMES = [each.name for each in BUILT_IN]
MOST_BYTES = 700_000
LEAST_MARGIN = 0.04
LEAST = 150
every_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_of_ours_has_puzzles() -> None:
    assert puzzle_games() == GAMES
    assert min(len(puzzles(game)) for game in GAMES) >= LEAST


@every_game
def test_each_asks_its_seat_for_one_of_the_listed_moves(game: str) -> None:
    for each in puzzles(game):
        table = each.table()
        assert each.seat in table.asked
        assert [move.text for move in table.moves(each.seat)] == list(each.costs)
        step = table.step(each.seat)
        assert step is not None
        assert step["kind"] == each.step


@every_game
def test_the_best_move_alone_costs_nothing_and_leads_clearly(game: str) -> None:
    for each in puzzles(game):
        others = [cost for text, cost in each.costs.items() if text != each.best]
        assert each.costs[each.best] == 0
        assert min(others) == each.margin >= LEAST_MARGIN


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_is_explained_in_every_language(game: str, lang: str) -> None:
    for each in puzzles(game):
        told = each.explain(lang)
        assert told.strip()
        assert "bots." not in told


@every_game
def test_grades_count_the_levels_that_find_it(game: str) -> None:
    for each in puzzles(game):
        assert set(each.found_by) <= set(WEAKER)
        assert each.grade == 5 - len(each.found_by)
        assert each.grade in GRADES


@every_game
def test_names_are_unique_and_lead_to_the_puzzle(game: str) -> None:
    ids = [each.id for each in puzzles(game)]
    assert len(set(ids)) == len(ids)
    assert [puzzle(game, each) for each in ids] == list(puzzles(game))
    assert puzzle(game, "none") is None


@every_game
def test_the_file_is_small(game: str) -> None:
    file = Path(str(files("cradle.puzzles").joinpath("data", f"{game}.json")))
    assert file.stat().st_size < MOST_BYTES


@every_game
def test_days_go_through_all_puzzles_in_turn(game: str) -> None:
    first, count = day_number(date(2026, 3, 1)), len(puzzles(game))
    found = [today(game, first + each) for each in range(count + 1)]
    assert found[0] is found[-1]
    assert {each.id for each in found if each} == {each.id for each in puzzles(game)}


def test_days_are_numbered_as_clocks_count() -> None:
    assert day_number(date(1970, 1, 2)) == 1
    assert day_number(date(2026, 11, 16)) == 20773


def test_a_game_without_puzzles_has_none() -> None:
    assert list(puzzles("no-such-game")) == []
    assert today("no-such-game", 1) is None
