"""How fast the rules are: `make bench`.

Prints decisions a second of random play and the cost of copying, listing and applying, for each
game and player count; each also as a ratio to a loop of plain Python measured in the same run,
so that figures from different machines can be compared. Times are the processor's, so that a
busy machine spoils them less.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from cradle.cli.columns import columns
from cradle.cli.simulating import play_out
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, Ask, State, Together, play
from tests.invariants import random_answer

HEAD = ["game", "seats", "decisions/s", "÷ loop", "copy µs", "list µs", "apply µs", "moves"]
SAMPLES = 300


class Counter:
    """What the loop of plain Python moves: two attributes and a list."""

    def __init__(self) -> None:
        self.turn = 0
        self.total = 0
        self.held = [0] * 8

    def step(self, move: int) -> None:
        self.total += move
        self.held[move] += 1
        self.turn = (self.turn + 1) % 2


def loop_speed(seconds: float) -> float:
    """Steps a second of a loop that chooses at random and changes an object."""
    rng, steps = random.Random(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        counter, legal = Counter(), list(range(8))
        for _ in range(10_000):
            counter.step(legal[int(rng.random() * len(legal))])
        steps += 10_000
    return steps / (time.process_time() - begun)


def play_speed(game: Game, seats: int, seconds: float) -> float:
    """Decisions a second of random play."""
    rng, decisions = random.Random(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        decisions += play_out(game, game.new(seats, {}), rng)
    return decisions / (time.process_time() - begun)


def sample(game: Game, seats: int) -> list[State]:
    """States from all of a few random games at which a seat is asked."""
    rng = random.Random(2)
    found: list[State] = []
    while len(found) < SAMPLES * 4:
        s: Any = game.new(seats, {})
        while s.turn != OVER:
            if s.turn != CHANCE:
                found.append(s.copy())
            play(s, random_answer(s, rng))
    return rng.sample(found, SAMPLES)


def micros(job: Callable[[], object], times: int) -> float:
    """Microseconds a time, the best of five."""
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        job()
        best = min(best, time.process_time() - begun)
    return best / times * 1e6


def copy_cost(states: list[State]) -> float:
    """Microseconds a copy."""

    def job() -> None:
        for s in states:
            s.copy()

    return micros(job, len(states))


def list_cost(states: list[State]) -> float:
    """Microseconds to list all moves of a step."""

    def job() -> None:
        for s in states:
            step: Any = s.stack[-1]
            if isinstance(step, Ask):
                step.moves(s)
            elif isinstance(step, Together):
                step.moves(s, s.turn)

    return micros(job, len(states))


def apply_cost(states: list[State]) -> float:
    """Microseconds to answer and to settle, the next listing included."""
    best = float("inf")
    for _ in range(5):
        twins = [s.copy() for s in states]
        begun = time.process_time()
        for s in twins:
            play(s, s.legal[0])
        best = min(best, time.process_time() - begun)
    return best / len(states) * 1e6


def row(game: Game, seats: int, seconds: float, loop: float) -> list[str]:
    """One line of the table."""
    speed = play_speed(game, seats, seconds)
    states = sample(game, seats)
    costs = (copy_cost(states), list_cost(states), apply_cost(states))
    moves = sum(len(s.legal) for s in states) / len(states)
    shown = [f"{cost:.2f}" for cost in costs]
    return [game.name, str(seats), f"{speed:,.0f}", f"{speed / loop:.3f}", *shown, f"{moves:.1f}"]


def main() -> None:
    """Measure everything, and print it as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of speed")
    args = parser.parse_args()
    loop = loop_speed(args.seconds)
    rows = [row(game, seats, args.seconds, loop) for game in GAMES.values() for seats in game.seats]
    print(columns([HEAD, *rows]))
    print(f"\nloop of plain Python: {loop:,.0f} steps a second")


if __name__ == "__main__":
    main()
