"""Puzzles in the terminal: asked, answered, judged; nothing is written anywhere."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest

from cradle.cli import main
from cradle.cli.options import parser
from cradle.games import BUILT_IN
from cradle.i18n import LANGUAGES
from cradle.puzzles import Puzzle, day_number, puzzles, today
from cradle.terminal import puzzles as terminal

GAMES = [each.name for each in BUILT_IN]


def typed(text: str, *arguments: str) -> str:
    """What is printed when these lines are typed."""
    args = parser().parse_args(["puzzle", *arguments])
    out = StringIO()
    assert terminal.main(args, StringIO(text), out) == 0
    return out.getvalue()


def of_today(game: str) -> Puzzle:
    found = today(game, day_number(datetime.now(UTC).date()))
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_best_move_is_right_and_explained(game: str, lang: str) -> None:
    each = of_today(game)
    out = typed(f"{each.best}\n", game, "--today", "--lang", lang)
    assert " ".join(each.explain(lang).split()) in " ".join(out.split())


@pytest.mark.parametrize("game", GAMES)
def test_another_move_tells_what_it_costs(game: str) -> None:
    each = of_today(game)
    other = next(text for text in each.costs if text != each.best)
    out = typed(f"dance\n{other}\n", game, "--today", "--lang", "en")
    assert "✗" in out
    assert "of the chance to win. Best: " in " ".join(out.split())


def test_one_follows_the_other_by_grade_until_one_leaves() -> None:
    game = GAMES[0]
    out = typed("quit\n", game, "--grade", "2", "--seed", "1", "--lang", "en")
    assert "(Grade 2 of 5)" in out
    every = [each for each in puzzles(game) if each.grade == 2]
    args = parser().parse_args(["puzzle", game, "--grade", "2", "--seed", "1"])
    order = terminal.wanted(args)
    assert sorted(each.id for each in order) == sorted(each.id for each in every)
    assert list(order) == list(terminal.wanted(args))
    lines = f"{order[0].best}\n\n{order[1].best}\n"
    out = typed(lines, game, "--grade", "2", "--seed", "1", "--lang", "en")
    assert out.count("Right!") == 2


def test_a_grade_nobody_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", GAMES[0], "--grade", "9"]) == 2
    assert "no such puzzles" in capsys.readouterr().err
