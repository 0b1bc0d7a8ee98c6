"""What is printed, as JSON-ready data: for clients, which show it beside a view."""

from __future__ import annotations

from typing import Any

from cradle.hadara.names import SETUPS
from cradle.hadara.rows import Row, columns
from cradle.hadara.tables import Tables


def card_facts(t: Tables) -> list[dict[str, Any]]:
    """All epoch cards: id, epoch, colour, cost, steps, points, effect, star, provenance."""
    return [_facts(row) for row in t.rows["cards.csv"]]


def table_facts(t: Tables) -> dict[str, Any]:
    """All tables, by name, and their hash."""
    tables = {file.removesuffix(".csv"): list(map(_facts, t.rows[file])) for file in t.rows}
    for index, row in enumerate(tables["setup"]):
        row["id"] = SETUPS[index // 2]
    return {"hash": t.hash, **tables}


def printed(t: Tables) -> dict[str, list[dict[str, str]]]:
    """All tables, by name, as they are printed: every cell as text."""
    return {file.removesuffix(".csv"): list(map(_cells, rows)) for file, rows in t.rows.items()}


def _cells(row: Row) -> dict[str, str]:
    return {name: str(cell) for name, cell in _facts(row).items()}


def _facts(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in columns(type(row))}
