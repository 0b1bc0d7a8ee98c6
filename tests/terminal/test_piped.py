"""Piped play: whole games, every command, and one clear line for whatever makes no sense."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cradle.table import Table
from cradle.terminal.commands import undo
from tests.terminal.desk import Memory, args, humans, piped, session, whole_game

ESCAPE = re.compile(r"\x1b|\x07|\r")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("stone-age", "human,random"),
        ("stone-age", "human,random,human,random"),
        ("hadara", "human,random"),
        ("hadara", "human,random,random,human,random"),
    ],
)
def test_a_whole_game_is_told_to_its_end(game: str, seats: str) -> None:
    shown = whole_game(game=game, seats=seats)
    assert not ESCAPE.search(shown)
    assert "Final scoring" in shown
    assert "Rank" in shown
    assert re.search(r"(wins|share the victory) with −?\d+ points", shown)


@pytest.mark.parametrize("lang", ["de", "fr", "cs"])
def test_a_whole_game_in_another_language(lang: str) -> None:
    end = {"de": "Schlusswertung", "fr": "Évaluation finale", "cs": "Závěrečné vyhodnocení"}
    shown = whole_game(end[lang], game="hadara", lang=lang, seats="human,random")
    assert end[lang] in shown
    assert "terminal." not in shown


def test_without_people_the_end_is_shown_at_once() -> None:
    assert "Final scoring" in piped([], seats="random,random")


def test_the_same_seed_and_lines_give_the_same_output() -> None:
    lines = ["forest 2", "hunt 3", "1", "1"]
    cut = "saved after every move"
    first, second = (
        [line for line in piped(lines).splitlines() if cut not in line and "--resume" not in line]
        for _ in range(2)
    )
    assert first == second


def last(shown: str, prompt: str) -> str:
    """What was answered to the line typed after the last such prompt."""
    return shown.rpartition(f"> {prompt}\n")[2]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("?", "what a move does"),
        ("help", "take your last move back"),
        ("? 2", "S-P5"),
        ("? send", "S-P4"),
        ("help forest", "S-P5"),
        ("help pay", "not possible now"),
        ("? S-A8", "S-A8 · Civilization cards"),
        ("? nonsense", "no help on “nonsense”"),
        ("why", "(S-P"),
        ("log", "begins"),
        ("log 1", "sent"),
        ("log all", "First card"),
        ("scores", "If the game ended now"),
        ("board", "╭ Hunt"),
        ("cards", "B Random 2"),
        ("cards a", "none"),
        ("rules", "S-P1"),
        ("rules s-p5", "S-P5 · The resource places"),
        ("rules S-X9", "no clause “S-X9”"),
        ("hint", "% to win"),
        ("moves", "1 Hunt"),
        ("more", "1 Hunt"),
        ("save", "cradle play --resume"),
        ("record", "cradle replay"),
        ("lang de", "Jagd"),
        ("lang xx", "en, de, fr, cs"),
        ("undo", "✗"),
        ("quit", "cradle play --resume"),
    ],
)
def test_a_command(typed: str, answer: str) -> None:
    assert answer in last(piped([typed]), typed)


@pytest.mark.parametrize(
    "typed",
    ["bla bla", "99", "send forest 99", "send nowhere 1", "card", "send", "pay 3 wood", "0x1",
     "\x00\x1b[31m", "é" * 500, "send forest -1", "lang", "1 2 3", "rules " + "x" * 300, "7" * 5000,
     "３", "save .", "record /", "save ~nobody-has-this-name/x"],
)  # fmt: skip
def test_what_makes_no_sense_gets_one_line(typed: str) -> None:
    shown = piped([typed])
    complaints = [line for line in shown.splitlines() if line.startswith("✗")]
    assert len(complaints) == 1
    assert len(complaints[0]) < 200
    assert not ESCAPE.search(complaints[0])


def test_why_tells_reason_and_clause() -> None:
    shown = piped(["hunt 2", "why"])
    assert "(S-P2)" in last(shown, "why")


@pytest.mark.parametrize("typed", ["2 3", "send forest 3", "forest 3", "for 3", "wald 3"])
def test_a_move_by_number_words_or_their_beginnings(typed: str) -> None:
    lang = "de" if typed.startswith("wald") else "en"
    shown = piped([typed, "log 3"], lang=lang)
    sent = {"en": "sent 3 people to the forest", "de": "3"}[lang]
    assert sent in shown


def test_an_empty_line_goes_back_from_a_group() -> None:
    shown = piped(["forest", ""])
    assert "Send 2 people to the forest" in shown
    assert shown.count("1 Hunt 1–5") == 2


def test_undo_takes_a_move_back() -> None:
    shown = piped(["hunt 1", "undo"], seats="human,human")
    assert "takes the last move back" in shown


def test_nothing_is_taken_back_after_the_end(tmp_path: Path) -> None:
    playing = session("hadara", humans(2), tmp_path, Memory())
    rng = Random(1)
    while not playing.table.over:
        seat = playing.table.asked[0]
        playing.table.submit(seat, rng.choice(playing.table.moves(seat)))
    playing.viewer = None
    plies = len(playing.table.entries)
    undo(playing, "")
    assert len(playing.table.entries) == plies


def saved_file(shown: str) -> str:
    found = re.search(r"cradle play --resume (\S+)", shown)
    assert found
    return found[1]


@pytest.mark.parametrize("game", ["stone-age", "hadara"])
def test_a_resumed_game_goes_on_as_it_would_have(game: str) -> None:
    lines = ["1"] * 40
    whole = saved_file(piped(lines, game=game))
    shown = piped(lines[:17], game=game)
    again = ["1"] if "1 Send" in shown.rpartition("▸")[2] else []  # within a group
    resumed = saved_file(piped(again + lines[17:], resume=saved_file(shown)))
    states = [json.loads(Path(file).read_text("utf-8"))["table"] for file in (whole, resumed)]
    assert states[0]["record"] == states[1]["record"]
    assert states[0]["state"] == states[1]["state"]


def test_a_resumed_game_takes_another_language_if_asked() -> None:
    file = saved_file(piped(["quit"]))
    assert "Hunt" in piped(["board", "quit"], resume=file)
    assert "Jagd" in piped(["board", "quit"], resume=file, lang="de")


def test_last_resumes_the_game_played_last() -> None:
    file = saved_file(piped(["hunt 1"]))
    assert saved_file(piped([], resume="last")) == file


def test_a_record_of_a_finished_game_can_be_replayed(tmp_path: Path) -> None:
    saved = saved_file(whole_game(game="hadara"))
    record = tmp_path / "game.txt"
    piped([f"record {record}"], resume=saved)
    assert Table.replay(record.read_text("utf-8")).over


def test_as_a_program() -> None:
    """The whole way, through the command line and a real pipe."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from cradle.cli import main; sys.exit(main())",
         "play", "stone-age", "--seats", "human,random", "--seed", "7", "--lang", "en"],
        input="forest 3\nquit\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "sent 3 people to the forest" in done.stdout
    assert not ESCAPE.search(done.stdout)


def test_given_options_hold() -> None:
    file = saved_file(piped(["hunt 1"], option=["repeat_hunting=true"]))
    saved = json.loads(Path(file).read_text("utf-8"))
    assert saved["table"]["options"]["repeat_hunting"] is True
    assert args().option == []


def test_odds_are_told_before_the_choice() -> None:
    shown = piped(["odds hunt 2", "odds card-99", "odds"])
    assert "food: 3.25 on average (S-A5)" in shown
    assert "≥1: 100 %  ≥2: 92 %  ≥3: 72 %  ≥4: 42 %  ≥5: 17 %  ≥6: 3 %" in shown
    assert shown.count("Ask for instance: odds hunt 3") == 2
    cards = piped(["odds blue-2-05"], game="hadara", lang="de")
    assert "als Nächstes gezogenen Karten" in cards


def test_hints_come_by_themselves_where_they_are_wished() -> None:
    assert "% to win" in piped([], hints=True)
    assert "% to win" not in piped([])
