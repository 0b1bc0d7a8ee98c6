"""The Python example of docs/learning.md runs, and its table has all that can be configured."""

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from cradle.learning.config import Config

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"


def test_positions_are_judged_as_the_page_shows() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, PAGE.name, "exec"), names)
    judged: Any = names["judged"]
    assert len(judged.chances) == 3


def sections(kind: Any, name: str = "at the top") -> dict[str, list[str]]:
    """The keys of a configuration, by section."""
    found: dict[str, list[str]] = {name: []}
    hints = get_type_hints(kind)
    for each in fields(kind):
        inner = (get_args(hints[each.name]) or (hints[each.name],))[0]
        if is_dataclass(inner) and name == "at the top":
            brackets = "[[{}]]" if get_args(hints[each.name]) else "[{}]"
            found |= sections(inner, f"`{brackets.format(each.name)}`")
        else:
            found[name].append(each.name)
    return found


def test_everything_that_can_be_configured_is_on_the_page() -> None:
    rows = dict(re.findall(r"^\| (\S.*?) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    for section, names in sections(Config).items():
        assert not [name for name in names if f"`{name}`" not in rows[section]], section
