"""Without arguments, `cradle play` asks."""

import pytest

from cradle.cli import main
from cradle.learning.weights import packaged
from tests.terminal.desk import piped


def test_a_game_is_set_up_with_numbers() -> None:
    answers = ["1", "2", "3", "2", "Ana", "Bob", "1", "", "quit"]
    shown = piped(answers, game=None, seats=None)
    assert "Welcome to Cradle." in shown
    assert "Hadara" in shown
    assert "A Ana" in shown or "Ana." in shown


def test_enter_takes_the_first_answer() -> None:
    shown = piped([""] * 7 + ["quit"], game=None, seats=None)
    assert "Player 1 > quit" in shown
    assert "Stone Age" in shown


def test_the_language_holds_at_once() -> None:
    shown = piped(["2", ""], game=None, seats=None)
    assert "Was möchtest du spielen?" in shown


@pytest.mark.parametrize("typed", ["0", "9", "x", "-1"])
def test_a_wrong_answer_is_asked_again(typed: str) -> None:
    shown = piped([typed, ""], game=None, seats=None)
    assert shown.count("✗") == 1


def test_a_name_that_is_none_is_asked_again() -> None:
    shown = piped(["2", "1", "a;b", "Ana", "1", "", "quit"], seats=None)
    assert "a;b" in shown
    assert "Ana >" in shown


def test_a_comma_in_a_name_parts_no_seats() -> None:
    assert "Smith Ann >" in piped(["2", "1", "Smith, Ann", "1", "", "quit"], seats=None)


def in_hadara(*answers: str) -> str:
    """The output of setting up Hadara for one person, the options answered like this."""
    return piped(["2", "1", "Ana", "1", *answers, "quit"], game="hadara", seats=None)


def test_options_can_be_changed_one_by_one() -> None:
    shown = in_hadara("2", "2", "")
    assert "Game: First game" in shown
    assert "Game: Advanced game" in shown
    assert "Ana > quit" in shown


def test_crests_are_chosen_by_their_numbers() -> None:
    shown = in_hadara("4", "2", "3 1 2 4", "3 3 1 2 4", "3,1,2,5,4", "", "cards A")
    assert "1 Monkey, 2 dragon" in shown or "1 monkey, 2 dragon" in shown
    assert shown.count("✗ Type each number from 1 to 5 once.") == 2
    assert "Crests, seat by seat: lion, monkey, dragon, scarab, pegasus" in shown
    assert "crest: lion" in shown


def test_an_order_may_be_one_of_those_listed() -> None:
    assert "Order of the board’s segments: Random" in in_hadara("3", "2", "")


def test_options_on_the_command_line_are_not_asked_for() -> None:
    given = {"seats": None, "option": ["repeat_hunting=true"]}
    shown = piped(["2", "1", "Ana", "1", "quit"], **given)
    assert "Which options?" not in shown
    assert "Ana > quit" in shown


def test_a_number_of_players_is_enough() -> None:
    assert "C Random 3" in piped(["quit"], seats="3")


def test_leaving_before_the_game_is_fine() -> None:
    assert "Welcome" in piped([], game=None, seats=None)


def test_an_unknown_seat_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for seat in ("nobody", "nobody:noise=1"):
        assert main(["play", "stone-age", "--seats", f"human,{seat}", "--lang", "en"]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert f"Nobody is called “{seat}”; a seat is one of: human, random," in told


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ("learned:greed=3", "greed must be at least 0 and at most 1, not 3"),
        ("learned:none.npz", "there is no file 'none.npz'"),
        (f"learned:{packaged('hadara')}", "is for game hadara, not stone-age"),
        ("greedy:speed=2", "greedy has no setting 'speed'; it has noise"),
        ("program:'", "is no command: No closing quotation"),
    ],
)
def test_a_seat_that_cannot_play_says_why(
    seat: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "stone-age", "--seats", f"human,{seat}", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith(f"cradle: “{seat[:20]}")  # long ones are cut
    assert "” can’t play: " in told
    assert reason in told


def test_an_unknown_option_is_refused_before_anything_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "stone-age", "--option", "flying=true", "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("cradle: stone-age has no option “flying”")
