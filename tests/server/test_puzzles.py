"""Puzzles over HTTP: what is shown, what an answer says, and streaks."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.games import BUILT_IN
from cradle.puzzles import Puzzle, puzzles, today
from cradle.server.http.routes import puzzles as routes
from cradle.server.http.shapes import puzzles as shapes
from cradle.server.store.streaks import Streak
from cradle.table.previews import outcomes
from tests.server.running import Player, Running

GAME = BUILT_IN[0].name
DAY = 20_000


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets which day it is; first a fixed one."""

    def set_day(number: int) -> None:
        monkeypatch.setattr(routes, "day_now", lambda: number)

    set_day(DAY)
    return set_day


def of_day(number: int) -> Puzzle:
    found = today(GAME, number)
    assert found is not None
    return found


def wrong(each: Puzzle) -> str:
    return next(text for text in each.costs if text != each.best)


def answer(who: Player, each: Puzzle, text: str, status: int = 200) -> Any:
    return who.post(f"/api/puzzles/{GAME}/{each.id}/answer", {"text": text}, status)


@pytest.mark.usefixtures("day")
def test_the_puzzle_of_a_day_is_the_same_for_all(server: Running, ada: Player) -> None:
    nobody = server.player(None)
    told = nobody.get("/api/puzzles")
    shapes.PuzzleGames.model_validate(told)
    assert told["day"] == DAY
    mine = next(each for each in told["games"] if each["game"] == GAME)
    assert mine["today"] == of_day(DAY).id
    assert sum(mine["grades"].values()) == len(puzzles(GAME))
    assert nobody.get(f"/api/puzzles/{GAME}/today") == ada.get(
        f"/api/puzzles/{GAME}/{mine['today']}"
    )


def test_a_question_has_no_answer_in_it(server: Running) -> None:
    each = puzzles(GAME)[0]
    told = server.player(None).get(f"/api/puzzles/{GAME}/{each.id}")
    shapes.Puzzle.model_validate(told)
    table = each.table()
    assert told["view"] == table.view(each.seat)
    assert [move["text"] for move in told["moves"]] == list(each.costs)
    assert told["step"]["kind"] == each.step
    assert not {"best", "solution", "costs", "position"} & set(told)


def test_all_of_a_game_can_be_taken_along(server: Running) -> None:
    nobody = server.player(None)
    answered = nobody.http.get(f"/api/puzzles/{GAME}")
    told = answered.json()
    shapes.PuzzleCollection.model_validate(told)
    assert told["facts"]["game"] == GAME
    assert [each["id"] for each in told["puzzles"]] == [each.id for each in puzzles(GAME)]
    for shown, each in zip(told["puzzles"], puzzles(GAME), strict=True):
        assert shown["solution"]["best"] == each.best
        assert shown["solution"]["costs"] == each.costs
    tag = {"If-None-Match": answered.headers["etag"]}
    assert nobody.http.get(f"/api/puzzles/{GAME}", headers=tag).status_code == 304


def test_an_answer_says_what_it_costs_and_why(server: Running) -> None:
    nobody, each = server.player(None), puzzles(GAME)[0]
    right = answer(nobody, each, each.best)
    assert (right["right"], right["cost"], right["streak"]) == (True, 0.0, None)
    shapes.PuzzleVerdict.model_validate(right)
    assert right["why"] == each.explain("en")
    other = wrong(each)
    told = answer(nobody, each, other)
    assert (told["right"], told["cost"]) == (False, each.costs[other])
    assert told["solution"]["best"] == each.best


def test_what_is_no_move_is_refused(server: Running) -> None:
    nobody, each = server.player(None), puzzles(GAME)[0]
    assert answer(nobody, each, "dance", 400)["error"]["key"] == "unknown-verb"
    nobody.get(f"/api/puzzles/{GAME}/none", 404)
    nobody.get("/api/puzzles/chess", 404)
    nobody.get("/api/puzzles/chess/today", 404)


def test_moves_of_a_puzzle_are_foretold(server: Running) -> None:
    """As at a table: by the same means, to whoever asks, and nothing of the solution."""
    nobody, each = server.player(None), puzzles(GAME)[0]
    params = {"text": [*each.costs, "dance"]}
    told = nobody.http.get(f"/api/puzzles/{GAME}/{each.id}/previews", params=params).json()
    table = each.table()
    moves = table.moves(each.seat)
    assert set(told["previews"]) == {move.text for move in moves}
    assert told["after"] == outcomes(table.game, table.state, each.seat, moves)
    nobody.get(f"/api/puzzles/{GAME}/none/previews", 404, text="pass")


def test_days_in_a_row_are_counted(ada: Player, day: Any) -> None:
    def solve(number: int, right: bool = True) -> tuple[int, int]:
        day(number)
        each = of_day(number)
        streak = answer(ada, each, each.best if right else wrong(each))["streak"]
        return streak["days"], streak["most"]

    assert solve(DAY) == (1, 1)
    assert solve(DAY + 1) == (2, 2)
    assert solve(DAY + 1, right=False) == (2, 2)  # only the first answer of a day counts
    assert solve(DAY + 2, right=False) == (0, 2)
    assert solve(DAY + 2) == (0, 2)
    assert solve(DAY + 3) == (1, 2)
    day(DAY + 5)
    game = next(each for each in ada.get("/api/puzzles")["games"] if each["game"] == GAME)
    assert game["streak"] == {"day": DAY + 3, "days": 0, "most": 2}


@pytest.mark.usefixtures("day")
def test_only_the_puzzle_of_the_day_counts(ada: Player) -> None:
    other = of_day(DAY + 1)
    assert answer(ada, other, other.best)["streak"] is None


@pytest.mark.usefixtures("day")
def test_who_is_forgotten_leaves_no_streak(server: Running) -> None:
    eve, each = server.player("Eve"), of_day(DAY)
    assert answer(eve, each, each.best)["streak"]["days"] == 1
    assert eve.http.delete("/api/me").status_code == 204
    assert eve.get("/api/puzzles")["games"][0]["streak"]["days"] == 0


def test_a_streak_ends_with_a_day_left_out_or_a_wrong_answer() -> None:
    two = Streak().after(3, right=True).after(4, right=True)
    assert two == Streak(4, 2, 2)
    assert two.on(5).days == 2
    assert two.on(6).days == 0
    assert two.after(4, right=False) == two
    assert two.after(5, right=False) == Streak(5, 0, 2)
    assert two.after(7, right=True) == Streak(7, 1, 2)
