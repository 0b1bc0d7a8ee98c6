"""The house stands: every package imports only what lies below it (docs/architecture.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "cradle"

RULES = {"kernel", "hadara", "stone_age"}
GAMES = RULES | {"games"}
PLAY = GAMES | {"build", "description", "playout", "schema", "i18n", "table", "bots"}

MAY_IMPORT: dict[str, set[str]] = {
    "kernel": set(),
    "i18n": set(),
    "build": {"kernel"},
    "playout": {"kernel"},
    "description": {"kernel"},
    "schema": {"kernel"},
    "hadara": {"kernel"},
    "stone_age": {"kernel"},
    "games": RULES | {"i18n"},
    "table": GAMES | {"i18n", "playout", "schema"},
    "bots": GAMES | {"i18n", "table", "playout"},
    "__init__": PLAY,  # the public interface: `from cradle import Table`
    "research": PLAY | {"__init__"},
    "arena": PLAY | {"__init__"},
    "server": PLAY | {"__init__"},
    "terminal": PLAY | {"__init__"},
    "cli": PLAY | {"__init__", "arena", "research", "server", "terminal"},
    "__main__": {"cli"},
}
STDLIB_ONLY = GAMES | {"build", "description", "playout", "schema", "i18n", "table", "__init__"}
BANNED_IN_RULES = {"asyncio", "json", "logging", "os", "random", "time"}


def imported(source: str) -> Iterator[str]:
    """Every module a source imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "cradle" if node.level else node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def faults(layer: str, source: str) -> list[str]:
    """The imports in a source of this layer that the house forbids."""
    return [name for name in imported(source) if not allowed(layer, name)]


def allowed(layer: str, name: str) -> bool:
    top, *rest = name.split(".")
    if top == "cradle":
        target = rest[0] if rest and rest[0] in MAY_IMPORT else "__init__"
        return target == layer or target in MAY_IMPORT[layer]
    if layer in RULES and top in BANNED_IN_RULES:
        return False
    return layer not in STDLIB_ONLY or top in sys.stdlib_module_names


def layer_of(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


def test_every_package_has_its_place() -> None:
    assert {layer_of(file) for file in SOURCE.rglob("*.py")} <= MAY_IMPORT.keys()


def test_nothing_imports_upwards() -> None:
    found = {
        str(file.relative_to(SOURCE)): wrong
        for file in SOURCE.rglob("*.py")
        if (wrong := faults(layer_of(file), file.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("kernel", "import random"),
        ("hadara", "from os.path import join"),
        ("stone_age", "def late():\n    import json"),
        ("kernel", "from cradle.hadara.state import State"),
        ("hadara", "from cradle import stone_age"),
        ("stone_age", "import cradle.hadara"),
        ("games", "from cradle.table import Table"),
        ("table", "from cradle.bots import Bot"),
        ("table", "import rich"),
        ("server", "from cradle.terminal import board"),
        ("i18n", "from cradle.kernel import step"),
        ("kernel", "from cradle import Table"),
        ("kernel", "from .. import Table"),
    ],
)
def test_a_forbidden_import_is_found(layer: str, source: str) -> None:
    assert len(faults(layer, source)) == 1


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("kernel", "from dataclasses import dataclass"),
        ("kernel", "from cradle.kernel.step import Ask"),
        ("hadara", "from cradle.kernel import step"),
        ("games", "from cradle import hadara, stone_age"),
        ("table", "import random\nfrom cradle.i18n import say"),
        ("terminal", "import rich\nfrom cradle import Table"),
        ("cli", "from cradle.terminal import board"),
    ],
)
def test_a_proper_import_is_let_through(layer: str, source: str) -> None:
    assert faults(layer, source) == []
