"""`cradle analyse`: as text, JSON and a page, in every language; and how it refuses."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cradle import Table
from cradle.cli import main
from cradle.description import describe_game
from cradle.games import GAMES
from cradle.i18n import LANGUAGES, has
from tests.analysis.games import bot_table

VOID = {"meta"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game with mistakes."""
    file = tmp_path_factory.mktemp("analysis") / "game.txt"
    file.write_text(bot_table("hadara", ["greedy", "random"], 6).record, "utf-8")
    return file


class Outline(HTMLParser):
    """Which elements a page has; they must be closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_it_prints_sums_and_mistakes(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Hadara\n")
    assert "Rolls and draws" in out
    assert 1 <= out.count("Player 2, answer") <= 3
    assert "Better: “" in out


def test_it_prints_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--json", "--quick"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "hadara"
    assert told["deep"] is False
    assert told["mistakes"] == []
    decisions = [ply["decision"] for ply in told["plies"] if "decision" in ply]
    costly = max(decisions, key=lambda each: float(each["cost"]))
    assert costly["cost"] > 0.02
    assert costly["mistake"] is False
    assert costly["best"] in [each["move"] for each in costly["moves"][1:]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_writes_a_page_that_needs_nothing_else(record: Path, tmp_path: Path, lang: str) -> None:
    page = tmp_path / "page.html"
    assert main(["analyse", str(record), "--html", str(page), "--quick", "--lang", lang]) == 0
    text = page.read_text("utf-8")
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    assert outline.seen.count("polyline") == 2
    assert outline.seen.count("tr") > 100
    assert f'<html lang="{lang}">' in text
    assert "analysis." not in text
    assert "http" not in text
    assert "<script" not in text


def test_a_folder_is_told_together(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = record.with_name("begun.txt")
    unfinished.write_text(Table("hadara", 2, seed=1).record, "utf-8")
    again = record.with_name("game-2.txt")
    again.write_text(record.read_text("utf-8"), "utf-8")
    given = ["analyse", str(record.parent), "--quick", "--workers", "1"]
    assert main([*given, "--json", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert "begun.txt" in err
    told = {each["player"]: each for each in json.loads(out)}
    assert [each["games"] for each in told.values()] == [2, 2]
    assert sum(each["result"] for each in told.values()) == 1
    for each in told.values():
        assert sum(each["costs"].values()) == pytest.approx(-each["own"], abs=1e-5)
        assert list(each["costs"].values()) == sorted(each["costs"].values(), reverse=True)
    assert told["Player 1"]["accuracy"] > told["Player 2"]["accuracy"]
    assert main([*given, "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Hadara\n")
    assert "Kolonien" in out


def test_a_folder_without_games_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(tmp_path), "--lang", "en"]) == 2
    assert "holds no finished game" in capsys.readouterr().err
    assert main(["analyse", str(tmp_path), "--html", "x.html", "--lang", "en"]) == 2
    assert "--html is for one record" in capsys.readouterr().err


def test_a_cluster_is_for_many_records(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--ray", "auto"]) == 2
    assert capsys.readouterr().err == "cradle: --ray is for a folder of records\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_has_a_name(game: str) -> None:
    steps = describe_game(GAMES[game])["steps"]
    asking = [kind for kind, step in steps.items() if step["asks"] != "chance"]
    assert len(asking) > 5
    assert [kind for kind in asking if not has(f"{game}.decision.{kind}")] == []


def test_an_unfinished_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "begun.txt"
    file.write_text(Table("hadara", 2, seed=1).record, "utf-8")
    assert main(["analyse", str(file), "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "only finished games can be analysed" in err


def test_a_network_that_is_none_is_refused(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(record), "--weights", str(record), "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "holds no weights" in err
