"""OpenSpiel's own tests, its algorithms on short games, and playthroughs in its format."""

from __future__ import annotations

import os
import random
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from cradle.games import GAMES
from cradle.research import openspiel
from cradle.research.encoding import encoding

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
STRANGE = [
    "cradle_stone_age(players=2,rewards=margin,rounds=4,dice_row_next_turn=true)",
    "cradle_stone_age(players=3,rounds=4,two_resources_at_once=true,repeat_hunting=true)",
    "cradle_stone_age(players=4,rounds=3,decline_any_action=true,dice_row_next_turn=true)",
    "cradle_hadara(players=2,rounds=2,mode=advanced)",
    "cradle_hadara(players=3,rewards=margin,rounds=1,board_order=red-blue-green-purple-yellow)",
    "cradle_hadara(players=5,rounds=1,mode=advanced,board_order=random)",
]


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"cradle_{name.replace('-', '_')}", params)


def random_state(game: Any, answers: int, seed: int) -> Any:
    """A state some answers after the start, somebody's turn."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (answers > 0 or state.is_chance_node()):
        answers -= not state.is_chance_node()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@every_table
def test_random_simulation(name: str, seats: int) -> None:
    pyspiel.random_sim_test(load(name, players=seats), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", STRANGE)
def test_random_simulation_with_serialization(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@every_table
def test_a_game_and_its_state_come_back_from_text(name: str, seats: int) -> None:
    game = load(name, players=seats, rewards="margin")
    state = random_state(game, 30, seats)
    text = pyspiel.serialize_game_and_state(game, state)
    game_again, state_again = pyspiel.deserialize_game_and_state(text)
    assert str(game_again) == str(game)
    assert str(state_again) == str(state)
    assert state_again.history() == state.history()
    for player in range(seats):
        again = state_again.information_state_string(player)
        assert again == state.information_state_string(player)


@every_table
def test_odds_add_up_to_one(name: str, seats: int) -> None:
    state = load(name, players=seats).new_initial_state()
    assert state.is_chance_node()
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)


@every_table
def test_a_clone_goes_its_own_way(name: str, seats: int) -> None:
    state = random_state(load(name, players=seats), 20, 1)
    before = str(state)
    clone = state.clone()
    assert str(clone) == before
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


@every_table
def test_an_information_state_holds_nothing_hidden(name: str, seats: int) -> None:
    options = {"mode": "advanced"} if name == "hadara" else {}
    game, rng = load(name, players=seats, **options), random.Random(2)
    for answers in (0, 10, 35):
        state = random_state(game, answers, answers)
        for player in range(seats):
            before = state.observation_string(player)
            other = state.clone()
            other.past.state = GAMES[name].imagine(state.past.state, player, rng)
            assert other.observation_string(player) == before
            assert other.observation_tensor(player) == state.observation_tensor(player)


def test_an_information_state_remembers_what_the_player_did() -> None:
    game = load("hadara", mode="advanced")
    one, two = (random_state(game, 0, 1) for _ in range(2))
    player = one.current_player()
    first, second = one.legal_actions()
    one.apply_action(first)
    two.apply_action(second)
    assert one.information_state_string(player) != two.information_state_string(player)
    other = 1 - player
    assert one.information_state_string(other) == two.information_state_string(other)


@pytest.mark.parametrize("name", GAMES)
def test_what_all_may_remember_has_nothing_of_what_chance_hid(name: str) -> None:
    """Answers are told by news; what chance or a player answered itself is nobody else's."""
    kind = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    game = load(name)
    state = random_state(game, 30, 3)
    public = game.make_py_observer(kind).string_from(state, 0)
    assert public == game.make_py_observer(kind).string_from(state, 1)
    assert not any(line.startswith("> ") for line in public.splitlines())
    assert public.count("\n") > 20


def test_an_observer_names_the_numbers() -> None:
    state = random_state(load("stone-age", players=3), 25, 3)
    observer = make_observation(state.get_game())
    observer.set_from(state, 1)
    seen = encoding("stone-age").observe(state.past.state, 1)
    assert observer.tensor.tolist() == seen.tolist()
    assert observer.dict["player_0.people"][0] >= 5
    with pytest.raises(ValueError, match="no parameters"):
        state.get_game().make_py_observer(None, {"colour": "red"})
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="one player"):
        openspiel.Observer(encoding("hadara"), 2, everything, None)


@pytest.mark.parametrize("name", GAMES)
def test_monte_carlo_tree_search_plays_a_short_game(name: str) -> None:
    game = load(name, rounds=1)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, 2, 6, evaluator, random_state=rng)
    state = random_state(game, 8 if name == "stone-age" else 20, 5)
    for _ in range(3):
        if not state.is_terminal() and not state.is_chance_node():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


@pytest.mark.parametrize("name", GAMES)
def test_outcome_sampling_learns_on_a_short_game(name: str) -> None:
    np.random.seed(1)
    game = load(name, rounds=1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(4):
        solver.iteration()
    policy = solver.average_policy()
    state = random_state(game, 0, 1)
    chances = policy.action_probabilities(state)
    assert set(chances) <= set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize("file", sorted(path.stem for path in PLAYTHROUGHS.glob("*.txt")))
def test_a_playthrough_runs_as_written(file: str) -> None:
    """`CRADLE_WRITE=1` writes them anew, for when a change is meant."""
    path = PLAYTHROUGHS / f"{file}.txt"
    written = path.read_text("utf-8")
    game = written.splitlines()[0].removeprefix("game: ")
    actions = [int(number) for number in re.findall(r"^action: (\d+)$", written, re.MULTILINE)]
    # Takes a second to import: where it is needed, not in every process of the tests.
    generate = import_module("open_spiel.python.algorithms.generate_playthrough")
    now = generate.playthrough(game, actions)
    if os.environ.get("CRADLE_WRITE"):
        path.write_text(now, "utf-8")
    assert now == written
