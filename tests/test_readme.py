"""What the README shows really runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["seat 0", "seat 1", "seat 2"]


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!http)([^)#]+)", README))))
def test_its_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()
