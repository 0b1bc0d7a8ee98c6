"""Do the puzzles we ship still hold? Today's best player looks at each again, for longer.

    python -m benchmarks.puzzles hadara --sample 20 --simulations 8000
    python -m benchmarks.puzzles hadara --simulations 6000 --journal build/hadara.jsonl --write

A puzzle holds if a search finds its move, ahead of every other by the margin of puzzles. `--write`
drops from the package those that don't, and grades the others by today's levels.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a process a core is enough

import cradle.puzzles
from benchmarks.commands import in_one_line
from cradle.analysis.puzzle_files import write
from cradle.analysis.puzzle_finder import MARGIN, found_by
from cradle.analysis.version import version
from cradle.bots import Seen, make_bot
from cradle.cli.arguments import add_cluster
from cradle.computing import in_order, runner
from cradle.puzzles import Puzzle, puzzles

DATA = Path(cradle.puzzles.__file__).parent / "data"
Found = dict[str, Any]


def look(puzzle: Puzzle, simulations: int) -> Found:
    """What a search says of a puzzle: its move, the lead of the puzzle's own, and who finds it."""
    table = puzzle.table()
    seen = Seen.of(table.game, table.state, puzzle.seat)
    weighed = make_bot(f"learned:simulations={simulations}", f"again {puzzle.id}").weigh(seen)
    own = next(each.chance for each in weighed if each.move.text == puzzle.best)
    rival = max(each.chance for each in weighed if each.move.text != puzzle.best)
    move = next(each for each in seen.moves if each.text == puzzle.best)
    return {
        "id": puzzle.id,
        "simulations": simulations,
        "judge": version(puzzle.game),
        "found": weighed[0].move.text == puzzle.best,
        "lead": round(own - rival, 4),
        "found_by": found_by(seen, move, puzzle.id),
    }


def holds(found: Found) -> bool:
    """Whether the puzzle's move is still clearly best."""
    return bool(found["found"] and found["lead"] >= MARGIN)


def read(journal: Path | None, simulations: int, judge: str) -> dict[str, Found]:
    """What was found before, by the same judge and search."""
    lines = journal.read_text("utf-8").splitlines() if journal and journal.exists() else []
    found = [json.loads(line) for line in lines]
    same = (each for each in found if (each["simulations"], each["judge"]) == (simulations, judge))
    return {each["id"]: each for each in same}


def look_at(every: Sequence[Puzzle], args: argparse.Namespace) -> dict[str, Found]:
    """Look at all puzzles that the journal doesn't have."""
    found = read(args.journal, args.simulations, version(args.game))
    left = [each for each in every if each.id not in found]
    work = partial(look, simulations=args.simulations)
    for each in in_order(runner(args.processes, args.ray), work, left):
        found[each["id"]] = each
        if args.journal:
            with args.journal.open("a", encoding="utf-8") as out:
                out.write(json.dumps(each) + "\n")
    return {each.id: found[each.id] for each in every}


def keep(game: str, found: dict[str, Found], simulations: int) -> None:
    """Write into the package those that hold, and those that weren't looked at, as they are."""
    file = DATA / f"{game}.json"
    manifest = json.loads(file.read_text("utf-8"))["manifest"]
    every = puzzles(game)
    kept = [graded(each, found) for each in every if each.id not in found or holds(found[each.id])]
    again = {"simulations": simulations, "judge": version(game), "looked_at": len(found)}
    write(file, manifest | {"again": again | {"dropped": len(every) - len(kept)}}, kept)


def graded(puzzle: Puzzle, found: dict[str, Found]) -> Puzzle:
    """A puzzle with the levels that find it today, if it was looked at."""
    if puzzle.id not in found:
        return puzzle
    return replace(puzzle, found_by=tuple(found[puzzle.id]["found_by"]))


@in_one_line()
def main() -> None:
    """Look again, say how many hold, and keep them if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, help="the first so many; names follow no order")
    parser.add_argument("--simulations", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1)
    add_cluster(parser)
    parser.add_argument("--journal", type=Path, help="where to go on from")
    parser.add_argument("--write", action="store_true", help="drop those that don't hold")
    args = parser.parse_args()
    every = puzzles(args.game)[: args.sample]
    found = look_at(every, args)
    told = {"game": args.game, "puzzles": len(every), "simulations": args.simulations}
    told |= {"found": sum(each["found"] for each in found.values())}
    told |= {"hold": sum(holds(each) for each in found.values())}
    grades = Counter(5 - len(each["found_by"]) for each in found.values() if holds(each))
    print(json.dumps(told | {"grades": dict(sorted(grades.items()))}))
    if args.write:
        keep(args.game, found, args.simulations)


if __name__ == "__main__":
    main()
