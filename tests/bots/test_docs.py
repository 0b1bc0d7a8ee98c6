"""The Python example of docs/bots.md runs."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(example, names)
    assert names["move"] is not None
