"""Observation spaces and settings that our PettingZoo and Gymnasium environments share."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces

from cradle.kernel.game import BadOption
from cradle.research.encoding import Layout, Observation
from cradle.research.episode import Episode

OBSERVATIONS = ("array", "dict", "expanded")
ILLEGAL = ("raise", "lose", "replace")
LOST = -1.0


class IllegalAction(ValueError):
    """An action that the mask forbids."""


def one_of(name: str, choices: tuple[str, ...], value: str) -> str:
    """A setting's value, or `BadOption` if it is none of its choices."""
    if value not in choices:
        raise BadOption(f"{name} can be {', '.join(choices)}, not {value!r}")
    return value


def what_if_illegal(illegal: str, rewards: str) -> str:
    """What an illegal action does, or `BadOption`: beside margins, losing 1 would be a bargain."""
    if one_of("illegal", ILLEGAL, illegal) == "lose" and rewards != "result":
        raise BadOption(f"illegal='lose' costs 1, too little beside a {rewards}: raise or replace")
    return illegal


def checked(episode: Episode, seat: int, action: Any, illegal: str) -> int | None:
    """The number of the move to make; None if the seat has just lost the game by its action."""
    number = int(action)
    legal = episode.encoding.legal(episode.state, seat)
    if number in legal:
        return number
    if illegal == "raise":
        raise IllegalAction(f"seat_{seat}: action {number} is none of {sorted(legal)}")
    return None if illegal == "lose" else episode.rng.choice(legal)


def observed(episode: Episode, seat: int, form: str) -> Any:
    """What a seat sees, in one of the forms of `OBSERVATIONS`."""
    return shown(episode, episode.encoding.observe(episode.state, seat), form)


def shown(episode: Episode, seen: Observation, form: str) -> Any:
    """An observation as it is, as named arrays, or expanded to floats around 1."""
    layout = episode.encoding.layouts[episode.seats]
    if form == "dict":
        return layout.named(seen)
    return layout.expand(seen) if form == "expanded" else seen


@cache
def _box(low: bytes, high: bytes) -> spaces.Box:
    least, most = np.frombuffer(low, np.int16), np.frombuffer(high, np.int16)
    return spaces.Box(least, most, dtype=np.int16)


def observation_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """The space of observations in one of the forms of `OBSERVATIONS`."""
    low, high = layout.low, layout.high
    if form == "dict":
        slices = layout.slices.items()
        boxes = [(n, _box(low[where].tobytes(), high[where].tobytes())) for n, where in slices]
        return spaces.Dict(boxes)
    if form == "expanded":
        return spaces.Box(layout.expanded_low, layout.expanded_high, dtype=np.float32)
    return _box(low.tobytes(), high.tobytes())


def masked_space(layout: Layout, form: str, actions: int) -> spaces.Dict:
    """The space of observations with their masks beside them."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": observation_space(layout, form), "action_mask": mask})
