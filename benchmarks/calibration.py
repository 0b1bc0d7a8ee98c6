"""Reliability of the chances an analysis tells: predicted against real wins, for every seat count.

    python -m benchmarks.calibration hadara --games 2000 --processes 16 --json hadara.json
    python -m benchmarks.calibration hadara --games 2000 --fit        the package's temperatures
    python -m benchmarks.calibration hadara --games 2000 --write      the table and picture in docs

Games are played by bots drawn from a list, with rule options drawn as well. Chances are measured
raw, and each half of the games at the temperature that the other half fits; `--fit` keeps the one
that all of them fit, unless raw chances are as good.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.commands import in_one_line
from benchmarks.reliability import calibration_error, cross_fitted, draw, reliability
from cradle.analysis.calibration import (
    Samples,
    fit,
    joined,
    predicted,
    sample,
    surprise,
)
from cradle.analysis.temperatures import FILE, temperatures
from cradle.cli.arguments import add_cluster
from cradle.computing import in_order, runner
from cradle.games import game as game_named

DOCS = Path(__file__).parent.parent / "docs"
BOTS = "learned,expert,skilled,casual,novice,greedy"
Found = dict[str, Any]


def gather(args: argparse.Namespace, seats: int) -> Samples:
    """So many games with so many seats."""
    play = partial(sample, args.game, seats, args.bots.split(","), file=args.weights)
    return joined(list(in_order(runner(args.processes, args.ray), play, range(args.games))))


def measure(samples: Samples, seats: int) -> Found:
    """How well winners are predicted, raw and at a temperature that other games have fitted."""
    wins = samples[1]
    found: Found = {"seats": seats, "games": len(wins), "temperature": fit(samples)}
    for name, said in (("raw", predicted(samples, 1.0)), ("fitted", cross_fitted(samples))):
        bins = reliability(said, wins)
        found[name] = {
            "error": round(calibration_error(bins), 4),
            "surprise": round(surprise(said, wins), 4),
            "bins": [vars(b) for b in bins],
        }
    return found


def table(found: Sequence[Found]) -> str:
    """The measurements as rows of a table."""
    head = (
        "| players | games | error, raw | surprise, raw | temperature | error | surprise |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )
    rows = [
        f"| {each['seats']} | {each['games']:,} | {each['raw']['error']:.3f} | "
        f"{each['raw']['surprise']:.3f} | {each['temperature']:.2f} | "
        f"{each['fitted']['error']:.3f} | {each['fitted']['surprise']:.3f} |"
        for each in found
    ]
    return "\n".join([head, *rows])


def is_better(each: Found) -> bool:
    """Whether a temperature makes chances more reliable, and surprises less."""
    raw, fitted = each["raw"], each["fitted"]
    return bool(fitted["error"] < raw["error"] and fitted["surprise"] < raw["surprise"])


def keep(game: str, found: Sequence[Found]) -> None:
    """Write the temperatures into the package."""
    kept = {str(each["seats"]): each["temperature"] if is_better(each) else 1.0 for each in found}
    every = temperatures() | {game: temperatures().get(game, {}) | kept}
    FILE.write_text(json.dumps(every, indent=1, sort_keys=True) + "\n", "utf-8")


def write(game: str, found: Sequence[Found]) -> None:
    """Write the table and the picture into the documents."""
    page = DOCS / "analysis.md"
    marked = re.compile(rf"(<!-- calibration {game} -->\n).*?(<!-- end -->)", re.DOTALL)
    text = marked.sub(lambda m: f"{m[1]}{table(found)}\n{m[2]}", page.read_text("utf-8"))
    page.write_text(text, "utf-8")
    (DOCS / "analysis").mkdir(exist_ok=True)
    (DOCS / "analysis" / f"{game}.svg").write_text(draw(game, found), "utf-8")


@in_one_line()
def main() -> None:
    """Measure, print a table, and write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200, help="for every number of players")
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of players; all by default")
    parser.add_argument("--bots", default=BOTS, help="who plays, drawn for every seat")
    parser.add_argument("--weights", default="", help="a file; the package's own by default")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    add_cluster(parser)
    parser.add_argument("--json", type=Path, help="write everything there")
    parser.add_argument("--fit", action="store_true", help="keep the temperatures")
    parser.add_argument("--write", action="store_true", help="keep table and picture")
    args = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # a process a core is enough
    counts = args.seats or list(game_named(args.game).seats)
    found = [measure(gather(args, seats), seats) for seats in counts]
    print(table(found))
    if args.json:
        args.json.write_text(json.dumps({"game": args.game, "found": found}, indent=1), "utf-8")
    if args.fit:
        keep(args.game, found)
    if args.write:
        write(args.game, found)


if __name__ == "__main__":
    main()
