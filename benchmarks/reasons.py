"""How often the reason of a hint holds: the feature it names, measured again on other luck.

    python -m benchmarks.reasons stone-age
    python -m benchmarks.reasons hadara --hints 100 --seats 3

In games of the learned player, the best move of a hint is played on in ways that the hint hasn't
seen, as are the other likely moves. A feature named as better holds if it is better after the
move than after the others, one named as worse if it is worse. A JSON object on one line.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean

from benchmarks.commands import in_one_line
from cradle.bots import Budget, Seen, make_bot
from cradle.bots.hints import HINTER, Reasons, compared, reasons
from cradle.cli.arguments import count
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, OVER, Move, State, play
from cradle.playout import draw_outcome

ANEW = range(1000, 1030)  # seeds of ways to go on that no hint has seen
SHARE = 0.1  # of the decisions, asked for a hint


@dataclass
class Tally:
    """What was named, and how often it held."""

    hints: int = 0
    silent: int = 0
    held: dict[str, list[bool]] = field(default_factory=lambda: {"gains": [], "costs": []})

    def add(self, named: Reasons, changes: dict[str, float]) -> None:
        """One hint more, with the changes of all features on other luck."""
        self.hints += 1
        self.silent += not named.gains
        self.held["gains"] += [changes[name] > 0.0 for name in named.gains]
        self.held["costs"] += [changes[name] < 0.0 for name in named.costs]

    def as_dict(self) -> dict[str, float]:
        """JSON-ready."""
        found: dict[str, float] = {"hints": self.hints, "name no gain": self.silent}
        for kind, each in self.held.items():
            found |= {kind: len(each), f"{kind} that hold": round(fmean(each or [0]), 4)}
        return found


def decisions(game: str, seats: int, seed: int) -> Iterator[State]:
    """Some positions of games of the learned player in which there is a choice."""
    rng, bot = random.Random(seed), make_bot("learned:noise=1", seed)
    while True:
        s = GAMES[game].new(seats, {})
        while s.turn != OVER:
            if s.turn == CHANCE:
                play(s, draw_outcome(s, rng.random))
                continue
            if len(s.legal) > 1 and rng.random() < SHARE:
                yield s
            play(s, bot.choose(Seen.of(GAMES[game], s, s.turn)))


def hinted(seen: Seen, simulations: int) -> Move:
    """The best move of a hint."""
    return make_bot(HINTER, 0).weigh(seen, Budget(simulations=simulations))[0].move


def measure(game: str, seats: int, hints: int, simulations: int, seed: int) -> Tally:
    """So many hints."""
    tally = Tally()
    for s in decisions(game, seats, seed):
        seen = Seen.of(GAMES[game], s, s.turn)
        move = hinted(seen, simulations)
        changes = {name: fmean(each) for name, each in compared(seen, move, ANEW).items()}
        tally.add(reasons(seen, move), changes)
        if tally.hints == hints:
            break
    return tally


@in_one_line()
def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hints", type=count, default=200)
    parser.add_argument("--simulations", type=count, default=100)
    parser.add_argument("--seed", type=int, default=2, help="of the games; 1 chose the settings")
    args = parser.parse_args()
    found = measure(args.game, args.seats, args.hints, args.simulations, args.seed).as_dict()
    print(json.dumps({"game": args.game, "seats": args.seats} | found))


if __name__ == "__main__":
    main()
