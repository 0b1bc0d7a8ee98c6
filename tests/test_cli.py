"""The command line: what it prints, and how it refuses."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import cradle
from cradle import Table
from cradle.cli import columns, main, simulate
from cradle.cli.progress import track
from cradle.cli.simulate import play_out, play_watched
from cradle.games import GAMES
from cradle.table import Endless
from tests.kernel.toy import GAME as TOY


@pytest.fixture(autouse=True)
def speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


class Result:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*words: str) -> Result:
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return command


def refused(result: Result, *words: str) -> None:
    """One line on stderr, nothing else, exit code 2."""
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert result.err.startswith("cradle")
    for word in words:
        assert word in result.err


def a_record(name: str = "hadara", seats: int = 2) -> str:
    rng = random.Random(1)
    table = Table(name, seats, seed=1, names=["Ann", "Bob", "Cid"][:seats], date="2024-05-31")
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, rng.choice(table.moves(seat)))
    return table.record


def test_version_and_help(run: Any) -> None:
    assert run("--version").out.startswith(f"cradle {cradle.__version__} (")
    assert "simulate" in run().out
    assert "simulate" in run("--help").out
    assert run().code == 0


def test_the_version_stands_in_one_place() -> None:
    root = Path(__file__).parents[1]
    package = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in package["project"]["dynamic"]
    assert package["tool"]["hatch"]["version"] == {"path": "src/cradle/__init__.py"}
    assert cradle.__version__ not in (root / "web" / "package.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_replay_prints_the_scores(run: Any, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(a_record(name), encoding="utf-8")
    result = run("replay", str(file))
    assert result.code == 0
    lines = result.out.splitlines()
    assert "answers checked" in lines[0]
    assert lines[2].split() == ["Ann", "Bob"]
    scores = Table.replay(a_record(name)).scores
    total = next(line.split()[1:] for line in lines if line.startswith("Total"))
    assert total == [str(score.total) for score in scores]
    told = json.loads(run("replay", str(file), "--json").out)
    assert [score["total"] for score in told["scores"]] == [score.total for score in scores]
    assert "Summe" in run("replay", str(file), "--lang", "de").out


def test_replay_reads_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record = "\n".join(a_record().splitlines()[:12]).replace("Result", "Date", 0)
    unfinished = "\n".join(line for line in record.splitlines() if "Result" not in line)

    class Stdin:
        buffer = io.BytesIO(unfinished.encode())

    monkeypatch.setattr(sys, "stdin", Stdin())
    result = run("replay", "-")
    assert result.code == 0
    assert "isn’t over" in result.out


def test_a_broken_record_is_one_line_with_its_number(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "broken.txt"
    lines = a_record().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("0 "))
    lines[number - 1] = "0 fly to the moon"
    file.write_text("\n".join(lines), encoding="utf-8")
    refused(run("replay", str(file)), f"line {number}: ", "“fly” is no move")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"\xff\xfe\x00", "no text file"),
        (b"\0", "no text file"),
        (b"\xe9t\xe9", "no text file"),
        (b"", "line 1"),
    ],
)
def test_what_is_no_record_is_refused(run: Any, tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "strange"
    file.write_bytes(content)
    refused(run("replay", str(file)), word)


def test_files_that_cannot_be_read(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(run("replay", str(tmp_path)), "folder")
    refused(run("replay", str(tmp_path / "nowhere")), "no such file")
    refused(run("replay", str(tmp_path / ("deep" * 20) / "game.txt")), "/game.txt", "no such file")
    refused(run("replay", "a\0b"), "can’t be read")
    big = tmp_path / "big"
    big.write_bytes(b"x" * 100)
    monkeypatch.setattr("cradle.table.files.MOST_BYTES", 50)
    refused(run("replay", str(big)), "too big")


def program(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it, with redirections."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m cradle {command}"],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        env=os.environ | {"LANG": "en_GB.UTF-8"} | more,
    )


def test_streams_that_are_closed_lead_nowhere() -> None:
    for command, code in (
        ("play stone-age --seats human,random <&-", 0),
        ("replay - <&-", 2),
        ("rules hadara >&-", 0),
        ("rules chess 2>&-", 2),
    ):
        done = program(command)
        assert done.returncode == code
        assert "shouldn’t" not in done.stderr
        assert done.stderr.count("\n") <= 1


def test_what_an_encoding_lacks_is_said_with_question_marks() -> None:
    for encoding in ("ascii", "latin-1"):
        done = program("rules hadara H-C3 --lang cs", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("H-C3")


def test_a_full_disk_is_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "games.txt")

    monkeypatch.setattr("cradle.cli.options.rules.run", full)
    result = run("rules", "hadara")
    assert result.code == 1
    assert result.err == "cradle: The system refused: games.txt: No space left on device.\n"


def test_rules_lists_titles_and_prints_clauses(run: Any) -> None:
    contents = run("rules", "stone-age").out
    assert "S-P1" in contents
    assert len(contents.splitlines()) > 50
    assert "repeat_hunting=false|true" in contents
    assert "mode=first|advanced" in run("rules", "hadara", "--lang", "cs").out
    clause = run("rules", "hadara", "h-s2").out
    assert clause.startswith("H-S2 · ")
    assert run("rules", "hadara", "H-S2", "--lang", "fr").out != clause
    assert "Ruling" in run("rules", "stone-age", "S-S1").out


def test_unknown_clauses_are_refused_with_near_ones(run: Any) -> None:
    refused(run("rules", "hadara", "H-C33"), "H-C3")
    refused(run("rules", "hadara", "medal"), "H-")
    refused(run("rules", "hadara", "~~~"), "no clause “~~~”.")


@pytest.mark.parametrize("name", GAMES)
def test_components_are_printed_with_provenance(run: Any, name: str) -> None:
    text = run("components", name).out
    assert "provenance" in text
    assert "rulebook" in text
    told = json.loads(run("components", name, "--json").out)
    assert told["game"] == name
    assert all("provenance" in row for rows in told["components"].values() for row in rows)
    assert told["hash"] == Table(name, 2).setup.hash


def test_bad_components_are_refused(run: Any, tmp_path: Path) -> None:
    refused(run("components", "hadara", "--components", str(tmp_path / "no")))
    refused(run("components", "hadara", "--components", str(tmp_path)))
    refused(
        run("components", "stone-age", "--components", str(tmp_path)), "printed components only"
    )
    (tmp_path / "cards.csv").write_text("id,epoch\n1,2\n", encoding="utf-8")
    refused(run("simulate", "hadara", "--components", str(tmp_path)), "cards.csv")


@pytest.mark.parametrize("name", GAMES)
def test_simulate_prints_one_json_object(run: Any, name: str) -> None:
    words = ("simulate", name, "--seats", "2", "--games", "3", "--seed", "1", "--json")
    one, other = (json.loads(run(*words).out) for _ in range(2))
    assert one["games"] == 3
    assert one["decisions"] > 100
    assert one["decisions_per_second"] > 0
    assert len(one["mean_scores"]) == 2
    assert one["mean_rounds"] >= 3
    for measured in ("seconds", "decisions_per_second"):
        one.pop(measured)
        other.pop(measured)
    assert one == other


def test_simulate_prints_lines_and_takes_options(run: Any) -> None:
    result = run(
        *("simulate", "stone-age", "--games", "2", "--seed", "2", "--invariants"),
        *("--option", "repeat_hunting=yes", "--option", "decline_any_action=false"),
    )
    assert result.code == 0
    assert "repeat_hunting=true" in result.out
    assert "decisions per second" in result.out
    assert (
        "mode=advanced"
        in run("simulate", "hadara", "--option", "mode=advanced", "--games", "1").out
    )


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "chess"),
        ("simulate", "hadara", "--seats", "9"),
        ("simulate", "hadara", "--seats", "x"),
        ("simulate", "hadara", "--games", "0"),
        ("simulate", "hadara", "--games", "-5"),
        ("simulate", "hadara", "--seed", "x"),
        ("simulate", "hadara", "--option", "mode"),
        ("simulate", "hadara", "--option", "mode=silly"),
        ("simulate", "hadara", "--option", "speed=3"),
        ("simulate", "stone-age", "--option", "repeat_hunting=perhaps"),
        ("simulate", "hadara", "--lang", "xx"),
        ("simulate",),
        ("rules", "chess"),
        ("components", "chess"),
        ("dance",),
        ("--dance",),
    ],
)
def test_strange_words_are_refused_in_one_line(run: Any, words: tuple[str, ...]) -> None:
    refused(run(*words))


@pytest.mark.parametrize(
    ("variable", "value", "word"),
    [
        ("LC_ALL", "de_DE.UTF-8", "kein Spiel"),
        ("LC_MESSAGES", "fr_FR", "pas de jeu"),
        ("LANG", "cs_CZ", "neexistuje"),
    ],
)
def test_the_language_follows_the_locale(
    run: Any, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, word: str
) -> None:
    monkeypatch.setenv(variable, value)
    refused(run("rules", "chess"), word)


def test_no_stack_trace_reaches_a_user(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(simulate, "simulate", broken)
    result = run("simulate", "hadara")
    assert result.code == 1
    assert result.err == (
        "cradle: Something went wrong that shouldn’t have: RuntimeError: two lines\n"
    )


def test_stopping_is_quiet(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", stopped)
    result = run("simulate", "hadara")
    assert (result.code, result.err) == (130, "cradle: Stopped.\n")


def test_play_hands_over_to_the_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        @staticmethod
        def main(args: Any) -> int:
            assert (args.game, args.seats, args.no_colour) == ("hadara", "human,random", True)
            assert (args.resume, args.seed, args.option) == (None, 3, ["mode=advanced"])
            return 7

    monkeypatch.setitem(sys.modules, "cradle.terminal", Terminal)
    words = ("--seats", "human,random", "--no-colour", "--seed", "3", "--option", "mode=advanced")
    assert run("play", "hadara", *words).code == 7


def test_play_without_the_extra_says_what_to_install(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cradle.terminal", None)
    refused(run("play"), "cradle[terminal]")


def test_endless_play_is_an_error_and_no_result() -> None:
    with pytest.raises(Endless, match="more than 50 rounds"):
        play_out(TOY, TOY.new(2, {"endless": True}), random.Random(1))
    with pytest.raises(Endless):
        play_watched(TOY, TOY.new(2, {"endless": True}), random.Random(1), TOY.check)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()
    assert list(track(iter("abc"), 3, out)) == ["a", "b", "c"]
    assert "3/3" in out.getvalue()
    quiet = io.StringIO()
    assert list(track(iter("abc"), 3, quiet)) == ["a", "b", "c"]
    assert quiet.getvalue() == ""


def test_progress_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    out = Terminal()
    assert list(track(iter("abc"), 3, out)) == ["a", "b", "c"]
    assert out.getvalue() == ""


def test_columns_are_aligned() -> None:
    assert columns.columns([["", "a"], ["bc", "10"]]) == "     a\nbc  10"
    assert columns.columns([["x", "a"], ["y", "10"]], right=False) == "x  a\ny  10"


def test_python_m_cradle_and_a_reader_that_leaves() -> None:
    command = f"{sys.executable} -m cradle components hadara | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    version = subprocess.run(
        [sys.executable, "-m", "cradle", "--version"], capture_output=True, text=True, timeout=60
    )
    assert version.stdout.startswith(f"cradle {cradle.__version__} (")


def test_the_help_of_admin_lists_all_that_can_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    from cradle.server.ops.admin import COMMANDS

    with pytest.raises(SystemExit):
        main(["admin", "--help"])
    _, _, listed = capsys.readouterr().out.partition("what can be done:")
    assert {line.split()[0] for line in listed.splitlines() if line.strip()} == set(COMMANDS)
