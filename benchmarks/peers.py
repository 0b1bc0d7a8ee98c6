"""The same random play in other projects: prints one JSON object. Runs in `.venv-peers`.

A decision is one answer of a player. Chance is theirs to roll, and what their loop hands to a
player at each decision (an observation, a list of moves) is part of the cost, as it is in use.
"""

from __future__ import annotations

import json
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

Game = Callable[[], int]  # plays one game, and says how many decisions it had


def catanatron() -> Iterator[tuple[str, Game]]:
    """Settlers of Catan in plain Python."""
    from catanatron import Color, Game as Catan, RandomPlayer

    def game(seats: int) -> int:
        table = Catan([RandomPlayer(color) for color in list(Color)[:seats]])
        decisions = 0
        while table.winning_color() is None and table.state.num_turns < 1000:
            table.play_tick()
            decisions += 1
        return decisions

    yield "catanatron, 2 players", partial(game, 2)
    yield "catanatron, 4 players", partial(game, 4)


def openspiel() -> Iterator[tuple[str, Game]]:
    """C++ games driven from Python, and one written in Python."""
    import pyspiel
    from open_spiel.python.games import liars_poker  # noqa: F401 - registers it

    def game(loaded: Any) -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    for name in ("backgammon", "gin_rummy", "python_liars_poker"):
        loaded = pyspiel.load_game(name)
        yield f"OpenSpiel {name}", partial(game, loaded)


def rlcard() -> Iterator[tuple[str, Game]]:
    """Card games in plain Python."""
    from rlcard import make

    def game(env: Any) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            action = random.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            decisions += 1
        return decisions

    for name in ("gin-rummy", "uno"):
        env = make(name)
        yield f"RLCard {name}", partial(game, env)


def pettingzoo() -> Iterator[tuple[str, Game]]:
    """Classic games behind the AEC interface."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    def game(env: Any) -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                decisions += 1
        return decisions

    for name, module in (("connect four", connect_four_v3), ("tic-tac-toe", tictactoe_v3)):
        env = module.env()
        yield f"PettingZoo {name}", partial(game, env)


def speed(game: Game, seconds: float) -> tuple[float, float]:
    """Decisions and games a second."""
    random.seed(1)
    decisions, games = 0, 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        decisions += game()
        games += 1
    spent = time.process_time() - begun
    return decisions / spent, games / spent


PACKAGES = ("catanatron", "open_spiel", "rlcard", "pettingzoo")


def main() -> None:
    """Measure everybody."""
    warnings.simplefilter("ignore")
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rows = []
    for project in (catanatron, openspiel, rlcard, pettingzoo):
        for name, game in project():
            print(f"other projects: {name}", file=sys.stderr)
            decisions, games = speed(game, seconds)
            rows.append({"peer": name, "decisions": decisions, "games": games})
    print(json.dumps({"versions": {name: version(name) for name in PACKAGES}, "rows": rows}))


if __name__ == "__main__":
    main()
