"""`Seen`: what a bot gets, and that it travels."""

import pickle
import random

import pytest

from cradle.bots import Budget, Seen, make_bot
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, State, asked, play
from cradle.playout import draw_outcome
from cradle.stone_age import GAME as STONE_AGE


def walk(game: Game, seats: int, plies: int, seed: int = 1) -> State:
    """A state some random answers into a game, at a seat's decision."""
    rng, s = random.Random(seed), game.new(seats, {})
    while plies > 0 or s.turn == CHANCE:
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
        else:
            play(s, s.legal[rng.randrange(len(s.legal))])
            plies -= 1
    return s


@pytest.mark.parametrize("game", [STONE_AGE])
def test_interface_has_the_seats_moves_and_view(game: Game) -> None:
    s = walk(game, 2, 30)
    seen = Seen.of(game, s, s.turn)
    assert seen.moves == s.legal
    assert seen.view == game.view(s, s.turn)
    assert seen.seats == 2
    assert asked(seen.imagine(random.Random(3))) == asked(s)


@pytest.mark.parametrize("game", [STONE_AGE])
def test_interface_travels_between_processes(game: Game) -> None:
    pytest.importorskip("cradle.games")
    s = walk(game, 3, 20)
    seen = Seen.of(game, s, s.turn)
    again: Seen = pickle.loads(pickle.dumps(seen))
    assert (again.seat, again.moves, again.view) == (seen.seat, seen.moves, seen.view)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Budget(), None, Budget()),
        (Budget(2.0, 20), None, Budget(2.0, 20)),
        (Budget(2.0), Budget(None, 20), Budget(2.0, 20)),
        (Budget(2.0, 10), Budget(1.0, 20), Budget(1.0, 10)),
    ],
)
def test_budgets_allow_as_much_as_both_do(one: Budget, other: Budget | None, both: Budget) -> None:
    assert one.within(other) == both


def test_random_chooses_a_legal_move() -> None:
    s = walk(STONE_AGE, 2, 10)
    seen = Seen.of(STONE_AGE, s, s.turn)
    assert make_bot("random", 1).choose(seen) in seen.moves
    assert len(make_bot("random", 1).weigh(seen)) == len(seen.moves)
