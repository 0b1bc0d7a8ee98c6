"""What the client is made of: tested parts, small files, texts that are all used."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore

import pytest

import build_web
from cradle.games import GAMES
from cradle.i18n.catalogue import LANGUAGES, catalogue
from scripts import lessons, openapi
from tests.i18n.spoken import said_in_a_game

FIRST_LOAD = 70_000
SOURCE = build_web.WEB / "src"


def node(*command: str) -> None:
    """Run one of the client's own tools."""
    done = subprocess.run(
        [build_web.node() or "node", *command],
        cwd=build_web.WEB,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def refuse() -> None:
    """Stand in for a machine that neither has Node nor can get it."""
    raise build_web.CannotBuild("there is no Node")


def test_without_node_the_check_says_that_it_was_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_web, "get_node", refuse)
    monkeypatch.delenv("CI", raising=False)
    build_web.look_after("check")
    assert "WARNING: no check of the browser client" in capsys.readouterr().err


def test_without_node_the_check_fails_where_everything_must_be_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(build_web, "get_node", refuse)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(build_web.CannotBuild):
        build_web.look_after("check")


def test_of_several_who_build_at_once_one_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "package-lock.json").touch()
    built, asked = list[str](), Semaphore(0)

    def fresh() -> bool:
        asked.release()
        return bool(built)

    monkeypatch.setattr(build_web, "WEB", tmp_path)
    monkeypatch.setattr(build_web, "fresh", fresh)
    monkeypatch.setattr(build_web, "_install", lambda: None)
    monkeypatch.setattr(build_web, "run", lambda *command: built.append(command[1]))
    with ThreadPoolExecutor() as pool:
        with build_web.one_at_a_time():
            builders = [pool.submit(build_web.build) for _ in range(3)]
            for _ in builders:
                asked.acquire()
        assert sorted(each.result() for each in builders) == [False, False, True]
    assert len(built) == 1


@pytest.mark.long
def test_the_parts_do_what_they_should_and_say_whole_games_as_the_package_does(
    client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case for game in GAMES for case in said_in_a_game(game, seats=2, seed=8)]
    assert len(cases) > 200 * len(GAMES)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), "utf-8")
    monkeypatch.setenv("CRADLE_CASES", str(file))
    node("node_modules/vitest/vitest.mjs", "run")


def test_the_types_are_made_of_these_shapes(client: None) -> None:
    openapi.types("--check")


def test_the_lessons_and_facts_follow_the_rules() -> None:
    for name in lessons.LESSONS:
        for file, text in lessons.derived(name).items():
            assert file.read_text("utf-8") == text, "run scripts/lessons.py"


def first_files() -> set[Path]:
    """The scripts that the page names, with the texts of every language."""
    page = (build_web.OUT / "index.html").read_text("utf-8")
    return {build_web.OUT / name for name in re.findall(r"/(assets/[\w.-]+\.js)", page)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_load_is_small(client: None, lang: str) -> None:
    others = {f"{other}-" for other in LANGUAGES if other != lang}
    files = [file for file in first_files() if file.name[:3] not in others]
    assert {file.name.split("-")[0] for file in files} == {"index", lang}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < FIRST_LOAD


def test_what_is_built_lies_compressed_beside_itself(client: None) -> None:
    for file in first_files():
        packed = file.with_name(f"{file.name}.gz").read_bytes()
        assert gzip.decompress(packed) == file.read_bytes()
        assert file.with_name(f"{file.name}.br").stat().st_size < len(packed)


def test_the_lock_names_no_address() -> None:
    lock = json.loads((build_web.WEB / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def keys_in_source() -> tuple[set[str], set[str]]:
    """Every key the client writes out, and the stems of those it makes from parts."""
    text = "\n".join(
        file.read_text("utf-8") for file in SOURCE.rglob("*") if file.suffix in {".ts", ".svelte"}
    )
    whole = {f"web.{key}" for key in re.findall(r'\bt\(\s*"([\w.-]+)"', text)}
    whole |= {f"web.{key}" for key in re.findall(r'"(?:web\.)?((?:[\w-]+\.)+[\w-]+)"', text)}
    stems = {f"web.{stem}" for stem in re.findall(r"`(?:web\.)?([\w.-]+[._])\$\{", text)}
    return whole, stems


@pytest.mark.skipif(not SOURCE.is_dir(), reason="the client isn't here")
def test_every_text_of_the_interface_is_used() -> None:
    whole, stems = keys_in_source()
    texts = {key for key in catalogue("en") if key.startswith("web.")}
    unused = {key for key in texts - whole if not key.startswith(tuple(stems))}
    assert unused == set()


def test_every_text_the_interface_asks_for_is_there() -> None:
    text = "\n".join(
        file.read_text("utf-8") for file in SOURCE.rglob("*") if file.suffix in {".ts", ".svelte"}
    )
    asked = {f"web.{key}" for key in re.findall(r'\bt\(\s*"([\w.-]+)"', text)}
    assert asked - catalogue("en").keys() == set()
