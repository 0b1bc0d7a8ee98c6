"""How long the levels think: median and slowest answer over so many decisions.

    python -m benchmarks.answers --decisions 300 [--busy 4] [--level master]

`--busy` keeps so many processes counting meanwhile, as on a busy machine.
"""

from __future__ import annotations

import argparse
import random
from multiprocessing import Process
from statistics import median
from time import perf_counter

from cradle.bots import LEVELS, Seen, make_bot
from cradle.bots.levels import SECONDS
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, OVER, State, odds, play


def count_on() -> None:
    """Keep a core busy."""
    number = 0
    while True:
        number += 1


def answers(game: str, level: str, decisions: int) -> tuple[list[float], int]:
    """The times of a level's answers in games against greedy, and how many were forced."""
    rng, bot, greedy = random.Random(1), make_bot(level, 1), make_bot("greedy", 1)
    times: list[float] = []
    forced = 0
    while len(times) < decisions:
        s: State = GAMES[game].new(2, {})
        while s.turn != OVER and len(times) < decisions:
            if s.turn == CHANCE:
                o = odds(s)
                play(s, o.at(rng.randrange(o.total)))
                continue
            seen = Seen.of(GAMES[game], s, s.turn)
            if s.turn or len(seen.moves) == 1:
                forced += not s.turn
                play(s, greedy.choose(seen))
                continue
            start = perf_counter()
            move = bot.choose(seen)
            times.append(perf_counter() - start)
            play(s, move)
    return times, forced


def main() -> None:
    """Measure every level in both games."""
    parser = argparse.ArgumentParser(description="How long the levels think.")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--game", choices=tuple(GAMES))
    given = parser.parse_args()
    loads = [Process(target=count_on, daemon=True) for _ in range(given.busy)]
    for load in loads:
        load.start()
    for game in (given.game,) if given.game else tuple(GAMES):
        for level in (given.level,) if given.level else LEVELS:
            times, _ = answers(game, level, given.decisions)
            late = sum(each > 1.2 * SECONDS[level] for each in times)
            print(
                f"{game} {level}: median {median(times):.3f} s, slowest {max(times):.3f} s, "
                f"budget {SECONDS[level]} s, {late} of {len(times)} later than 1.2 times that",
                flush=True,
            )
    for load in loads:
        load.terminate()


if __name__ == "__main__":
    main()
