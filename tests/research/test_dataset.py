"""Datasets: every decision with what was seen, allowed, done and won; the same bytes each time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cradle.cli import main
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.research.dataset import MANIFEST, ROWS, Part, collect, load, write_part
from cradle.research.encoding import encoding
from cradle.research.rows import COLUMNS, GAMES_A_GROUP, Columns, Job, Plan, play_game

PLAN = Plan("hadara", seats=3, bots=("random", "greedy"), games=3, seed=7)
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_decision_is_a_row(name: str, seats: int, tmp_path: Path) -> None:
    plan = Plan(name, seats, ("random",), games=2, seed=1)
    rows = load(collect(plan, tmp_path / "set"))
    layout = encoding(name).layouts[seats]
    count = len(rows["move"])
    assert list(rows) == list(COLUMNS)
    assert {len(column) for column in rows.values()} == {count}
    assert rows["observation"].shape == (count, layout.size)
    assert (rows["mask"][np.arange(count), rows["move"]] == 1).all()
    assert (rows["observation"] <= layout.high).all()
    assert (rows["observation"] >= layout.low).all()
    assert set(rows["game"]) == {0, 1}
    assert set(rows["seat"]) == set(range(seats))
    assert set(rows["rank"]) <= set(range(1, seats + 1))
    for game in (0, 1):
        mine = rows["game"] == game
        assert rows["ply"][mine].tolist() == list(range(mine.sum()))
        best = rows["score"][mine].max()
        assert (rows["rank"][mine & (rows["score"] < best)] > 1).all()


def test_the_same_plan_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = collect(PLAN, tmp_path / "one"), collect(PLAN, tmp_path / "two", workers=2)
    for file in (ROWS, MANIFEST):
        assert (one / file).read_bytes() == (two / file).read_bytes()
    other = collect(Plan(**(vars(PLAN) | {"seed": 8})), tmp_path / "other")
    assert (one / ROWS).read_bytes() != (other / ROWS).read_bytes()


def test_no_game_is_lost_between_groups(tmp_path: Path) -> None:
    plan = Plan("hadara", 2, ("random",), games=2 * GAMES_A_GROUP + 2, seed=1)
    assert set(load(collect(plan, tmp_path))["game"]) == set(range(plan.games))


def test_bots_never_go_by_the_clock() -> None:
    names = ["search", "search:simulations=400", "master"]
    measured = ["search:simulations=50", "search:simulations=400", "master"]
    assert [PLAN.measured(name) for name in names] == measured


def test_bots_change_seats_from_game_to_game() -> None:
    seating = [
        {int(s): int(b) for s, b in zip(rows["seat"], rows["bot"], strict=True)}
        for rows in (play_game(Job(PLAN, number)) for number in range(2))
    ]
    assert seating == [{0: 0, 1: 1, 2: 0}, {0: 1, 1: 0, 2: 1}]


def test_the_manifest_tells_how_to_do_it_again(tmp_path: Path) -> None:
    told = json.loads((collect(PLAN, tmp_path) / MANIFEST).read_text())
    assert told["seed"] == 7
    assert told["bots"] == ["random", "greedy"]
    assert told["options"]["mode"] == "first"
    assert told["versions"].keys() >= {"cradle", "rules", "encoding", "tables", "pyarrow"}
    assert told["columns"] == COLUMNS
    assert told["decisions"] == len(load(tmp_path)["move"])


def test_a_dataset_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    def interrupted(games: Iterator[Columns]) -> Iterator[Columns]:
        yield next(games)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(PLAN, tmp_path, progress=interrupted)
    assert not list(tmp_path.iterdir())


def test_parts_hold_the_same_rows(tmp_path: Path) -> None:
    whole, parts = collect(PLAN, tmp_path / "whole"), collect(PLAN, tmp_path / "parts", parts=2)
    assert {file.name for file in parts.iterdir()} == {
        "rows-00000.parquet",
        "rows-00001.parquet",
        MANIFEST,
    }
    one, two = load(whole), load(parts)
    assert all((one[name] == two[name]).all() for name in COLUMNS)
    told = [json.loads((folder / MANIFEST).read_text()) for folder in (whole, parts)]
    assert [len(each.pop("files")) for each in told] == [1, 2]
    assert told[0] == told[1]


def test_there_are_all_parts_or_none(tmp_path: Path) -> None:
    def interrupted(parts: Iterator[Any]) -> Iterator[Any]:
        yield next(parts)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(PLAN, tmp_path, progress=interrupted, parts=3)
    assert not list(tmp_path.iterdir())


def test_a_part_needs_a_folder_that_its_machine_has(tmp_path: Path) -> None:
    part = Part(PLAN, tmp_path / "elsewhere" / "rows-00000.parquet", range(1))
    with pytest.raises(BadOption, match="elsewhere must be a folder that all machines share"):
        write_part(part)


def test_a_dataset_with_one_hash_still_opens(tmp_path: Path) -> None:
    """As they were before there were parts."""
    collect(PLAN, tmp_path)
    told = json.loads((tmp_path / MANIFEST).read_text())
    told["sha256"] = told.pop("files")[ROWS]
    (tmp_path / MANIFEST).write_text(json.dumps(told))
    assert len(load(tmp_path)["move"]) == told["decisions"]


@pytest.mark.parametrize("parts", [-1, 4])
def test_a_part_has_at_least_one_game(parts: int, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=f"at most 3 parts, not {parts}"):
        collect(PLAN, tmp_path / "set", parts=parts)
    assert not (tmp_path / "set").exists()


def test_rows_that_are_not_the_manifests_are_refused(tmp_path: Path) -> None:
    collect(Plan("hadara", 2, ("random",), 1, 1), tmp_path)
    with (tmp_path / ROWS).open("ab") as file:
        file.write(b"more")
    with pytest.raises(BadOption, match="isn't the file"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"games": 0}, "at least one game"),
        ({"bots": ("random",) * 4}, "not 4"),
        ({"bots": ("search",), "simulations": 0}, "simulations must be at least 1"),
        ({"bots": ("search:seconds=1",)}, "count simulations, and not seconds"),
        ({"options": (("mode", "odd"),)}, "mode"),
    ],
)
def test_a_bad_plan_is_refused(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=reason):
        collect(Plan(**(vars(PLAN) | change)), tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_somebody_must_play(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="at least one worker must play, not 0"):
        collect(PLAN, tmp_path / "set", workers=0)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in ("file", "file/below"):
        with pytest.raises(BadOption, match="can't be a folder"):
            collect(PLAN, tmp_path / folder)


def test_the_command_writes_a_dataset_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "dataset",
        "stone-age",
        str(tmp_path),
        "--games",
        "1",
        "--option",
        "repeat_hunting=yes",
    ]
    assert main(words) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_text())["options"]["repeat_hunting"] is True
    assert main(words) == 2
    assert "holds a dataset already" in capsys.readouterr().err
