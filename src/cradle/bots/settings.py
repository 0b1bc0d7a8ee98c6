"""Settings of bots and their bounds, typed after a name as in `search:simulations=200,heat=1.5`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from numbers import Real
from typing import Any

from cradle.kernel.game import BadOption


class UnknownBot(BadOption):
    """A name, or a setting, that no bot has."""


@dataclass(frozen=True)
class Setting:
    """A number that a bot can be given."""

    least: float
    most: float
    whole: bool = False

    def checked(self, name: str, value: Any) -> int | float:
        """The number that is given, or `UnknownBot`."""
        given, counts = str(value)[:40], isinstance(value, Real)
        if not counts or (self.whole and value % 1):
            kind = "whole number" if self.whole else "number"
            raise UnknownBot(f"{name} must be a {kind}, not {given!r}")
        if not self.least <= value <= self.most:
            bounds = f"at least {self.least:,} and at most {self.most:,}"
            raise UnknownBot(f"{name} must be {bounds}, not {given}")
        return int(value) if self.whole else float(value)


SIMULATIONS = Setting(least=1, most=10**9, whole=True)
SECONDS = Setting(least=0.001, most=86_400)
WEIGHT = Setting(least=0, most=100)  # beyond it, nothing that was found counts any more
HEAT = Setting(least=0.01, most=100)
NOISE = Setting(least=0, most=1000)
OURS: dict[str, dict[str, Setting]] = {
    "greedy": {"noise": NOISE},
    "search": {
        "simulations": SIMULATIONS,
        "seconds": SECONDS,
        "processes": Setting(least=1, most=64, whole=True),
        "heat": HEAT,
        "curiosity": WEIGHT,
        "noise": NOISE,
    },
    "learned": {
        "simulations": SIMULATIONS,
        "seconds": SECONDS,
        "explore": WEIGHT,
        "caution": WEIGHT,
        "temperature": HEAT,
        "inner": HEAT,
        "margin": Setting(least=0, most=1),
        "batch": Setting(least=1, most=1024, whole=True),
        "worlds": Setting(least=0, most=1024, whole=True),
        "greed": Setting(least=0, most=1),
        "noise": NOISE,
    },
}


def own_settings(bot: str, text: str) -> dict[str, Any]:
    """The settings of one of our bots, typed after its name."""
    return checked(bot, guest_settings(text))


def checked(bot: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of one of our bots: only those it has, and only sensible numbers."""
    known, found = OURS.get(bot, {}), {}
    for name, value in settings.items():
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise UnknownBot(f"{bot} has no setting {name[:40]!r}; {has}")
        found[name] = known[name].checked(name, value)
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
