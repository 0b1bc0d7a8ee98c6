"""Set the levels of a game so that each wins its share of games with the one below.

    python scripts/tune_levels.py hadara --games 200             from the top down
    python scripts/tune_levels.py stone-age --levels casual novice --aim 0.75
    python scripts/tune_levels.py stone-age --seats 4 --levels expert skilled --aim 0.45

One number of each level is searched by halving: how greedy it is with so many players, or how
noisy it is with any number where it plays by the heuristic alone. What is found is written into
the game's levels.json; `make ladder` then measures the steps on other luck.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from cradle.bots import LEVELS
from cradle.bots.knowledge import FEWEST
from cradle.computing import runner
from cradle.games import GAMES, registered
from cradle.learning.config import Match
from cradle.learning.matches import line_ups, play, result

MOST_NOISE = 3.0


@dataclass(frozen=True)
class Levels:
    """The file that says how each level plays a game; numbers are set for so many players."""

    file: Path
    seats: int

    @classmethod
    def of(cls, game: str, seats: int) -> Levels:
        """Those of a game."""
        return cls(Path(str(files(registered()[game].bots).joinpath("data", "levels.json"))), seats)

    def read(self) -> dict[str, Any]:
        """All of them."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found

    def set(self, level: str, name: str, value: float) -> None:
        """Change one number, in a list that of so many players."""
        found = self.read()
        place, numbers = self.seats - FEWEST, found[level][name]
        if isinstance(numbers, list):
            numbers += numbers[-1:] * (place + 1 - len(numbers))
            numbers[place] = round(value, 3)
        else:
            found[level][name] = round(value, 3)
        self.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")

    def dial(self, level: str) -> tuple[str, float]:
        """The number that makes a level weaker, and the most of it."""
        return ("greed", 1.0) if self.read()[level]["bot"] == "learned" else ("noise", MOST_NOISE)


def share(args: argparse.Namespace, high: str, low: str) -> float:
    """How often one of the higher level wins, in new processes, which read the levels again."""
    jobs = line_ups(args.game, high, Match(low, args.seats, args.games))
    return result(high, play(jobs, runner(max(2, args.processes)))).rate


def tune(args: argparse.Namespace, levels: Levels, level: str) -> None:
    """Halve what the number may be until the level above wins as often as it should."""
    above = LEVELS[LEVELS.index(level) + 1]
    name, high = levels.dial(level)
    low = 0.0
    for _ in range(args.steps):
        middle = (low + high) / 2
        levels.set(level, name, middle)
        rate = share(args, above, level)
        found = {"level": level, name: round(middle, 3), above: round(rate, 3)}
        print(json.dumps(found), flush=True)
        low, high = (middle, high) if rate < args.aim else (low, middle)
    levels.set(level, name, (low + high) / 2)


def main() -> None:
    """Tune the levels asked for, from the top down."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=[each.name for each in registered().values() if each.bots])
    parser.add_argument("--seats", type=int, default=FEWEST)
    parser.add_argument("--levels", nargs="+", choices=LEVELS[:-1], default=LEVELS[:-1])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--aim", type=float, default=0.75)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.seats not in GAMES[args.game].seats:
        parser.error(f"{args.game} isn't played by {args.seats}")
    for level in reversed(LEVELS[:-1]):
        if level in args.levels:
            tune(args, Levels.of(args.game, args.seats), level)


if __name__ == "__main__":
    main()
