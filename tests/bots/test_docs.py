"""The Python examples of docs/bots.md run, and its levels are those that play."""

import re
from pathlib import Path

import pytest

from cradle.bots import LEVELS
from cradle.bots.knowledge import knowledge
from cradle.bots.settings import OURS

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
PAGE = DOCS.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str) -> None:
    names: dict[str, object] = {}
    exec(example, names)
    assert names["move"] is not None


@pytest.mark.parametrize(("game", "column"), [("stone-age", 0), ("hadara", 1)])
@pytest.mark.parametrize("level", LEVELS[:-1])  # the best one has no such numbers
def test_the_table_of_levels_has_their_numbers(game: str, column: int, level: str) -> None:
    how = knowledge(game).levels[level]
    rows = [line.split(" | ") for line in PAGE.splitlines() if line.startswith(f"| {level} | ")]
    ((_, *cells),) = rows
    told = set(map(float, re.findall(r"\d+\.\d+", cells[column])))
    assert told == {number for number in (how.noise, *how.greed) if number}


def test_the_table_of_settings_has_their_bounds() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (\S+) \| (\S+) \| \S+ \|$", PAGE, re.MULTILINE)
    bounds = {name: (f"{each.least:,}", f"{each.most:,}") for name, each in OURS["learned"].items()}
    assert {name: (least, most) for name, least, most in rows} == bounds


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3
