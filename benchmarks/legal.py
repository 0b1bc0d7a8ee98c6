"""Every bot plays whole games by the rules: legal moves only, no exception.

    python -m benchmarks.legal                     200 games of each bot at each number of players
    python -m benchmarks.legal --game hadara --seats 5 --games 20 --workers 1

Bots of all kinds sit together, simultaneous choices are made in any order, and options are drawn
at random; search is cut to a few simulations, and `learned` also plays without. The first illegal
move or exception ends it.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from cradle.bots import Bot, Budget, Seen, make_bot
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, State, answer, asked, play
from cradle.playout import draw_outcome

FEW = Budget(simulations=2)
PLAIN = "learned"  # plays by its network alone, unless there is a budget for a search
MIXES = (
    ("random", "greedy", "search", "novice", "casual"),
    ("skilled", "expert", "master", PLAIN, f"{PLAIN}:simulations={FEW.simulations}"),
)
SEATS = (2, 3, 4, 5)
Seated = tuple[Bot, Budget | None]
Meeting = tuple[str, int, tuple[str, ...], int]  # a game, seats, who may sit there, its number


def meetings(game: str, seats: int, games: int) -> list[Meeting]:
    """As few games at a table as let every bot play in so many."""
    return [
        (game, seats, mix, number)
        for mix in MIXES
        for number in range(ceil(games / min(seats, len(mix))) * len(mix))
    ]


def play_meeting(meeting: Meeting) -> tuple[str, ...]:
    """Play one game to its end, and say who played."""
    name, seats, mix, number = meeting
    game = GAMES[name]
    names = tuple(mix[(number + seat) % len(mix)] for seat in range(seats))
    bots = [make_bot(each, f"{number}/{seat}", counted=True) for seat, each in enumerate(names)]
    budgets = [None if each == PLAIN else FEW for each in names]
    seated = list(zip(bots, budgets, strict=True))
    try:
        game.check(play_checked(game, seated, number, options_of(game, number)))
    except Exception as error:
        raise RuntimeError(f"{name}, {names}, number {number}: {error!r}") from error
    return names


def play_checked(game: Game, seated: list[Seated], seed: int, options: dict[str, Any]) -> State:
    """One game; every move must be legal. Simultaneous choices are made in a random order."""
    rng, s = random.Random(seed), game.new(len(seated), options)
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
            continue
        seat = rng.choice(asked(s))
        seen = Seen.of(game, s, seat)
        bot, budget = seated[seat]
        move = bot.choose(seen, budget)
        if move not in seen.moves:
            raise RuntimeError(f"seat {seat}: {move.text!r} is not legal")
        answer(s, seat, move)
    return s


def options_of(game: Game, number: int) -> dict[str, Any]:
    """Some options of a game; the first number has the default ones."""
    rng = random.Random(number)
    return {
        name: option.choices[0] if number < 1 else rng.choice(option.choices)
        for name, option in game.options.items()
    }


def main() -> None:
    """Play every table asked for."""
    parser = argparse.ArgumentParser(description="Every bot plays by the rules.")
    parser.add_argument("--game", choices=tuple(GAMES))
    parser.add_argument("--seats", type=int, choices=SEATS)
    parser.add_argument("--games", type=int, default=200, help="of each bot")
    parser.add_argument("--workers", type=int, help="processes; all cores by default")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        for name, game in GAMES.items():
            for seats in game.seats:
                if given.game in (None, name) and given.seats in (None, seats):
                    start, played = perf_counter(), Counter[str]()
                    for names in pool.map(play_meeting, meetings(name, seats, given.games)):
                        played.update(set(names))
                    least, took = min(played.values()), perf_counter() - start
                    print(f"{name}, {seats} players: {least} games of each bot ({took:.0f} s)")


if __name__ == "__main__":
    main()
