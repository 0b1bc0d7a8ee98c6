"""docs/protocol.md is true: its examples have the shapes it names, and its programs run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from cradle.server.http import commands
from cradle.server.http.shapes import common, play, tables
from tests.server.running import Running

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"<!-- schema: (\w+) -->\n```json\n(.*?)```", TEXT, re.DOTALL)
PROGRAM = re.search(r"<!-- run: bot -->\n```python\n(.*?)```", TEXT, re.DOTALL)


def shape(name: str) -> TypeAdapter[Any]:
    for module in (common, tables, play, commands):
        if hasattr(module, name):
            return TypeAdapter(getattr(module, name))
    raise AssertionError(f"there is no shape {name}")


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_has_its_shape(name: str, text: str) -> None:
    plain = json.loads(text)
    shape(name).validate_python(plain)
    assert plain.keys() <= shape(name).json_schema()["properties"].keys()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 9


@pytest.mark.parametrize("game", ["hadara"])
def test_the_bot_in_thirty_lines_plays_a_game(server: Running, tmp_path: Path, game: str) -> None:
    assert PROGRAM is not None
    code = PROGRAM[1]
    file = tmp_path / "bot.py"
    file.write_text(code, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(file), server.url, game],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert len(json.loads(ran.stdout)) == 2
    assert len([line for line in code.splitlines() if line.strip()]) <= 30


def test_every_path_of_the_document_is_real(server: Running) -> None:
    paths = set(server.player().get("/api/openapi.json")["paths"])
    known = {re.sub(r"{\w+}", "{}", path) for path in paths}
    sockets = {"/api/socket", "/api/tables/{}/socket", "/api/openapi.json", "/api/docs"}
    for path in re.findall(r"`(?:GET|POST|PUT|PATCH|DELETE) (/api[^`?]*)", TEXT):
        assert re.sub(r"{\w+}", "{}", path) in known | sockets, path
    written = {re.sub(r"{\w+}", "{}", path) for path in re.findall(r"(/api/[^`?, ]+)`", TEXT)}
    assert known - written - {"/healthz", "/api"} == set()
