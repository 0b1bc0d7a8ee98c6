"""Every example in docs/research.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "research.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
A_MINUTE, A_MOMENT = "GAMES = 6000", "GAMES = 600"


def test_the_page_trains_an_agent() -> None:
    assert sum(A_MINUTE in block for block in BLOCKS) == 1


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_runs(block: str) -> None:
    source = block.replace(A_MINUTE, A_MOMENT)
    exec(compile(source, "research.md", "exec"), {"__name__": "__main__"})
