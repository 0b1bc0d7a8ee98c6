"""Are chances what they say? Predicted against real wins, on games that nobody learned from."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from cradle.analysis.course import Course
from cradle.analysis.judges import NetworkJudge
from cradle.analysis.temperatures import heated
from cradle.analysis.values import CHANCES, WIN, Floats, result
from cradle.bots import Seen, make_bot
from cradle.games import game as game_named
from cradle.learning.opponents import draw_options
from cradle.table import Table

POSITIONS = 16  # of a game that are looked at, evenly over its decisions
EVEN = 0.5  # of the games are between equals
HEATS = np.geomspace(0.5, 4.0, 61)  # temperatures that are tried
Samples = tuple[Floats, Floats]  # raw chances (game, position, view, seat), wins (game, seat)


def sample(game: str, seats: int, bots: Sequence[str], seed: int, file: str = "") -> Samples:
    """One game of bots from the list, its options drawn: chances, and who won.

    In half of all games everybody is the same bot, in the others all are drawn.
    """
    rng = random.Random(f"calibration {game} {seats} {seed}")
    rules = game_named(game)
    table = Table(game, seats, seed=rng.random().hex(), options=draw_options(rules, rng))
    names = rng.choices(bots, k=seats)
    if rng.random() < EVEN:
        names = names[:1] * seats
    players = [make_bot(name, seed=rng.random().hex(), counted=True) for name in names]
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, players[seat].choose(Seen.of(rules, table.state, seat)))
    states = [ply.asked for ply in Course(table).plies if ply.is_decision]
    places = np.linspace(0, len(states) - 1, POSITIONS).astype(int).tolist()
    chances = NetworkJudge(rules, file).chances([states[place] for place in places])
    return chances, result(table.scores)[CHANCES] / WIN


def joined(samples: Sequence[Samples]) -> Samples:
    """The samples of many games as one."""
    return np.stack([chances for chances, _ in samples]), np.stack([wins for _, wins in samples])


def predicted(samples: Samples, heat: float) -> Floats:
    """What is said of each position (game, position, seat) at a temperature."""
    found: Floats = heated(samples[0], heat).mean(axis=2)
    return found


def surprise(said: Floats, wins: Floats) -> float:
    """The mean surprise at who wins, in nats."""
    return float(-(wins[:, None, :] * np.log(np.maximum(said, 1e-9))).sum(axis=2).mean())


def fit(samples: Samples) -> float:
    """The temperature with the least surprise."""
    wins = samples[1]
    best = min(HEATS, key=lambda heat: surprise(predicted(samples, float(heat)), wins))
    return round(float(best), 3)
