"""The examples in the documents hold, and their tables are what the classes say."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cradle import Table
from cradle.games import GAMES
from cradle.kernel.notation import describe, parse

ROOT = Path(__file__).parent.parent
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:<!-- ([^>]+) -->\n)?```(\S+)\n(.*?)```", re.DOTALL)
POSITIONS = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
BLOCKS = [(found[1] or "", found[2], found[3]) for found in BLOCK.finditer(NOTATION)]
LINES = [
    (kind, line.partition(";")[0].strip())
    for _, kind, text in BLOCKS
    if kind in GAMES
    for line in text.splitlines()
]
RECORDS = [text for _, kind, text in BLOCKS if kind == "record"]
DATA = [(mark, json.loads(text)) for mark, kind, text in BLOCKS if kind == "json"]


@pytest.mark.parametrize(("game", "line"), LINES, ids=[line for _, line in LINES])
def test_every_line_is_a_move_in_its_own_words(game: str, line: str) -> None:
    assert parse(line, GAMES[game].grammar).text == line


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_is_explained(game: str) -> None:
    shown = {line.split()[0] for kind, line in LINES if kind == game}
    assert shown == set(GAMES[game].grammar)


@pytest.mark.parametrize("text", RECORDS, ids=range(len(RECORDS)))
def test_every_record_replays(text: str) -> None:
    assert Table.replay(text, by_hand=True).entries


def news() -> list[dict[str, Any]]:
    return Table.replay(RECORDS[0], by_hand=True).news(None)


@pytest.mark.parametrize(("mark", "data"), DATA, ids=[mark for mark, _ in DATA])
def test_every_object_is_what_it_says(mark: str, data: dict[str, Any]) -> None:
    if mark == "news":
        assert data in news()
    else:
        game, _, move = mark.partition(": ")
        assert describe(parse(move, GAMES[game].grammar)) == data


def test_there_are_examples_of_everything() -> None:
    assert {kind for _, kind, _ in BLOCKS} == {"stone-age", "hadara", "record", "json"}
    assert {mark.partition(":")[0] for mark, _ in DATA} == {"stone-age", "hadara", "news"}


PAGES = ("api.md", "positions.md")


@pytest.mark.parametrize("page", PAGES)
def test_the_code_on_a_page_runs(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = [body for _, kind, body in BLOCK.findall(text) if kind == "python"]
    assert blocks
    names: dict[str, Any] = {}
    for body in blocks:
        exec(compile(body, page, "exec"), names)


PLACES = [(mark, text) for mark, kind, text in BLOCK.findall(POSITIONS) if kind == "json"]


@pytest.mark.parametrize(("mark", "text"), PLACES, ids=[text[:40] for _, text in PLACES])
def test_every_position_is_one(mark: str, text: str) -> None:
    game, _, seats = mark.removeprefix("position: ").rpartition(" ")
    table = Table.at(game, int(seats), text)
    assert table.asked
    assert Table.at(game, int(seats), table.position).state == table.state


PAPERS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "web/*.md", "deploy/**/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(page: Path) -> str:
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What links call a page's headings, as GitHub does, and what it names itself."""
    headings = [LINK.sub("]", each).lower() for each in HEADING.findall(prose(page))]
    named = [re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in headings]
    again = {f"{name}-{named[:at].count(name)}" for at, name in enumerate(named)}
    return {*named, *again, *re.findall(r'<a (?:id|name)="([^"]+)"', prose(page))}


@pytest.mark.parametrize("page", PAPERS, ids=[str(page.relative_to(ROOT)) for page in PAPERS])
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        found = page.parent / path if path else page
        assert found.exists(), link
        assert not anchor or found.suffix != ".md" or anchor in anchors(found), link


def test_the_pages_show_what_the_classes_say() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "game_docs.py"), "--check"]
    source = os.environ | {"PYTHONPATH": str(ROOT / "src")}  # compiled classes have no docstrings
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=source)
    assert (run.returncode, run.stdout) == (0, "")
