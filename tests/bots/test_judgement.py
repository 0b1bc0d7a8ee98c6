"""What positions are worth: the judgement fitted to results, and the fit itself."""

from typing import Any

import numpy as np
import pytest

from cradle.bots.judgement import Judgement
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, odds, play
from scripts.fit_bots import (
    Examples,
    Lesson,
    Order,
    fitted,
    judging,
    plain,
    play_games,
    present,
    traits_of,
)
from tests.bots.test_interface import walk

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def quiet_position(game: str, seats: int) -> Any:
    """The first quiet position some way into a game of random moves."""
    s: Any = walk(GAMES[game], seats, 30)
    while s.turn == CHANCE or not judging(game).quiet(s):
        play(s, odds(s).at(0) if s.turn == CHANCE else s.legal[0])
    return s


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_seat_has_every_trait(game: str, seats: int) -> None:
    found = judging(game).traits(quiet_position(game, seats))
    assert [len(each) for each in found] == [len(traits_of(game))] * seats


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_features_add_up_to_the_points(game: str, seats: int) -> None:
    s = quiet_position(game, seats)
    points = judging(game).points(s)
    for seat in range(seats):
        assert sum(judging(game).features(s, seat).values()) == pytest.approx(points[seat])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_fit_moves_points_between_seats_and_makes_none(game: str, seats: int) -> None:
    s = quiet_position(game, seats)
    parts = judging(game).judgement.parts
    plainly = [sum(each[:parts]) for each in judging(game).traits(s)]
    assert sum(judging(game).points(s)) == pytest.approx(sum(plainly))
    assert judging(game).points(s) != pytest.approx(plainly)


def test_without_a_fit_the_parts_are_the_points() -> None:
    judgement = Judgement(2, {})
    assert judgement.points([[3.0, 4.0, 50.0], [1.0, 1.0, -50.0]], 0.5) == [7.0, 2.0]


def test_a_weight_changes_in_the_course_of_a_game() -> None:
    judgement = Judgement(0, {2: [(1.0, 2.0, 4.0)]})
    assert judgement.weights(2, 0.0, 1) == [5.0]
    assert judgement.weights(2, 0.1, 1) == [1.0 + 0.2 + 2.0]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_package_holds_a_fit_for_every_number_of_players(game: str, seats: int) -> None:
    assert len(judging(game).judgement.courses[seats]) == len(traits_of(game))
    assert not np.array_equal(present(game, seats), plain(game))


@pytest.mark.parametrize("game", GAMES)
def test_games_are_lessons(game: str) -> None:
    order = Order(game, 3, 0, range(2))
    lessons = [lesson for each in play_games(order) for lesson in each]
    assert len(lessons) > 8
    for lesson in lessons:
        assert sum(lesson.won) == pytest.approx(1.0)
        assert len(lesson.traits) == 3
    assert play_games(order) == play_games(order)


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    rng = np.random.default_rng(1)
    true = np.array([0.5, 2.0, 0.0, 0.0, 0.0, 0.0])
    lessons = [
        Lesson(rng.normal(size=(3, 2)).tolist(), left=1.0, spread=1.7, won=[1.0, 0.0, 0.0])
        for _ in range(4000)
    ]
    for lesson, chances in zip(lessons, Examples(lessons).forecast(true), strict=True):
        winner = rng.choice(3, p=chances)
        lesson.won = [float(seat == winner) for seat in range(3)]
    examples = Examples(lessons)
    found = fitted(examples, np.zeros(6))
    # All three courses are the same thing here, but for a factor: what counts is their sum.
    assert found[0] + found[2] + found[4] / 11 == pytest.approx(0.5, abs=0.1)
    assert found[1] + found[3] + found[5] / 11 == pytest.approx(2.0, abs=0.2)
    assert examples.surprise(found) <= examples.surprise(true)
