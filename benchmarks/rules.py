"""How fast the rules are in the build that runs: prints one JSON object.

Decisions a second of random play, and the cost of copying, listing, applying and encoding, for
each game and player count. Times are the processor's, so that a busy machine spoils them less.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from cradle.build import kind
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, Ask, State, Together, play
from cradle.playout import play_out, play_some
from tests.invariants import random_answer

SAMPLES = 300
TABLES = 64  # looked at together, as many as a program that learns may play at once
LOOKS = 50
LONG = 400  # answers: most of a game
Look = Callable[[list[State]], object]


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


def play_speed(game: Game, seats: int, seconds: float) -> tuple[float, float]:
    """Decisions and games a second of random play."""
    rng, decisions, games = random.Random(1), 0, 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        decisions += play_out(game.new(seats, {}), rng.random)
        games += 1
    spent = time.process_time() - begun
    return decisions / spent, games / spent


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


def encoding_costs(game: Game, seats: int) -> dict[str, float]:
    """Microseconds a decision to show the asked seat what it sees, and its mask; 0 without numpy.

    One by one, and for many tables at once; and what a step takes that all environments stand on.
    """
    try:
        from cradle.research.encoding import encoding
    except ModuleNotFoundError:
        return dict.fromkeys(("observe", "mask", "observe_all", "mask_all", "step"), 0.0)
    codes = encoding(game.name)
    looks: dict[str, Look] = {
        "observe": lambda states: [codes.observe(s, s.turn) for s in states],
        "mask": lambda states: [codes.mask(s, s.turn) for s in states],
        "observe_all": codes.observe_all,
        "mask_all": codes.mask_all,
    }
    costs = {
        name: min(look_cost(game, seats, look) for _ in range(5)) for name, look in looks.items()
    }
    return costs | {"step": min(step_cost(game, seats) for _ in range(5))}


def look_cost(game: Game, seats: int, look: Look) -> float:
    """Microseconds a decision to look at all tables before each is played on.

    They are played on in between, since players' rows are kept until they change.
    """
    rng, spent = random.Random(2), 0.0
    states = [begun_table(game, seats, rng) for _ in range(TABLES)]
    for _ in range(LOOKS):
        begun = time.process_time()
        look(states)
        spent += time.process_time() - begun
        for s in states:
            play(s, random_answer(s, rng))
        states = [at_a_decision(game, s, rng) for s in states]
    return spent / (TABLES * LOOKS) * 1e6


def step_cost(game: Game, seats: int) -> float:
    """Microseconds a step of an episode: a move by its number, then chance, or a new game."""
    from cradle.research.encoding import encoding
    from cradle.research.episode import Episode

    index = encoding(game.name).index
    rng, spent = random.Random(2), 0.0
    episodes = [Episode(game.name, seats) for _ in range(TABLES)]
    for seed, episode in enumerate(episodes):
        episode.start(seed)
        episode.state = begun_table(game, seats, rng)
    for _ in range(LOOKS):
        moves = [index(rng.choice(episode.state.legal)) for episode in episodes]
        begun = time.process_time()
        for episode, move in zip(episodes, moves, strict=True):
            episode.answer(episode.state.turn, move)
            if episode.over:
                episode.start()
        spent += time.process_time() - begun
    return spent / (TABLES * LOOKS) * 1e6


def begun_table(game: Game, seats: int, rng: random.Random) -> State:
    """A table somewhere in its game."""
    s: State = game.new(seats, {})
    play_some(s, rng.random, rng.randrange(LONG))
    return at_a_decision(game, s, rng)


def at_a_decision(game: Game, s: State, rng: random.Random) -> State:
    """The table once a seat is asked, or a new one once the game is over."""
    while s.turn < 0:
        if s.turn == OVER:
            s = game.new(s.seats, {})
        else:
            play(s, random_answer(s, rng))
    return s


def measure(game: Game, seats: int, seconds: float) -> dict[str, Any]:
    """All figures of a game with so many seats."""
    print(f"{kind()}: {game.name}, {seats} players", file=sys.stderr)
    decisions, games = play_speed(game, seats, seconds)
    states = sample(game, seats)
    return {
        "game": game.name,
        "seats": seats,
        "decisions": decisions,
        "games": games,
        "copy": copy_cost(states),
        "list": list_cost(states),
        "apply": apply_cost(states),
        "moves": sum(len(s.legal) for s in states) / len(states),
    } | encoding_costs(game, seats)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of speed")
    args = parser.parse_args()
    figures = {
        "build": kind(),
        "loop": loop_speed(args.seconds),
        "rows": [measure(g, n, args.seconds) for g in GAMES.values() for n in g.seats],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
