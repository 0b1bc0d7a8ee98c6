"""One learning seat against bots: Gymnasium's own checks, and many tables at once."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import (
    DtypeObservation,
    FlattenObservation,
    NormalizeObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)

from cradle.bots.levels import LevelBot
from cradle.bots.search_bot import SearchBot
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.weights import packaged
from cradle.research import pettingzoo
from cradle.research.gymnasium import Seat, vector_env
from cradle.research.spaces import ILLEGAL, IllegalAction

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def random_game(env: Any, seed: int) -> float:
    """Play to the end; what the learner got."""
    rng = random.Random(seed)
    seen, _ = env.reset(seed=seed)
    paid, over = 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, over, _, _ = env.step(action)
        paid += reward
    return paid


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("observations", ["array", "dict"])
def test_gymnasium_accepts_it(name: str, seats: int, observations: str) -> None:
    env = Seat(name, seats, observations=observations, illegal="replace", render_mode="ansi")
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_is_played_to_its_end(name: str, seats: int) -> None:
    env = Seat(name, seats, rewards="margin")
    paid = random_game(env, 3)
    assert env.episode.over
    assert paid == env.episode.rewards()[env.seat]
    assert random_game(env, 3) == paid


def test_the_learner_sits_where_it_is_told_or_anywhere() -> None:
    assert {Seat("hadara", 5, seat=2).reset(seed=seed)[1]["seat"] for seed in range(9)} == {2}
    env = Seat("hadara", 5)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == set(range(5))
    with pytest.raises(BadOption, match="there is no seat 3 among 3"):
        Seat("hadara", 3, seat=3)


def test_bots_by_name_sit_around() -> None:
    env = Seat("stone-age", 4, opponents=["greedy", "random"], rounds=1)
    assert env.opponents == ["greedy", "random", "greedy"]
    random_game(env, 1)
    assert env.episode.over


@pytest.mark.parametrize("opponents", [[], "random", ["random", "nobody"]])
def test_opponents_are_bots_by_name(opponents: Any) -> None:
    with pytest.raises(ValueError, match=r"opponents are a list|no bot is called 'nobody'"):
        Seat("hadara", opponents=opponents)
    with pytest.raises(ValueError, match="is for game hadara, not stone-age"):
        Seat("stone-age", opponents=[f"learned:{packaged('hadara')}"])


def test_no_game_ends_before_it_begins() -> None:
    with pytest.raises(BadOption, match="can't end after -1 rounds"):
        Seat("hadara", rounds=-1)


def test_bots_that_search_can_be_held_short() -> None:
    env = Seat("stone-age", 2, opponents=["search"], rounds=1, simulations=2)
    random_game(env, 1)
    assert env.episode.over


def test_bots_never_go_by_the_clock() -> None:
    env = Seat("stone-age", 3, opponents=["master", "search"], seat=0)
    env.reset(seed=1)
    level, search = env.bots.values()
    assert isinstance(level, LevelBot)
    assert level.counted
    assert isinstance(search, SearchBot)
    assert search.usual.seconds is None


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = Seat("stone-age")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="is none of"):
        env.step(1266)
    env = Seat("stone-age", illegal="lose")
    env.reset(seed=1)
    assert env.step(1266)[1:3] == (-1.0, True)


@pytest.mark.parametrize("illegal", ILLEGAL)
def test_no_action_is_taken_before_a_game_or_after_it(illegal: str) -> None:
    env = Seat("stone-age", rounds=1, illegal=illegal)
    with pytest.raises(ResetNeeded, match="no game is on"):
        env.step(0)
    random_game(env, 1)
    with pytest.raises(ResetNeeded, match="no game is on"):
        env.step(0)
    random_game(env, 2)


def test_a_game_lost_by_an_illegal_action_is_over() -> None:
    env = Seat("stone-age", illegal="lose")
    env.reset(seed=1)
    env.step(1266)
    with pytest.raises(ResetNeeded, match="no game is on"):
        env.step(1266)


@pytest.mark.parametrize("made", [Seat, pettingzoo.raw_env, pettingzoo.parallel_env])
def test_losing_by_an_illegal_action_is_no_way_out_of_a_large_margin(made: Any) -> None:
    with pytest.raises(BadOption, match="costs 1, too little beside a margin: raise or replace"):
        made("hadara", illegal="lose", rewards="margin")


def test_what_is_rendered_is_the_learners_view() -> None:
    env = Seat("hadara", render_mode="ansi")
    env.reset(seed=1)
    assert f'"seat": {env.seat}' in env.render()
    assert Seat("hadara").render() is None


def test_it_is_registered_by_name() -> None:
    env = gymnasium.make("cradle/Hadara-v1", seats=3, rounds=1)
    assert random_game(env, 1) in (-1, -0.5, 0, 0.5, 1)
    env.close()


def tables(mode: AutoresetMode, masks: str) -> Any:
    """Two tables in this process."""
    seen = {"observations": "expanded", "masks": masks, "rounds": 1}
    return vector_env("hadara", 2, processes=False, autoreset_mode=mode, **seen)


@pytest.mark.parametrize("wrapper", [NormalizeReward, RecordEpisodeStatistics])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_wrappers_of_rewards_take_any_observation(wrapper: Any, mode: AutoresetMode) -> None:
    envs = wrapper(tables(mode, "observation"))
    seen, _ = envs.reset(seed=1)
    assert envs.step(seen["action_mask"].argmax(axis=1))[1].shape == (2,)


def test_wrappers_of_observations_restart_a_table_in_the_next_step() -> None:
    wrappers: list[Any] = [NormalizeObservation, FlattenObservation]
    wrappers.append(partial(DtypeObservation, dtype=np.float32))
    for wrapper in wrappers:
        wrapper(tables(AutoresetMode.NEXT_STEP, "info")).reset(seed=1)
        with pytest.raises(ValueError, match=r"got AutoresetMode\.SAME_STEP"):
            wrapper(tables(AutoresetMode.SAME_STEP, "info"))


def test_many_tables_run_in_processes() -> None:
    envs = vector_env("hadara", count=2, seats=2, rounds=1)
    try:
        seen, info = envs.reset(seed=1)
        assert seen["observation"].shape[0] == seen["action_mask"].shape[0] == 2
        assert info["seat"].shape == (2,)
        rng, ended = np.random.default_rng(1), 0
        for _ in range(40):
            actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
            seen, _, over, _, _ = envs.step(np.array(actions))
            ended += int(over.sum())
            if over.any():
                seen, _ = envs.reset(seed=2)
        assert ended
    finally:
        envs.close()
