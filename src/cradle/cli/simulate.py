"""`cradle simulate`: random games without legality checks, as fast as they go."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cradle.cli.arguments import add_game, add_setup, count
from cradle.cli.columns import columns
from cradle.cli.progress import track
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, State, play
from cradle.playout import draw_answer, play_some
from cradle.table.errors import Endless
from cradle.table.setup import read_options, set_up, write_options

CHUNK = 2000  # answers between two looks at the number of rounds
Watch = Callable[[State], None]


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle simulate`."""
    command = command_of(commands, "simulate", run, "play random games and measure them")
    add_game(command)
    command.add_argument("--seats", type=count, metavar="N", help="how many play (2)")
    command.add_argument(
        "--games", type=count, default=100, metavar="N", help="how many are played (%(default)s)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.add_argument(
        "--invariants", action="store_true", help="check after every move that nothing is lost"
    )
    add_setup(command)


@dataclass(frozen=True)
class Summary:
    """What many random games came to."""

    game: str
    seats: int
    seed: int | None
    options: dict[str, Any]
    games: int
    decisions: int
    seconds: float
    decisions_per_second: int
    mean_scores: list[float]
    mean_rounds: float


def play_out(game: Game, state: State, chooser: random.Random, watch: Watch | None = None) -> int:
    """Play to the end at random; how many answers the seats gave, or `Endless`."""
    if watch is not None:
        return play_watched(game, state, chooser, watch)
    decisions = 0
    while state.turn != OVER:
        decisions += play_some(state, chooser.random, CHUNK)
        if state.turn != OVER and 0 < game.most_rounds < game.rounds(state):
            raise Endless("endless", rounds=game.most_rounds)
    return decisions


def play_watched(game: Game, state: State, chooser: random.Random, watch: Watch) -> int:
    """The same, answer by answer, with somebody looking on after each."""
    decisions = 0
    while state.turn >= CHANCE:
        answered = state.turn != CHANCE
        play(state, draw_answer(state, chooser.random))
        decisions += answered
        watch(state)
        if 0 < game.most_rounds < game.rounds(state):
            raise Endless("endless", rounds=game.most_rounds)
    return decisions


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | None = None,
    watch: Watch | None = None,
    progress: Callable[[Iterator[int]], Iterator[int]] = iter,
) -> Summary:
    """Play so many random games with one generator."""
    setup = set_up(game, seats, options or {}, components, None, "")
    chooser = random.Random(seed)
    points, rounds, decisions = [0] * seats, 0, 0
    begun = time.perf_counter()
    for _ in progress(iter(range(games))):
        state = game.new(seats, setup.options, setup.components)
        decisions += play_out(game, state, chooser, watch)
        rounds += game.rounds(state)
        points = [sum(pair) for pair in zip(points, totals(game, state), strict=True)]
    seconds = time.perf_counter() - begun
    return Summary(
        game=game.name,
        seats=seats,
        seed=seed,
        options=dict(setup.options),
        games=games,
        decisions=decisions,
        seconds=round(seconds, 3),
        decisions_per_second=round(decisions / seconds),
        mean_scores=[round(total / games, 2) for total in points],
        mean_rounds=round(rounds / games, 2),
    )


def totals(game: Game, state: State) -> list[int]:
    """Every seat's points."""
    return [score.total for score in game.scores(state)]


def run(args: argparse.Namespace) -> int:
    """Simulate, and print the summary."""
    setup = set_up(args.game, args.seats or 2, {}, None, None, "")
    game = setup.game
    found = simulate(
        game,
        setup.seats,
        args.games,
        args.seed,
        read_options(game, args.option),
        args.components,
        game.check if args.invariants else None,
        lambda games: track(games, args.games, sys.stderr),
    )
    print(json.dumps(vars(found)) if args.json else as_text(found))
    return 0


def as_text(found: Summary) -> str:
    """The summary as lines."""
    facts = {name: value for name, value in vars(found).items() if value not in (None, {})}
    facts["options"] = write_options(found.options)
    facts["mean_scores"] = "  ".join(f"{mean:.1f}" for mean in found.mean_scores)
    return columns([[name.replace("_", " "), str(value)] for name, value in facts.items()], False)
