"""The way to the analysis of a game, which stands above this layer and is loaded when needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cradle.bots.learned_bot import can_play


def can_judge(game: str) -> bool:
    """Whether there is a judge of this game here, and what it takes to ask it."""
    return can_play(game)


def judge_version(game: str) -> str:
    """Names what judges a game: an analysis of another version is made anew."""
    named: str = import_module("cradle.analysis.version").version(game)
    return named


def summarise(record: str, deep: bool) -> dict[str, Any]:
    """What to show of a finished game, after a first look or a deeper one."""
    found: dict[str, Any] = import_module("cradle.analysis.summary").summary(record, deep)
    return found
