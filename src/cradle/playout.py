"""Random answers, unchecked: what search rolls out and benchmarks measure.

Compiled with the rules, because at their speed the loop around them counts. `draw` gives a number
from 0 to below 1, as `random.Random().random` does.
"""

from __future__ import annotations

from collections.abc import Callable

from cradle.kernel.step import CHANCE, OVER, Move, State, odds, play


def draw_outcome(state: State, draw: Callable[[], float]) -> Move:
    """What chance brings now, at random; it isn't played."""
    chance = odds(state)
    return chance.at(int(draw() * chance.total))


def draw_answer(state: State, draw: Callable[[], float]) -> Move:
    """An answer of whoever must give one, chance included, at random; it isn't played."""
    if state.turn == CHANCE:
        return draw_outcome(state, draw)
    return state.legal[int(draw() * len(state.legal))]


def roll(state: State, draw: Callable[[], float]) -> None:
    """Let chance answer as long as it is asked."""
    while state.turn == CHANCE:
        play(state, draw_outcome(state, draw))


def play_some(state: State, draw: Callable[[], float], answers: int) -> int:
    """Give so many answers at random, chance's included; how many of them the seats gave."""
    decisions = 0
    for _ in range(answers):
        turn = state.turn
        if turn >= 0:  # as in `draw_answer`, written out: the call would cost a tenth
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
