"""What helps while a line is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Helper:
    """The words that may come next, and what the line would do."""

    complete: Callable[[str], list[str]]
    preview: Callable[[str], str]
