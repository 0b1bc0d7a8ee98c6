"""The third game in the terminal and on the command line, by menus and text alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cradle import Table
from cradle.i18n import LANGUAGES
from cradle.terminal import game_loop
from tests.terminal.desk import Memory, humans, piped, session, whole_game


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", ["human,random", "human,human,casual,random"])
def test_a_whole_game_by_its_menu(lang: str, seats: str) -> None:
    end = {
        "en": "Final scoring",
        "de": "Schlusswertung",
        "fr": "Évaluation finale",
        "cs": "Závěrečné",
    }
    shown = whole_game(end[lang], game="night-market", seats=seats, lang=lang)
    assert "Night market" in shown
    assert end[lang] in shown


def test_what_a_player_sees_and_types() -> None:
    typed = ["?", "why", "cards", "scores", "hint", "rules", "? 2", "bid 3", "1", "undo", "log"]
    shown = piped(typed, game="night-market", seats="human,casual")
    assert "Prices: tea 1, silk 2, salt 3, jade 4" in shown
    assert "1 Bid (coins 0)" in shown
    assert "9: too dear (coins 8) (M-3)" in shown
    assert "% to win" in shown
    assert "Player 1: offered (coins 3)" in shown


def test_who_comes_to_the_keyboard_sees_no_order_of_others(tmp_path: Path) -> None:
    screen = Memory(["", "bid 1", "", "bid 2"])
    playing = session("night-market", humans(2), tmp_path, screen)
    game_loop.run(playing)
    pictures = ["\n".join(picture) for picture in screen.pictures]
    for mine in ("A", "B"):
        shown = "\n".join(picture for picture in pictures if f"▸ {mine}" in picture)
        told = [line for line in shown.splitlines() if "ordered" in line]
        assert told
        assert all(line.startswith(f"{mine} ") for line in told)


def test_its_options_are_offered() -> None:
    answers = ["2", "1", "Ana", "1", "4", "2", "4 3 2 1", "2", "2", "", "quit"]
    shown = piped(answers, game="night-market", seats=None)
    assert "Prices: jade, salt, silk, tea" in shown
    assert "Prices: tea 4, silk 3, salt 2, jade 1" in shown
    assert "Days: 3" in shown


@pytest.mark.parametrize(
    "command",
    [
        ["rules", "night-market"],
        ["components", "night-market"],
        ["simulate", "night-market", "--games", "3", "--invariants"],
        ["play", "night-market", "--seats", "random,random"],
    ],
)
def test_every_command_takes_it(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cradle", *command],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_record_is_checked(tmp_path: Path, environment: dict[str, str]) -> None:
    table = Table("night-market", 2, seed=1)
    while not table.over:
        table.submit(table.asked[0], table.moves(table.asked[0])[-1])
    (tmp_path / "game.txt").write_text(table.record, "utf-8")
    command = [sys.executable, "-m", "cradle", "replay", str(tmp_path / "game.txt")]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "Night market" in shown.stdout
    assert "Crates" in shown.stdout
    command.append("--json")
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert [each["total"] for each in json.loads(told.stdout)["scores"]] == [
        score.total for score in table.scores
    ]
