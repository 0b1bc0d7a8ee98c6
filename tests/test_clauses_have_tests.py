"""Every clause of the rules is proved by a test that names it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cradle.games import GAMES
from cradle.i18n import clauses

TESTS = Path(__file__).parent


def named_in(source: str) -> set[str]:
    """The clauses in every `@pytest.mark.rule(...)` of a source."""
    return {
        given.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for given in node.args
        if isinstance(given, ast.Constant) and isinstance(given.value, str)
    }


def proved() -> set[str]:
    sources = (file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))
    return set().union(*map(named_in, sources))


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    assert sorted(clauses(game).keys() - proved()) == []


def test_every_rule_that_a_test_names_exists() -> None:
    known = set().union(*(clauses(game) for game in GAMES))
    assert sorted(proved() - known) == []


def test_marks_are_found() -> None:
    source = "@pytest.mark.rule('A-1', 'A-2')\n@pytest.mark.slow('A-3')\ndef test(): pass"
    assert named_in(source) == {"A-1", "A-2"}
