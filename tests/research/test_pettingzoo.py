"""PettingZoo's own tests, and what they don't look at."""

from __future__ import annotations

import random
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.research import pettingzoo
from cradle.research.spaces import OBSERVATIONS, IllegalAction

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
# The tests warn of observations that are dicts, except in a list of environments they know.
no_warnings = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
GAME_OPTIONS: dict[str, dict[str, Any]] = {
    "stone-age": {"dice_row_next_turn": True, "decline_any_action": True},
    "hadara": {"mode": "advanced", "board_order": "random"},
}


def random_game(env: Any, seed: int) -> dict[str, float]:
    """Play to the end; what each agent got in all."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        done = terminated or truncated
        env.step(None if done else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return paid


@every_table
@no_warnings
@pytest.mark.parametrize("observations", OBSERVATIONS)
def test_api(name: str, seats: int, observations: str) -> None:
    env = pettingzoo.env(name, seats=seats, observations=observations, render_mode="ansi")
    api_test(env, num_cycles=100)


@every_table
@no_warnings
def test_api_in_parallel(name: str, seats: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(name, seats=seats), num_cycles=200)


@every_table
def test_seeds(name: str, seats: int) -> None:
    options = GAME_OPTIONS[name]
    seed_test(partial(pettingzoo.env, name, seats=seats, options=options), num_cycles=50)
    make = partial(pettingzoo.parallel_env, name, seats=seats, options=options, illegal="replace")
    parallel_seed_test(make, num_cycles=50)


@every_table
def test_max_cycles(name: str, seats: int) -> None:
    """In a cycle every agent acts once; PettingZoo's own conversion makes turns of it."""
    make = partial(pettingzoo.parallel_env, name, seats=seats, illegal="replace")
    module = SimpleNamespace(
        parallel_env=make, env=lambda max_cycles: parallel_to_aec(make(max_cycles=max_cycles))
    )
    max_cycles_test(module)


@every_table
def test_performance(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() * 20)  # a quarter of a second will do
    performance_benchmark(pettingzoo.env(name, seats=seats))


@every_table
@pytest.mark.parametrize("rewards", ["result", "margin"])
def test_rewards_add_up_to_nothing(name: str, seats: int, rewards: str) -> None:
    env = pettingzoo.raw_env(name, seats=seats, rewards=rewards, options=GAME_OPTIONS[name])
    paid = random_game(env, 4)
    assert abs(sum(paid.values())) < 1e-9
    scores = env.episode.game.scores(env.episode.state)
    best = max(paid.values())
    assert {score.seat for score in scores if score.rank == 1} >= {
        seat for seat in range(seats) if paid[f"seat_{seat}"] == best
    }
    if rewards == "result":
        assert -1 <= min(paid.values()) <= best <= 1


def test_the_same_seed_is_the_same_game() -> None:
    env = pettingzoo.env("stone-age", seats=3, rewards="margin")
    assert random_game(env, 9) == random_game(env, 9) != random_game(env, 10)


def test_named_observations_are_the_array_in_parts() -> None:
    plain = pettingzoo.raw_env("hadara", seats=3)
    named = pettingzoo.raw_env("hadara", seats=3, observations="dict")
    for env in (plain, named):
        env.reset(seed=1)
    parts = named.observe("seat_1")["observation"]
    assert np.concatenate(list(parts.values())).tolist() == (
        plain.observe("seat_1")["observation"].tolist()
    )
    assert named.observation_space("seat_1").contains(named.observe("seat_1"))


def test_a_short_game_ends_after_its_rounds() -> None:
    env = pettingzoo.raw_env("stone-age", rounds=2)
    random_game(env, 1)
    assert env.episode.game.rounds(env.episode.state) == 3


def test_turns_are_truncated_after_so_many_answers_a_seat() -> None:
    env = pettingzoo.raw_env("stone-age", seats=4, max_cycles=3)
    paid = random_game(env, 1)
    assert env.answers == 12
    assert set(paid.values()) == {0.0}


def test_an_illegal_action_is_refused() -> None:
    env = pettingzoo.raw_env("stone-age")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(IllegalAction, match="is none of"):
        env.step(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_can_lose_the_game() -> None:
    env = pettingzoo.raw_env("hadara", illegal="lose")
    env.reset(seed=1)
    culprit = env.agent_selection
    mask = env.observe(culprit)["action_mask"]
    env.step(np.flatnonzero(mask == 0)[0])
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards[culprit] == -1
    together = pettingzoo.parallel_env("hadara", illegal="lose")
    together.reset(seed=1)
    _, rewards, over, _, _ = together.step(dict.fromkeys(together.agents, together.wait))
    assert sum(rewards.values()) == -1
    assert all(over.values())
    assert together.agents == []


def test_simultaneous_choices_are_made_in_one_step() -> None:
    env = pettingzoo.parallel_env("hadara", seats=5, options={"mode": "advanced"})
    seen, _ = env.reset(seed=1)
    assert all(seen[agent]["action_mask"].sum() == 2 for agent in env.agents)  # a side each
    seen, *_ = env.step(dict.fromkeys(env.agents, 0))
    waiting = [agent for agent in env.agents if seen[agent]["action_mask"][env.wait]]
    assert len(waiting) == 4  # one seat alone aims the wheel


def test_before_the_first_game_nothing_can_be_played() -> None:
    turns, together = pettingzoo.env("hadara"), pettingzoo.parallel_env("hadara")
    for step in (partial(turns.step, 0), partial(together.step, {})):
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before step\.$"):
            step()


def test_after_the_end_nothing_is_played_until_the_next_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env = pettingzoo.parallel_env("hadara", max_cycles=1, illegal="replace")
    env.reset(seed=1)
    actions = dict.fromkeys(env.agents, 0)
    env.step(actions)
    before = env.episode.state.copy()
    assert not caplog.messages
    for late in (actions, {}):
        assert env.step(late) == ({}, {}, {}, {}, {})
    assert [text.endswith("Should reset() first.") for text in caplog.messages] == [True, True]
    assert env.episode.state == before
    EnvLogger.flush()
    env.reset(seed=1)
    assert len(env.step(actions)[0]) == 2


def test_strange_settings_are_refused() -> None:
    with pytest.raises(BadOption, match="observations can be array, dict"):
        pettingzoo.raw_env("hadara", observations="picture")
    with pytest.raises(BadOption, match="rewards are by result or margin"):
        pettingzoo.raw_env("hadara", rewards="glory")


def test_a_spectators_view_is_rendered() -> None:
    env = pettingzoo.env("hadara", render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert '"own": null' in shown
    assert pettingzoo.raw_env("hadara").render() is None
    env.close()
