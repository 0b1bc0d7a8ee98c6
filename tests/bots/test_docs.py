"""The Python examples of docs/bots.md run."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


EXAMPLES = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str) -> None:
    names: dict[str, object] = {}
    exec(example, names)
    assert names["move"] is not None


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3
