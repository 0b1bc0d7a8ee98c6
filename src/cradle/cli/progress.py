"""How far a long command has come, shown on a terminal where rich is installed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

Item = TypeVar("Item")


def track(items: Iterable[Item], total: int, out: TextIO) -> Iterator[Item]:
    """Pass items on with a bar below them, and nothing but the items anywhere else."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError:
        yield from items
        return
    if not out.isatty():
        yield from items
        return
    parts = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(file=out), transient=True) as bar:
        yield from bar.track(items, total)
