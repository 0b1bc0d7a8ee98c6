"""The landed results, one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "history.jsonl"
Run = dict[str, Any]


def read() -> list[Run]:
    """All runs, the oldest first."""
    return (
        [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.exists() else []
    )


def last() -> Run | None:
    """The run that landed last."""
    runs = read()
    return runs[-1] if runs else None


def add(run: Run) -> None:
    """Keep a run."""
    with FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(_short(run), separators=(",", ":")) + "\n")


def _short(value: Any) -> Any:
    """Figures with four digits: more is noise."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {key: _short(each) for key, each in value.items()}
    return [_short(each) for each in value] if isinstance(value, list) else value


def relative(run: Run | None, build: str) -> dict[tuple[str, int], float]:
    """Decisions a second over the steps of a plain loop: comparable between machines."""
    found = (run or {}).get(build)
    if not found:
        return {}
    return {(r["game"], r["seats"]): r["decisions"] / found["loop"] for r in found["rows"]}
