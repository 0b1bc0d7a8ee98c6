"""The Python example of docs/learning.md runs."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"


def test_positions_are_judged_as_the_page_shows() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, PAGE.name, "exec"), names)
    judged: Any = names["judged"]
    assert len(judged.chances) == 3
