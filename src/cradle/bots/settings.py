"""Settings typed after a bot's name, as in `search:simulations=200,heat=1.5`."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from cradle.kernel.game import BadOption


class UnknownBot(BadOption):
    """A name, or a setting, that no bot has."""


@dataclass(frozen=True)
class Setting:
    """A number that a bot can be given."""

    least: float
    most: float = inf
    whole: bool = False

    def read(self, name: str, text: str) -> int | float:
        """The number, or `UnknownBot`."""
        value = _number(text)
        if isinstance(value, str) or (self.whole and value != int(value)):
            kind = "whole number" if self.whole else "number"
            raise UnknownBot(f"{name} must be a {kind}, not {text[:40]!r}")
        if not self.least <= value <= self.most:
            top = "" if self.most == inf else f" and at most {self.most:g}"
            raise UnknownBot(f"{name} must be at least {self.least:g}{top}, not {text[:40]}")
        return int(value) if self.whole else value


NOISE = Setting(least=0.0)
OURS: dict[str, dict[str, Setting]] = {
    "greedy": {"noise": NOISE},
    "search": {
        "simulations": Setting(least=1, whole=True),
        "seconds": Setting(least=0.001),
        "processes": Setting(least=1, most=64, whole=True),
        "heat": Setting(least=0.01),
        "curiosity": Setting(least=0.0),
        "noise": NOISE,
    },
    "learned": {
        "simulations": Setting(least=1, whole=True),
        "seconds": Setting(least=0.001),
        "explore": Setting(least=0.0),
        "caution": Setting(least=0.0),
        "temperature": Setting(least=0.01),
        "inner": Setting(least=0.01),
        "margin": Setting(least=0.0, most=1.0),
        "batch": Setting(least=1, most=1024, whole=True),
        "worlds": Setting(least=0, most=1024, whole=True),
        "greed": Setting(least=0.0, most=1.0),
        "noise": NOISE,
    },
}


def own_settings(bot: str, text: str) -> dict[str, Any]:
    """The settings of one of our bots: only those it has, and only sensible numbers."""
    known, found = OURS.get(bot, {}), {}
    for name, value in _pairs(text):
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise UnknownBot(f"{bot} has no setting {name[:40]!r}; {has}")
        found[name] = known[name].read(name, value)
    return found


def guest_settings(text: str) -> dict[str, Any]:
    """The settings of a bot from elsewhere: numbers where they can be, words otherwise."""
    return {name: _number(value) for name, value in _pairs(text)}


def _pairs(text: str) -> list[tuple[str, str]]:
    found = []
    for word in text.split(",") if text else []:
        name, mark, value = word.partition("=")
        if not mark:
            raise UnknownBot(f"{word[:40]!r} is no setting; write name=value")
        found.append((name.strip(), value.strip()))
    return found


def _number(text: str) -> int | float | str:
    """A number that can be counted with; neither infinity nor nothing."""
    for read in (int, float):
        try:
            value = read(text)
        except ValueError:
            continue
        if -inf < value < inf:
            return value
    return text
