"""Observation spaces and settings that our PettingZoo and Gymnasium environments share."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces

from cradle.kernel.game import BadOption
from cradle.research.encoding import Layout, Observation
from cradle.research.episode import Episode

OBSERVATIONS = ("array", "dict")
ILLEGAL = ("raise", "lose", "replace")
LOST = -1.0


class IllegalAction(ValueError):
    """An action that the mask forbids."""


def one_of(name: str, choices: tuple[str, ...], value: str) -> str:
    """A setting's value, or `BadOption` if it is none of its choices."""
    if value not in choices:
        raise BadOption(f"{name} can be {', '.join(choices)}, not {value!r}")
    return value


def checked(episode: Episode, seat: int, action: Any, illegal: str) -> int | None:
    """The number of the move to make; None if the seat has just lost the game by its action."""
    number = int(action)
    legal = episode.encoding.legal(episode.state, seat)
    if number in legal:
        return number
    if illegal == "raise":
        raise IllegalAction(f"seat_{seat}: action {number} is none of {sorted(legal)}")
    return None if illegal == "lose" else episode.rng.choice(legal)


def observed(episode: Episode, seat: int, named: bool) -> Any:
    """What a seat sees, as one array or as named ones."""
    return shown(episode, episode.encoding.observe(episode.state, seat), named)


def shown(episode: Episode, seen: Observation, named: bool) -> Any:
    """An observation as it is, or as named arrays."""
    return episode.encoding.layouts[episode.seats].named(seen) if named else seen


@cache
def _box(low: bytes, high: bytes) -> spaces.Box:
    least, most = np.frombuffer(low, np.int16), np.frombuffer(high, np.int16)
    return spaces.Box(least, most, dtype=np.int16)


def observation_space(layout: Layout, named: bool, actions: int) -> spaces.Dict:
    """The space of observations with their masks."""
    low, high = layout.low, layout.high
    boxes: dict[str, spaces.Space[Any]] = {
        name: _box(low[where].tobytes(), high[where].tobytes())
        for name, where in layout.slices.items()
    }
    whole = _box(low.tobytes(), high.tobytes())
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(boxes) if named else whole, "action_mask": mask})
