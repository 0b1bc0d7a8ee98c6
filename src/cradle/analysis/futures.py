"""What may come of a state by chance and forced moves alone: all of it, or some of it drawn."""

from __future__ import annotations

import random
from dataclasses import dataclass

from cradle.kernel.step import CHANCE, State, odds, play
from cradle.learning.tree import play_on


@dataclass(frozen=True)
class Futures:
    """Positions with a choice, or the end, by whole weights: all there are, or drawn ones."""

    states: list[State]
    weights: list[int]
    listed: bool


def is_choice(s: State) -> bool:
    """Whether somebody has more than one move."""
    return s.turn >= 0 and len(s.legal) > 1


def futures(s: State, most: int, samples: int, seed: int) -> Futures:
    """All that may come of a state, if there aren't more outcomes than `most`; else some drawn."""
    listed = _listed(s, most)
    if listed is not None:
        return Futures([state for state, _ in listed], [weight for _, weight in listed], True)
    drawn = [s.copy() for _ in range(samples)]
    for number, state in enumerate(drawn):
        play_on(state, random.Random(seed * samples + number).random)
    return Futures(drawn, [1] * samples, False)


def _listed(s: State, most: int) -> list[tuple[State, int]] | None:
    """Every outcome with its weight, if the last chance on the way is the only one."""
    state = s.copy()
    while state.turn >= 0 and not is_choice(state):
        play(state, state.legal[0])
    if state.turn != CHANCE:
        return [(state, 1)]
    chance = odds(state)
    if len(chance.outcomes) == 1:
        play(state, chance.outcomes[0])
        return _listed(state, most)
    if len(chance.outcomes) > most:
        return None
    return _each(state, most)


def _each(s: State, most: int) -> list[tuple[State, int]] | None:
    chance = odds(s)
    found: list[tuple[State, int]] = []
    for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
        state = s.copy()
        play(state, outcome)
        further = _listed(state, 1)
        if further is None:
            return None
        found.append((further[0][0], weight))
    return found
