"""The rules run compiled or interpreted, from one source, and nobody mistakes which."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import hatch_build
import hatch_urls
from cradle import build
from cradle.cli.options import version
from cradle.games import GAMES
from cradle.playout import play_out, play_some

ROOT = Path(__file__).parent.parent


def test_this_run_is_of_the_build_that_was_asked_for() -> None:
    assert build.kind() == os.environ.get("CRADLE_EXPECT", build.kind())


def test_the_version_says_which_build_runs() -> None:
    assert version().endswith(f"({build.kind()})")


def test_nothing_compiled_lies_beside_the_source() -> None:
    assert not [*(ROOT / "src").rglob("*.so"), *(ROOT / "src").rglob("*.pyd")]


def test_every_module_that_is_compiled_is_there() -> None:
    for parts in hatch_build.LIBRARIES.values():
        for part in parts:
            assert (ROOT / "src" / "cradle" / part).exists(), part


def test_an_edit_of_what_is_compiled_makes_it_stale() -> None:
    """The Makefile looks at these files to know when to compile anew."""
    show = 'show: ; @echo "$(RULES)"'
    command = ["make", "-s", "-f", "Makefile", "--eval", show, "show"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    watched = found.stdout.split()
    for parts in hatch_build.LIBRARIES.values():
        for part in parts:
            assert any(path.startswith(f"src/cradle/{part}") for path in watched), part


def is_compiled(module: str) -> bool:
    """Whether a module is one of those that `hatch_build.py` compiles."""
    parts = [part for library in hatch_build.LIBRARIES.values() for part in library]
    names = [f"cradle.{part.removesuffix('.py').replace('/', '.')}" for part in parts]
    return any(module == name or module.startswith(f"{name}.") for name in names)


def descendants(kind: type) -> set[type]:
    """All classes that stand on this one."""
    children: list[type] = type.__subclasses__(kind)
    return {kind}.union(*map(descendants, children))


def test_what_stands_on_a_compiled_class_is_compiled_too() -> None:
    """mypyc lets no interpreted class inherit from a compiled one, exceptions excepted."""
    for name in [name for name in sys.modules if name.startswith("cradle.") and is_compiled(name)]:
        for kind in vars(sys.modules[name]).values():
            if isinstance(kind, type) and kind.__module__ == name:
                kinds = () if issubclass(kind, Exception) else descendants(kind)
                alien = {each for each in kinds if not is_compiled(each.__module__)}
                assert {each for each in alien if each.__module__.startswith("cradle.")} == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_state_travels_between_processes_in_either_build(name: str) -> None:
    game, rng = GAMES[name], random.Random(1)
    for seats in game.seats:
        s = game.new(seats, {})
        play_some(s, rng.random, 60)
        for again in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
            assert again == s
            assert again.legal == s.legal
            play_out(again, rng.random)
            game.check(again)


@pytest.mark.parametrize("wish", ["0", "1", "auto"])
def test_the_environment_decides(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRADLE_COMPILE", wish)
    assert hatch_build.wish() == wish


def test_a_strange_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRADLE_COMPILE", "yes")
    with pytest.raises(SystemExit, match="must be 0, 1 or auto"):
        hatch_build.wish()
    monkeypatch.setenv("CRADLE_OPTIMIZE", "most")
    with pytest.raises(SystemExit, match="must be 0, 1, 2 or 3"):
        hatch_build.effort()


def test_what_is_compiled_reads_nothing_that_is_installed() -> None:
    """Packages are built where nothing is, and must compile there as they do here."""
    config = ConfigParser()
    config.read_string(hatch_build.CONFIG)
    assert config.getboolean("mypy", "no_site_packages")
    assert config.getboolean("mypy", "ignore_missing_imports")


def test_packages_are_compiled_for_speed_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CRADLE_OPTIMIZE", raising=False)
    assert hatch_build.effort() == "2"
    monkeypatch.setenv("CRADLE_OPTIMIZE", "1")
    assert hatch_build.effort() == "1"


def test_without_a_compiler_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hatch_build, "compiler", lambda: None)
    with pytest.raises(hatch_build.CannotCompile, match="no C compiler"):
        hatch_build.compile_rules(ROOT / "src", tmp_path)


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://example.org/club/cradle.git", "https://example.org/club/cradle"),
        ("https://me:secret@example.org/club/cradle/", "https://example.org/club/cradle"),
        ("git@example.org:club/cradle.git", "https://example.org/club/cradle"),
        ("ssh://git@example.org/club/cradle", "https://example.org/club/cradle"),
        ("ssh://git@example.org:2222/club/cradle", "https://example.org/club/cradle"),
        ("https://example.org:8443/club/cradle.git", "https://example.org:8443/club/cradle"),
        ("https://127.0.0.1:3000/club/cradle", ""),
        ("git@127.0.0.1:club/cradle", ""),
        ("../cradle", ""),
        ("/srv/git/cradle.git", ""),
        ("git@localhost:cradle.git", ""),
        ("", ""),
    ],
)
def test_a_package_names_the_page_of_the_checkouts_origin(remote: str, address: str) -> None:
    assert hatch_urls.page(remote) == address


def test_a_package_names_the_address_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRADLE_URL", "https://example.org/cradle/")
    metadata: dict[str, object] = {}
    hatch_urls.UrlsHook(str(ROOT), {}).update(metadata)
    assert metadata["urls"] == {
        "Homepage": "https://example.org/cradle",
        "Documentation": "https://example.org/cradle/tree/HEAD/docs",
        "Changelog": "https://example.org/cradle/blob/HEAD/CHANGELOG.md",
        "Issues": "https://example.org/cradle/issues",
    }
    with pytest.raises(SystemExit, match=r"must begin with https://, not 'example\.org'"):
        hatch_urls.urls("example.org")


def test_a_package_made_from_no_checkout_names_no_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CRADLE_URL", raising=False)
    metadata: dict[str, object] = {}
    hatch_urls.UrlsHook(str(tmp_path), {}).update(metadata)
    assert metadata["urls"] == {}
