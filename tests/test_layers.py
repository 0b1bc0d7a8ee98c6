"""The house stands: every package imports only what lies below it (docs/architecture.md)."""

import ast
import sys
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from cradle.games import BUILT_IN

SOURCE = Path(__file__).parent.parent / "src" / "cradle"
FILES = sorted(SOURCE.rglob("*.py"))

RULES_OF_GAMES = {each.rules.rpartition(".")[2] for each in BUILT_IN}
RULES = {"kernel"} | RULES_OF_GAMES
GAMES = RULES | {"games"}
PLAY = GAMES | {
    "build",
    "description",
    "playout",
    "schema",
    "i18n",
    "table",
    "odds",
    "bots",
    "puzzles",
}

MAY_IMPORT: dict[str, set[str]] = {
    "kernel": set(),
    "i18n": set(),
    "build": {"kernel"},
    "playout": {"kernel"},
    "computing": {"kernel"},
    "description": {"kernel"},
    "schema": {"kernel"},
    **{game: {"kernel"} for game in RULES_OF_GAMES},
    "games": RULES | {"i18n"},
    "table": GAMES | {"i18n", "playout", "schema"},
    "odds": GAMES | {"table"},
    "bots": GAMES | {"computing", "i18n", "table", "playout"},
    "puzzles": GAMES | {"bots", "i18n", "table"},
    "__init__": PLAY,  # the public interface: `from cradle import Table`
    "research": PLAY | {"__init__", "computing"},
    "arena": PLAY | {"__init__", "computing"},
    "learning": PLAY | {"__init__", "arena", "computing", "research"},
    "analysis": PLAY | {"__init__", "arena", "computing", "learning", "research"},
    "server": PLAY | {"__init__"},
    "terminal": PLAY | {"__init__"},
    "cli": PLAY
    | {"__init__", "analysis", "arena", "computing", "learning", "research", "server", "terminal"},
    "__main__": {"cli"},
}
BASE = {"settings", "problems", "metrics", "ids", "timestamps", "slot"}
STORE = BASE | {"store"}
TABLES = STORE | {"tasks", "people", "bots", "tables"}
# The rooms of the server, in the same way.
SERVER_MAY_IMPORT: dict[str, set[str]] = {
    **{name: set() for name in BASE},
    "store": BASE,
    "tasks": STORE,
    "people": STORE,
    "bots": BASE,
    "notifications": STORE,
    "tables": TABLES,
    "events": TABLES,
    "http": TABLES | {"events", "notifications"},
    "ops": TABLES | {"events", "notifications"},
    "app": TABLES | {"events", "notifications", "http", "ops"},
    "serve": TABLES | {"http", "app"},
    "think": TABLES | {"serve"},
    "__init__": set(),
}
STDLIB_ONLY = PLAY - {"bots"} | {"__init__"}
LONGEST = 300  # lines of a file
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


def modules() -> dict[str, str]:
    """The source of every module of ours by its name; a package goes by its own."""
    parts = {file: ("cradle", *file.relative_to(SOURCE).with_suffix("").parts) for file in FILES}
    return {
        ".".join(each).removesuffix(".__init__"): file.read_text(encoding="utf-8")
        for file, each in parts.items()
    }


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Which of these modules imports which."""
    return {
        module: {module_of(name, sources) for name in imported(source)} - {module, ""}
        for module, source in sources.items()
    }


def module_of(name: str, known: Container[str]) -> str:
    """The module an imported name is of: itself, or the one that holds it; `""` is not ours."""
    parent = name.rpartition(".")[0]
    return name if name in known else parent if parent in known else ""


def cycle(edges: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other, directly or by way of others; none is best."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def hidden(source: str) -> list[str]:
    """Imports of ours that only type checkers see, as if they weren't there."""
    checks = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.If))
    bodies = (check.body for check in checks if "TYPE_CHECKING" in ast.unparse(check.test))
    names = (name for body in bodies for name in imported(ast.unparse(ast.Module(body, []))))
    return [name for name in names if name.split(".")[0] == "cradle"]


def room_of(module: str) -> str:
    """The room of the server that one of its modules is in."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 else "__init__"


def room_faults(module: str, source: str) -> list[str]:
    """The imports between the server's rooms that the house forbids."""
    may = SERVER_MAY_IMPORT[room_of(module)] | {room_of(module)}
    wanted = (name for name in imported(source) if f"{name}.".startswith("cradle.server."))
    return [name for name in wanted if room_of(name) not in may]


def test_every_package_has_its_place() -> None:
    assert {layer_of(file) for file in FILES} <= MAY_IMPORT.keys()


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    lengths = {str(f.relative_to(SOURCE)): len(f.read_text("utf-8").splitlines()) for f in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_nothing_imports_upwards() -> None:
    found = {
        str(file.relative_to(SOURCE)): wrong
        for file in FILES
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


def test_no_room_of_the_server_imports_upwards() -> None:
    server = {name: each for name, each in modules().items() if name.startswith("cradle.server")}
    assert {room_of(name) for name in server} == SERVER_MAY_IMPORT.keys()
    found = {name: wrong for name in server if (wrong := room_faults(name, server[name]))}
    assert found == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cradle.server.store.log", "from cradle.server.tables.fold import fold"),
        ("cradle.server.bots.pool", "from cradle.server.store import people"),
        ("cradle.server.tables.undo", "from cradle.server.http.auth import address"),
        ("cradle.server.http.auth", "from cradle.server.app import make_app"),
        ("cradle.server.ops.tidy", "import cradle.server.http.limits"),
        ("cradle.server.problems", "from cradle.server import metrics"),
    ],
)
def test_a_forbidden_import_between_rooms_is_found(module: str, source: str) -> None:
    assert len(room_faults(module, source)) == 1
    assert room_faults("cradle.server.app", source) == []


def test_no_modules_import_each_other() -> None:
    assert cycle(graph(modules())) == []


def test_no_import_is_hidden_from_whoever_runs_it() -> None:
    found = {name for name, each in modules().items() if hidden(each)}
    assert found <= {"cradle"}  # The public interface is loaded piece by piece.


def test_a_cycle_is_found() -> None:
    sources = {
        "cradle.a": "from cradle.b import thing",
        "cradle.b": "def late():\n    from cradle.c import other",
        "cradle.c": "if TYPE_CHECKING:\n    from cradle import a",
        "cradle.d": "import cradle.a",
    }
    assert set(cycle(graph(sources))) == {"cradle.a", "cradle.b", "cradle.c"}
    assert hidden(sources["cradle.c"]) == ["cradle.a"]
    sources["cradle.c"] = "if TYPE_CHECKING:\n    from types import TracebackType"
    assert cycle(graph(sources)) == []
    assert hidden(sources["cradle.c"]) == []


def package_of(module: str) -> tuple[str, str]:
    """The package of a layer, or what a game has of its own there."""
    layer, game, *_ = *module.removeprefix("cradle.").split("."), ""
    return layer, game if game in RULES_OF_GAMES else ""


def test_no_class_goes_by_anothers_name_in_its_package() -> None:
    named = Counter(
        (package_of(module), node.name)
        for module, source in modules().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in named.items() if count > 1] == []
