"""Who predicts results better at turning points: the network at first sight, or its search?

    python -m benchmarks.turning_points hadara --games 40 --seats 2

Bots play, half of the games between equals. Told is the mean surprise at who wins, in nats, at
the positions that an analysis has searched, and by how much the search does better, with the
standard error over games.
"""

from __future__ import annotations

import argparse
import os
import random
from time import process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: seconds of one core are counted

import numpy as np

from benchmarks.commands import in_one_line
from cradle.analysis.course import Course
from cradle.analysis.judges import NetworkJudge
from cradle.analysis.position_values import judged
from cradle.analysis.settings import FIRST
from cradle.analysis.turning_points import search_turning_points
from cradle.analysis.values import CHANCES, WIN, Value, result
from cradle.bots import Seen, make_bot
from cradle.games import game as game_named
from cradle.table import Table

BOTS = ("learned", "learned", "greedy", "casual")
EVEN = 0.5  # of the games are between equals


def play(game: str, seats: int, seed: int) -> Table:
    """A game of bots drawn from the list."""
    rng = random.Random(f"turning points {game} {seats} {seed}")
    table = Table(game, seats, seed=rng.random().hex())
    names = rng.choices(BOTS, k=seats)
    names = names[:1] * seats if rng.random() < EVEN else names
    players = [make_bot(name, seed=rng.random().hex(), counted=True) for name in names]
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, players[seat].choose(Seen.of(table.game, table.state, seat)))
    return table


def surprise(said: Value, won: Value) -> float:
    """The surprise at who wins, in nats."""
    shares, wins = np.maximum(said[CHANCES] / WIN, 1e-4), won[CHANCES] / WIN
    return float(-(wins * np.log(shares)).sum())


def compare(table: Table, judge: NetworkJudge) -> list[tuple[float, float]]:
    """The surprise of both at every position that was searched."""
    course, won = Course(table), result(table.scores)
    seen = judged(course, judge, FIRST)
    again = search_turning_points(course, judge, seen)
    return [
        (surprise(seen[number].value, won), surprise(again[number].value, won))
        for number in seen
        if again[number] is not seen[number]
    ]


@in_one_line()
def main() -> None:
    """Play, look twice, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    judge, spent, games = NetworkJudge(game_named(args.game)), 0.0, []
    for seed in range(args.games):
        table = play(args.game, args.seats, seed)
        begun = process_time()
        games.append(np.array(compare(table, judge)).reshape(-1, 2))
        spent += process_time() - begun
    every = np.concatenate(games)
    gains = np.array([(each[:, 0] - each[:, 1]).mean() for each in games if len(each)])
    print(
        f"{args.game}, {args.seats} players: {len(every)} positions of {args.games} games; "
        f"surprise {every[:, 0].mean():.3f} at first sight, {every[:, 1].mean():.3f} by search; "
        f"better by {gains.mean():.3f} ± {gains.std(ddof=1) / len(gains) ** 0.5:.3f} a game; "
        f"{spent / args.games:.2f} s a game, first look included"
    )


if __name__ == "__main__":
    main()
