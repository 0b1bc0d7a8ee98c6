"""Games are registered once, and found by everybody through their registration."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle import games, i18n
from cradle.games import BUILT_IN, GAMES, Registration, module, refresh, register, unregister
from cradle.kernel.game import BadOption, Game
from tests.kernel import toy

TOY = Registration("toy", rules="tests.kernel.toy", texts="toy_texts")


@pytest.fixture
def toy_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy, with a text of its own in two languages."""
    for lang, title in (("en", "The toy"), ("cs", "Hračka")):
        folder = tmp_path / "toy_texts" / lang
        folder.mkdir(parents=True)
        (folder / "toy.json").write_text(f'{{"common.game.toy": "{title}"}}', "utf-8")
    (tmp_path / "toy_texts" / "__init__.py").touch()
    (tmp_path / "toy_texts" / "rules").mkdir()
    clauses = '{"clauses": {"T-1": {"title": "Bids", "text": "Bid."}}, "chapters": []}'
    (tmp_path / "toy_texts" / "rules" / "toy.en.json").write_text(clauses, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    register(TOY)
    yield toy.GAME
    unregister("toy")


@pytest.mark.parametrize("each", BUILT_IN, ids=lambda each: each.name)
def test_a_built_in_game_has_all_that_it_names(each: Registration) -> None:
    assert GAMES[each.name].name == each.name
    for layer in ("odds", "bots", "research", "terminal"):
        assert module(each.name, layer).__name__ == getattr(each, layer)


def test_a_game_can_be_added_and_taken_away(toy_game: Game) -> None:
    assert list(GAMES) == [*(each.name for each in BUILT_IN), "toy"]
    assert len(GAMES) == len(BUILT_IN) + 1
    assert GAMES["toy"] is games.game("toy") is toy_game
    assert module("toy", "bots") is None
    unregister("toy")
    assert "toy" not in GAMES
    with pytest.raises(BadOption, match="no game is called 'toy'"):
        games.game("toy")
    register(TOY)


def test_a_game_brings_its_texts(toy_game: Game) -> None:
    assert i18n.say("en", "common.game.toy") == i18n.say("de", "common.game.toy") == "The toy"
    assert i18n.say("cs", "common.game.toy") == "Hračka"
    assert i18n.say("cs", "common.rank") != "common.rank"
    clause = i18n.clause("toy", "t-1", "fr")
    assert clause is not None
    assert clause.title == "Bids"
    unregister("toy")
    assert i18n.label("cs", "common.game.toy") == "Toy"
    assert i18n.clause("toy", "t-1") is None
    register(TOY)


def test_names_that_are_nearly_right_get_a_hint() -> None:
    with pytest.raises(BadOption, match="did you mean hadara"):
        games.game("Hadar a")


def installed(folder: Path, name: str, line: str) -> None:
    """What an installed package leaves behind for others to find it by."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[cradle.games]\n{line}\n", "utf-8")


def test_an_installed_package_brings_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, "toys", "toy = toys:REGISTRATION")
    installed(tmp_path, "broken", "broken = no_such_module:REGISTRATION")
    installed(tmp_path, "usurper", "hadara = toys:USURPER")
    (tmp_path / "toys.py").write_text(
        "from cradle.games import Registration\n"
        "REGISTRATION = Registration('toy', rules='tests.kernel.toy')\n"
        "USURPER = Registration('hadara', rules='tests.kernel.toy')\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    refresh()
    with pytest.warns(UserWarning, match="the game broken can't be loaded: No module named"):
        assert GAMES["toy"] is toy.GAME
    assert GAMES["hadara"].name == "hadara"
    assert len(GAMES) == len(BUILT_IN) + 1
    refresh()


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    rules = [each.rules for each in BUILT_IN]
    code = (
        "import sys; from cradle.games import GAMES, BUILT_IN; list(GAMES)\n"
        f"assert not set(sys.modules) & {set(rules)}\n"
        "GAMES[BUILT_IN[0].name]\n"
        f"assert set(sys.modules) & {set(rules)} == {{BUILT_IN[0].rules}}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
