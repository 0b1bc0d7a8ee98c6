"""Plain columns of text, fit for a terminal and for a file."""

from __future__ import annotations

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], right: bool = True) -> str:
    """Rows under each other: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths, right).rstrip() for row in rows)


def _line(row: Sequence[str], widths: Sequence[int], right: bool) -> str:
    cells = [
        cell.rjust(width) if right and number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells)
