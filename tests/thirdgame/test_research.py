"""The third game behind all research interfaces, in numbers made from what it declares."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, parallel_api_test

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, OVER, odds, play
from cradle.learning.features import Features
from cradle.research import gymnasium as our_gymnasium, openspiel, pettingzoo
from cradle.research.dataset import Plan, collect, load
from cradle.research.encoding import Encoding, ForeignMove, encoding
from tests.thirdgame.game import GAME

no_warnings = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
every_number = pytest.mark.parametrize("seats", GAME.seats)


@pytest.fixture(scope="module")
def codes(shelf: Path) -> Encoding:
    return encoding("night-market")


def states(seats: int, seed: int) -> Any:
    """All states of a random game at which a seat is asked."""
    rng, s = random.Random(seed), GAME.new(seats, {})
    while s.turn != OVER:
        if s.turn == CHANCE:
            chance = odds(s)
            play(s, chance.at(rng.randrange(chance.total)))
        else:
            yield s
            play(s, rng.choice(s.legal))


@every_number
def test_every_move_has_its_number(codes: Encoding, seats: int) -> None:
    for s in states(seats, 1):
        for seat in range(seats):
            numbers = codes.legal(s, seat)
            assert len(set(numbers)) == len(numbers)
            assert sorted(numbers) == np.flatnonzero(codes.mask(s, seat)).tolist()
        assert [codes.moves[number] for number in codes.legal(s, s.turn)] == s.legal
    assert pickle.loads(pickle.dumps(codes)) is codes


@every_number
def test_observations_stay_in_their_ranges_and_hide_what_is_hidden(
    codes: Encoding, seats: int
) -> None:
    layout, rng = codes.layouts[seats], random.Random(2)
    for s in states(seats, 2):
        for seat in range(seats):
            seen = codes.observe(s, seat)
            assert (layout.low <= seen).all()
            assert (seen <= layout.high).all()
            other_world = GAME.imagine(s, seat, rng)
            assert (codes.observe(other_world, seat) == seen).all()


def test_numbers_are_those_of_the_view(codes: Encoding) -> None:
    for s in states(3, 3):
        view, seen = GAME.view(s, 1), codes.layouts[3].named(codes.observe(s, 1))
        assert seen["day"] == view["day"]
        assert seen["lot"] == view["lot"]
        assert seen["ware"] == 1 + ["tea", "silk", "salt", "jade"].index(view["ware"])
        assert seen["players_2.coins"] == view["players"][2]["coins"]
        assert seen["players_2.crates.jade"] == view["players"][2]["crates"]["jade"]
        assert (seen["players_1.order"] > 0) == (view["players"][1]["order"] is not None)
        assert seen["players_0.order"] == 0
        asked = [seen[f"asked_{n}"].item() for n in range(4) if seen[f"asked_{n}?"]]
        assert asked == view["asked"]


def test_a_move_of_another_game_is_refused(codes: Encoding) -> None:
    foreign = encoding(next(iter(GAMES))).moves[0]
    with pytest.raises(ForeignMove, match="night-market has no move"):
        codes.index(foreign)


@every_number
@no_warnings
def test_pettingzoo(seats: int) -> None:
    api_test(pettingzoo.env("night-market", seats=seats), num_cycles=100)
    parallel_api_test(pettingzoo.parallel_env("night-market", seats=seats), num_cycles=100)


@every_number
def test_openspiel(seats: int) -> None:
    openspiel.register("night-market")
    game = pyspiel.load_game(
        "cradle_night_market", {"players": seats, "prices": "jade-tea-salt-silk"}
    )
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_gymnasium() -> None:
    our_gymnasium.register("night-market")
    env = gymnasium.make("cradle/NightMarket-v1", seats=3, opponents=["casual", "random"])
    seen, _ = env.reset(seed=1)
    over, steps = False, 0
    while not over:
        seen, reward, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        steps += 1
    assert steps >= 5
    assert -1.0 <= float(reward) <= 1.0
    env.close()


def test_dataset(tmp_path: Path, codes: Encoding) -> None:
    plan = Plan("night-market", 2, ("greedy", "random"), games=4, seed=1, simulations=10)
    rows = load(collect(plan, tmp_path / "data", workers=2))
    assert set(rows["game"]) == {0, 1, 2, 3}
    assert rows["observation"].shape[1] == codes.layouts[2].size
    assert rows["mask"][np.arange(len(rows["move"])), rows["move"]].all()


def test_a_network_wants_an_encoding_by_players(codes: Encoding) -> None:
    with pytest.raises(BadOption, match="night-market has no encoding by players"):
        Features(codes)
