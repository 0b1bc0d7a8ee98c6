"""Measurements say in a line why they can't be made, and tell of no games that went wrong."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.ladder import DOCS, figures, row, sections, table
from cradle.arena import Played


def said(words: str, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    """Run a measurement as it is typed; the code with which it ends."""
    name, *given = words.split()
    monkeypatch.setattr(sys, "argv", [name, *given])
    with pytest.raises(SystemExit) as ended:
        import_module(f"benchmarks.{name}").main()
    return ended.value.code


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("thinking hadara --bots learned:greed=3 greedy", "greed must be at least 0 and at most 1"),
        ("thinking hadara --bots greedy random --options mode=nonsense", "choose first, advanced"),
        ("thinking stone-age --bots greedy random --options repeat_hunting", "write name=value"),
        ("thinking stone-age --bots greedy random --seats 9", "2 to 4 players"),
        ("thinking stone-age --bots greedy random --processes 0", "at least 1"),
        ("learned chess", "invalid choice: 'chess'"),
        ("learned hadara --weights nosuch.npz", "there is no file 'nosuch.npz'"),
        ("learned hadara --only nobody", "there is no line against 'nobody'"),
        ("reasons stone-age --seats 9", "2 to 4, not 9"),
        ("reasons stone-age --simulations 0", "at least 1"),
        ("reasons stone-age --hints 0", "at least 1"),
        ("answers --seats 9", "invalid choice: 9"),
        ("answers --decisions 0", "at least 1"),
        ("answers --seats 3 --write", "ladder.md has no place <!-- answers"),
        ("ladder --rung nosuch", "the rungs are greedy, search:simulations=100, learned,"),
        ("ladder --game stone-age --seats 5", "stone-age 2, stone-age 3, stone-age 4;"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_a_line(
    words: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(words, monkeypatch) == 2
    out, error = capsys.readouterr()
    assert says in error.splitlines()[-1]
    assert not out


@pytest.mark.parametrize("option", ["repeat_hunting=true", "repeat_hunting=no"])
def test_options_are_typed_as_elsewhere(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = f"thinking stone-age --bots greedy random --games 2 --processes 1 --options {option}"
    found = tmp_path / "found.json"
    monkeypatch.setattr(sys, "argv", [*words.split(), f"--json={found}"])
    import_module("benchmarks.thinking").main()
    assert f'"{option}"' in found.read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        "thinking hadara --bots random learned:{file} --processes 1",
        "learned hadara --weights {file} --workers 1",
    ],
)
def test_weights_that_are_none_are_refused_before_a_measurement(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weights.npz"
    file.write_text("damaged", "utf-8")
    assert said(words.format(file=file), monkeypatch) == 2
    out, error = capsys.readouterr()
    assert error == f"{file} holds no weights: it is no .npz file, or is damaged\n"
    assert not out


def test_a_bot_that_fails_ends_the_measurement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = "program:/no/such/program"
    assert said(f"thinking hadara --bots random {bot} --processes 1", monkeypatch) == 1
    out, error = capsys.readouterr()
    assert error == f"{bot} failed: /no/such/program: No such file or directory\n"
    assert not out


@pytest.mark.parametrize(
    ("won", "games", "shown"),
    [(42, 81, "51.9% | 41.1% – 62.4%"), (27, 38, "71.1% | 55.2% – 83.0%")],
)
def test_a_share_of_wins_is_rounded_once(won: int, games: int, shown: str) -> None:
    bots, idle = ("greedy", "random"), [0, 0]
    ranks = [[1, 2]] * won + [[2, 1]] * (games - won)
    played = [Played(n, bots, [1, 1], each, idle, idle, 3) for n, each in enumerate(ranks)]
    found = {"seats": 2, "bot": "greedy", "against": "random", "games": games}
    assert f"| {shown} |" in row(found | figures("greedy", played))


def test_the_page_shows_the_ladder_as_it_was_measured() -> None:
    page = DOCS.read_text("utf-8")
    for section in sections():
        assert table(section) in page, "run python -m benchmarks.ladder --write"
