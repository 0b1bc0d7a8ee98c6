"""What is printed, as JSON-ready data: for clients, which show it beside a view."""

from __future__ import annotations

from typing import Any

from cradle.hadara.components import Components
from cradle.hadara.names import SETUPS
from cradle.hadara.rows import Row, columns


def card_facts(t: Components) -> list[dict[str, Any]]:
    """All epoch cards: id, epoch, colour, cost, steps, points, effect, star, provenance."""
    return [_facts(row) for row in t.rows["cards.csv"]]


def component_facts(t: Components) -> dict[str, Any]:
    """All components, by name, and their hash."""
    components = {file.removesuffix(".csv"): list(map(_facts, t.rows[file])) for file in t.rows}
    for index, row in enumerate(components["setup"]):
        row["id"] = SETUPS[index // 2]
    return {"hash": t.hash, **components}


def printed(t: Components) -> dict[str, list[dict[str, str]]]:
    """All components, by name, as they are printed: every cell as text."""
    return {file.removesuffix(".csv"): list(map(_cells, rows)) for file, rows in t.rows.items()}


def _cells(row: Row) -> dict[str, str]:
    return {name: str(cell) for name, cell in _facts(row).items()}


def _facts(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in columns(type(row))}
