"""Making puzzles: what is clear, how a run goes on where it stopped, and which are chosen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cradle.analysis import puzzle_files, puzzle_finder
from cradle.analysis.decisions import Decision, Tried
from cradle.analysis.puzzle_files import Journal, Plan, choose, export, look_through
from cradle.analysis.puzzle_finder import MARGIN, SourceGame, find_puzzles, is_clear
from cradle.analysis.settings import Look
from cradle.analysis.values import Value, rounded
from cradle.cli import main
from cradle.computing import runner
from cradle.kernel.game import BadOption
from cradle.kernel.step import Move
from cradle.puzzles import collection
from cradle.puzzles.puzzle import WEAKER, Puzzle
from cradle.stone_age.moves import Send

PLAN = Plan("hadara", 3, 1, ("learned",), 40)
ONE = Puzzle(
    id="a",
    game="hadara",
    seats=2,
    seat=0,
    step="pick-card",
    round=1,
    position={},
    costs={"buy": 0.0, "sell": 0.1},
    best="buy",
    margin=0.1,
    gains=("coins",),
    losses=(),
    found_by=WEAKER,
    source={},
)


def value(chance: float) -> Value:
    return rounded(np.array([chance, 1.0 - chance]), np.array([50.0, 50.0]))


def decision(*chances: list[float]) -> Decision:
    moves: list[Move] = [Send(0, number + 1) for number in range(len(chances))]
    tried = [
        Tried(move, 0.3, [value(chance) for chance in each])
        for move, each in zip(moves, chances, strict=True)
    ]
    return Decision(0, 0, tried)


def test_a_move_is_clear_if_it_leads_every_other_by_more_than_noise() -> None:
    assert is_clear(decision([0.5, 0.5], [0.4, 0.4], [0.45, 0.45]))
    assert not is_clear(decision([0.5, 0.5], [0.4, 0.4], [0.48, 0.48]))
    assert not is_clear(decision([0.5, 0.5], [0.2, 0.6]))
    assert not is_clear(decision([0.5, 0.5]))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer worlds and decisions, so that a game is looked through at once."""
    monkeypatch.setattr(puzzle_finder, "CONFIRMED", 2)
    monkeypatch.setattr(puzzle_finder, "SEARCHES", 1)
    few = Look(moves=3, unlikely=0.0, worlds=6, listed=1, samples=1, again=True)
    monkeypatch.setattr(puzzle_finder, "ON", few)


@pytest.mark.usefixtures("quick")
def test_the_same_game_gives_the_same_puzzles() -> None:
    source = SourceGame("hadara", 1, 0, ("learned",), 40)
    found = find_puzzles(source)
    assert found == find_puzzles(source)
    for each in found:
        assert list(each.costs) == [move.text for move in each.table().moves(each.seat)]
        assert each.margin >= MARGIN
        assert each.costs[each.best] == 0.0


def named(id: str, best: str = "buy", levels: int = 4, margin: float = 0.1) -> Puzzle:
    return replace(ONE, id=id, best=best, found_by=WEAKER[:levels], margin=margin)


def test_all_grades_and_answers_are_chosen_in_turn() -> None:
    found = [
        *(named(f"easy-{n}", margin=0.2) for n in range(5)),
        named("easy-other", best="sell", margin=0.05),
        named("hard", levels=0),
    ]
    assert [each.id for each in choose(found, 3)] == ["easy-0", "easy-other", "hard"]
    assert len(choose(found, 100)) == len(found)


@pytest.fixture
def looked_through(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that were looked through; each has one puzzle."""
    numbers: list[int] = []

    def found(source: SourceGame) -> list[Puzzle]:
        numbers.append(source.number)
        return [named(f"p{source.number}")]

    monkeypatch.setattr(puzzle_files, "find_puzzles", found)
    return numbers


def run(plan: Plan, file: Path) -> Journal:
    journal = Journal(file, plan)
    look_through(plan, journal, runner(1), lambda items, _: iter(items))
    return journal


def test_a_run_goes_on_where_it_was_interrupted(tmp_path: Path, looked_through: list[int]) -> None:
    file = tmp_path / "a" / "hadara.jsonl"
    whole = run(PLAN, file).puzzles()
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + lines[2][:20], "utf-8")
    assert run(PLAN, file).puzzles() == whole
    assert looked_through == [0, 1, 2, 1, 2]
    assert [each.id for each in run(replace(PLAN, games=4), file).puzzles()][-1] == "p3"


@pytest.mark.usefixtures("looked_through")
def test_a_journal_of_another_plan_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hadara.jsonl"
    run(PLAN, file)
    with pytest.raises(BadOption, match="another plan"):
        Journal(file, replace(PLAN, seed=2))


@pytest.mark.usefixtures("looked_through")
def test_the_command_writes_a_file_that_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    arguments = ["--games", "3", "--workers", "1", "--journal", str(tmp_path / "j.jsonl")]
    assert main(["make-puzzles", "hadara", *arguments, "--export", str(out)]) == 0
    assert capsys.readouterr().out == "3 puzzles: 3 of grade 1\n"
    assert [each.id for each in collection.read(out.read_text("utf-8"))] == ["p0", "p1", "p2"]
    manifest = json.loads(out.read_text("utf-8"))["manifest"]
    assert manifest["command"].startswith("cradle make-puzzles hadara --games 3")
    assert manifest["judge"]


def test_an_export_keeps_everything(tmp_path: Path) -> None:
    export(tmp_path / "p.json", PLAN, [ONE])
    assert list(collection.read((tmp_path / "p.json").read_text("utf-8"))) == [ONE]


def test_the_manifest_names_the_network_that_judged(tmp_path: Path) -> None:
    weights = tmp_path / "mine.npz"
    weights.write_bytes(b"other numbers")
    ours = Plan("hadara", 3, 1, ("expert",), 10)
    theirs = replace(ours, weights=str(weights))
    assert ours.told()["judge"] != theirs.told()["judge"]
    assert puzzle_files.command(theirs, 5).endswith(f" --weights {weights}")
    assert "--weights" not in puzzle_files.command(ours, 5)
