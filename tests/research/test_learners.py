"""Other people's learners run unchanged: the worked examples learn, wrappers and checks agree."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.research.gymnasium import Seat, vector_env
from tests.system import missing, need_torch

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
CLEARLY = 0.66  # of the games against a random player: far above the half that luck gives
PLAIN: dict[str, Any] = {"observations": "expanded", "masks": "info"}


def example(name: str) -> Any:
    """A worked example, imported only where its libraries are."""
    return import_module(f"examples.{name}")


def need_contrib() -> None:
    need_torch()
    if find_spec("sb3_contrib") is None:
        missing("sb3-contrib")


def step_all(envs: Any, info: dict[str, Any]) -> tuple[Any, ...]:
    """A step of all tables by the first legal actions, or any where a game is over."""
    stepped: tuple[Any, ...] = envs.step(np.stack(info["action_mask"]).argmax(axis=1))
    return stepped


def test_a_single_file_of_ppo_beats_random() -> None:
    need_torch()
    ppo = example("ppo")
    agent = ppo.train("hadara", "random", 8_000, ppo.Settings())
    assert ppo.wins("hadara", "random", agent, 60) > CLEARLY


def test_maskable_ppo_beats_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_contrib()
    monkeypatch.setenv("SB3_LOGDIR", str(tmp_path))  # else it leaves a folder behind
    contrib = example("maskable_ppo")
    model = contrib.train("hadara", "random", 6_000)
    assert contrib.wins("hadara", "random", model, 60) > CLEARLY


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("settings", [PLAIN, {"observations": "expanded"}, {"masks": "info"}])
def test_gymnasium_accepts_every_form(name: str, seats: int, settings: dict[str, Any]) -> None:
    check_env(Seat(name, seats, illegal="replace", **settings), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_stable_baselines_accepts_it(name: str) -> None:
    need_contrib()
    from stable_baselines3.common.env_checker import check_env as check

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(Seat(name, illegal="replace", **PLAIN), warn=True)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_masks_say_the_same_wherever_they_stand(name: str, seats: int) -> None:
    beside, apart = Seat(name, seats, illegal="replace"), Seat(name, seats, **PLAIN)
    layout = beside.episode.encoding.layouts[seats]
    pair, _ = beside.reset(seed=7)
    alone, info = apart.reset(seed=7)
    over = False
    while not over:
        mask = pair["action_mask"]
        assert mask.tolist() == info["action_mask"].tolist() == apart.action_masks().tolist()
        assert beside.action_masks().dtype == np.bool_
        assert alone in apart.observation_space
        assert alone.tolist() == layout.expand(pair["observation"]).tolist()
        action = int(mask.argmax())
        pair, _, over, _, _ = beside.step(action)
        alone, _, _, _, info = apart.step(action)
    assert not info["action_mask"].any()


def test_masks_stand_in_one_of_two_places() -> None:
    with pytest.raises(BadOption, match="masks can be observation, info, not 'nowhere'"):
        Seat("hadara", masks="nowhere")


@pytest.mark.parametrize("processes", [False, True])
def test_vector_wrappers_accept_many_tables(processes: bool) -> None:
    envs: Any = vector_env("hadara", 2, processes, rounds=1, rewards="margin", **PLAIN)
    envs = vector.NormalizeReward(vector.NormalizeObservation(vector.RecordEpisodeStatistics(envs)))
    try:
        seen, info = envs.reset(seed=1)
        ended = []
        for _ in range(60):
            seen, _, over, _, info = step_all(envs, info)
            assert seen.shape == (2, envs.single_observation_space.shape[0])
            if over.any():
                ended += info["episode"]["l"][over].tolist()
        assert len(ended) >= 2
        assert min(ended) > 5
    finally:
        envs.close()


def test_vector_wrappers_flatten_and_filter_what_stands_beside_a_mask() -> None:
    tables = vector_env("stone-age", 2, processes=False, rounds=1)
    wide = tables.single_observation_space["observation"].shape[0]  # type: ignore[index]
    only: Any = vector.FilterObservation(tables, ["observation"])
    flat = vector.FlattenObservation(only)
    assert flat.reset(seed=1)[0].shape == (2, wide)
    flat.close()


def test_a_table_can_begin_anew_in_the_step_that_ends_a_game() -> None:
    envs = vector_env(
        "hadara", 2, processes=False, autoreset_mode=AutoresetMode.SAME_STEP, rounds=1, **PLAIN
    )
    _, info = envs.reset(seed=1)
    ends = 0
    for _ in range(60):
        assert np.stack(info["action_mask"]).any(axis=1).all()
        _, _, over, _, info = step_all(envs, info)
        ends += int(over.sum())
    assert ends >= 2
    envs.close()


@pytest.mark.parametrize("name", ["cradle/Hadara-v1", "cradle/StoneAge-v1"])
def test_gymnasium_makes_many_tables_by_name(name: str) -> None:
    envs: Any = gymnasium.make_vec(name, 2, vectorization_mode="sync", rounds=1, **PLAIN)
    _, info = envs.reset(seed=1)
    assert np.array_equal(np.stack(envs.call("action_masks")), np.stack(info["action_mask"]))
    envs.close()
