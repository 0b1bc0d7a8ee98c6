"""Access to the analysis of games, which is in a layer above this one and imported when needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cradle.bots.learned_bot import can_play


def can_judge(game: str) -> bool:
    """Whether this game has a network here, and what is needed to run it is installed."""
    return can_play(game)


def judge_version(game: str) -> str:
    """Names what judges a game: an analysis of another version is made again."""
    named: str = import_module("cradle.analysis.version").version(game)
    return named


def summarise(record: str, deep: bool) -> dict[str, Any]:
    """What to show of a finished game, after a first look or a deeper one."""
    found: dict[str, Any] = import_module("cradle.analysis.summary").summary(record, deep)
    return found
