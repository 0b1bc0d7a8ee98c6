"""Random play through the trusting door: what search rolls out and benchmarks measure.

Compiled with the rules, because at their speed the loop around them counts.
"""

from __future__ import annotations

from collections.abc import Callable

from cradle.kernel.step import CHANCE, OVER, State, odds, play


def play_some(state: State, draw: Callable[[], float], answers: int) -> int:
    """Give so many answers at random, chance's included; how many of them the seats gave.

    `draw` gives a number from 0 to below 1, as `random.Random().random` does.
    """
    decisions = 0
    for _ in range(answers):
        turn = state.turn
        if turn >= 0:
            legal = state.legal
            play(state, legal[int(draw() * len(legal))])
            decisions += 1
        elif turn == CHANCE:
            chance = odds(state)
            play(state, chance.at(int(draw() * chance.total)))
        else:
            break
    return decisions


def play_out(state: State, draw: Callable[[], float]) -> int:
    """Play at random to the end; how many answers the seats gave."""
    decisions = 0
    while state.turn != OVER:
        decisions += play_some(state, draw, 2000)
    return decisions
