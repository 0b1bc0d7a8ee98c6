"""Nothing outside a game's own packages names it: who needs a game asks for its registration."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.games import BUILT_IN

SOURCE = Path(__file__).parent.parent / "src" / "cradle"
THIRD = "night-market"
# The game's own packages, a folder of its name in any layer, and the list of them all.
OWN = {each.rules.rpartition(".")[2] for each in BUILT_IN}
LISTED = SOURCE / "games.py"


def spellings(name: str) -> list[str]:
    """`stone-age`, `stone_age`, `stoneage`, `stone age`."""
    return [name, name.replace("-", "_"), name.replace("-", ""), name.replace("-", " ")]


def docstrings(tree: ast.AST) -> set[int]:
    """Texts that say what something is for, with examples: they may name a game."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, kinds) and node.body]
    firsts = [body[0].value for body in bodies if isinstance(body[0], ast.Expr)]
    return {id(value) for value in firsts}


def words(source: str) -> Iterator[str]:
    """All names and texts in a source."""
    tree = ast.parse(source)
    told = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (f"{getattr(node, 'module', '')}.{each.name}" for each in node.names)


def named(source: str, game: str) -> list[str]:
    """Where a source names a game."""
    forms = spellings(game)
    return [word for word in words(source) if any(form in word.lower() for form in forms)]


def shared_files() -> list[Path]:
    return [
        file
        for file in SOURCE.rglob("*.py")
        if file != LISTED and not OWN & set(file.relative_to(SOURCE).parts)
    ]


@pytest.mark.parametrize("game", [*(each.name for each in BUILT_IN), THIRD])
def test_no_game_is_named(game: str) -> None:
    found = {
        str(file.relative_to(SOURCE)): where
        for file in shared_files()
        if (where := named(file.read_text("utf-8"), game))
    }
    assert found == {}


def test_a_named_game_is_found() -> None:
    assert named('if game == "stone-age": pass', "stone-age") == ["stone-age"]
    assert named("from cradle.stone_age import GAME", "stone-age") == ["cradle.stone_age.GAME"]
    assert named("class StoneAge: pass", "stone-age") == ["StoneAge"]
    assert named('"""Such as stone-age."""', "stone-age") == []
