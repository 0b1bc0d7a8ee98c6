"""docs/protocol.md is true: its examples have the shapes it names, and its programs run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from pydantic import TypeAdapter

from cradle.games import GAMES
from cradle.server.http import commands
from cradle.server.http.shapes import (
    analyses,
    fields,
    games,
    history,
    hosting,
    messages,
    people,
    play,
    refusals,
    tables,
)
from tests.server.running import Running

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"<!-- schema: (\w+) -->\n```json\n(.*?)```", TEXT, re.DOTALL)
SHAPES = (
    analyses,
    commands,
    fields,
    games,
    history,
    hosting,
    messages,
    people,
    play,
    refusals,
    tables,
)
PROGRAM = re.search(r"<!-- run: bot -->\n```python\n(.*?)```", TEXT, re.DOTALL)


def shape(name: str) -> TypeAdapter[Any]:
    for module in SHAPES:
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
    assert known - written - {"/healthz", "/readyz", "/api"} == set()


def conforms(server: Running, shape: str, answer: Any) -> bool:
    """Whether an answer has a shape of the server's own document."""
    document = server.player().get("/api/openapi.json")
    wanted = {"$ref": f"#/components/schemas/{shape}", "components": document["components"]}
    return bool(jsonschema_rs.validator_for(wanted).is_valid(answer))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_says_has_the_documented_shapes(server: Running, game: str) -> None:
    ada = server.player()
    table = ada.table(game, "me", "me")["id"]
    play = ada.get(f"/api/tables/{table}/view")
    assert play["moves"]
    assert conforms(server, "Play", play)
    assert conforms(server, "Position", ada.get(f"/api/tables/{table}/history/0"))
    assert conforms(server, "History", ada.get(f"/api/tables/{table}/history"))
    assert conforms(server, "GameFacts", ada.get(f"/api/games/{game}"))
    for field, wrong in (("view", {}), ("moves", [{"kind": "pass"}]), ("news", [{"kind": "no"}])):
        assert not conforms(server, "Play", play | {field: wrong})


def test_what_was_done_is_told_as_documented(server: Running) -> None:
    ada = server.player()
    table = ada.table("stone-age", "me", "me")["id"]
    text = ada.view(table)["moves"][0]["text"]
    done = ada.move(table, text, id="a")
    assert done.keys() == messages.Done.model_fields.keys()
    assert conforms(server, "Done", done)
    with ada.socket(table) as wire:
        wire.send({"type": "move", "id": "a", "text": text})
        assert wire.until("done") == done | {"again": True}
