"""Puzzles from many games: a journal that can be interrupted, then the file that is shipped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

from cradle import __version__
from cradle.analysis.puzzle_finder import CLEAR, MARGIN, SourceGame, find_puzzles
from cradle.analysis.version import version
from cradle.computing import Runner
from cradle.games import game as game_named
from cradle.kernel.game import BadOption
from cradle.puzzles.puzzle import GRADES, Puzzle

Track = Callable[[Iterable[Any], int], Iterator[Any]]


@dataclass(frozen=True)
class Plan:
    """What is looked through, and how: the same plan, the same puzzles."""

    game: str
    games: int
    seed: int
    bots: tuple[str, ...]
    simulations: int
    weights: str = ""

    def sources(self, done: Iterable[int]) -> list[SourceGame]:
        """The games that are not done."""
        left = sorted(set(range(self.games)) - set(done))
        return [
            SourceGame(self.game, self.seed, number, self.bots, self.simulations, self.weights)
            for number in left
        ]

    def told(self) -> dict[str, Any]:
        """What the puzzles' manifest says of them."""
        return {
            **asdict(self),
            "bots": list(self.bots),
            "cradle": __version__,
            "rules": game_named(self.game).version,
            "judge": version(self.game, self.weights),
            "margin": MARGIN,
            "errors": CLEAR,
        }


class Journal:
    """A file with the plan in its first line, then a line for each game that is done."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self.file, self.plan = file, plan
        self.found: dict[int, list[Puzzle]] = {}
        if file.exists():
            self._read(file.read_text("utf-8").splitlines(keepends=True))
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(self._head()) + "\n", "utf-8")

    def _head(self) -> dict[str, Any]:
        """The plan, without the number of games: more can be added later."""
        return {key: value for key, value in self.plan.told().items() if key != "games"}

    def _read(self, lines: list[str]) -> None:
        whole = [line for line in lines if line.endswith("\n")]
        if not whole or json.loads(whole[0]) != self._head():
            raise BadOption(f"{self.file} has puzzles of another plan; name another file")
        for line in whole[1:]:
            told = json.loads(line)
            self.found[told["number"]] = [Puzzle.of(each) for each in told["puzzles"]]
        if len(whole) < len(lines):  # the last line was interrupted
            self.file.write_text("".join(whole), "utf-8")

    def add(self, number: int, found: Sequence[Puzzle]) -> None:
        """Write down the puzzles of a game."""
        self.found[number] = list(found)
        line = {"number": number, "puzzles": [each.as_data() for each in found]}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")

    def puzzles(self) -> list[Puzzle]:
        """All puzzles of the plan's games, in their order, none twice."""
        every = chain(*(self.found.get(number, []) for number in range(self.plan.games)))
        return list({each.id: each for each in every}.values())


def look_through(plan: Plan, journal: Journal, runner: Runner, track: Track) -> None:
    """Look through all games that the journal doesn't have."""
    sources = plan.sources(journal.found)
    for number, found in track(runner.run(_find, sources), len(sources)):
        journal.add(number, found)


def _find(source: SourceGame) -> tuple[int, list[Puzzle]]:
    return source.number, find_puzzles(source)


def choose(found: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, of all grades and of as many kinds as there are, by their names."""
    grades = [_mixed([each for each in found if each.grade == grade]) for grade in GRADES]
    return sorted(islice(_in_turn(grades), count), key=lambda each: each.id)


def _mixed(found: Sequence[Puzzle]) -> list[Puzzle]:
    """Different answers in turn, the clearest of each first."""
    answers: dict[str, list[Puzzle]] = {}
    for each in sorted(found, key=lambda each: -each.margin):
        answers.setdefault(each.best, []).append(each)
    return list(_in_turn(list(answers.values())))


def _in_turn(lists: Sequence[Sequence[Puzzle]]) -> Iterator[Puzzle]:
    """The first of each, then the second of each, and so on."""
    return (each for row in zip_longest(*lists) for each in row if each is not None)


def export(file: Path, plan: Plan, chosen: Sequence[Puzzle]) -> None:
    """Write the file that is shipped, a puzzle a line."""
    write(file, {**plan.told(), "command": command(plan, len(chosen))}, chosen)


def write(file: Path, manifest: Mapping[str, Any], chosen: Sequence[Puzzle]) -> None:
    """Write puzzles of one game, after what tells how they were found."""
    lines = ",\n".join(_line(each) for each in chosen)
    head = f'{{"game": {json.dumps(manifest["game"])},\n"manifest": {json.dumps(manifest)},\n'
    file.write_text(f'{head}"puzzles": [\n{lines}\n]}}\n', "utf-8")


def _line(puzzle: Puzzle) -> str:
    data = {name: value for name, value in puzzle.as_data().items() if name != "game"}
    return json.dumps(data, separators=(",", ":"))


def command(plan: Plan, count: int) -> str:
    """What makes the same file again."""
    weights = f" --weights {plan.weights}" if plan.weights else ""
    return (
        f"cradle make-puzzles {plan.game} --games {plan.games} --count {count} --seed {plan.seed} "
        f"--bots {','.join(plan.bots)} --simulations {plan.simulations}{weights}"
    )
