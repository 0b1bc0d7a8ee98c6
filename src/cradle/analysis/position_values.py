"""What every position of a game was worth, before and after each roll and draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cradle.analysis.course import Course, Ply
from cradle.analysis.futures import futures, is_choice
from cradle.analysis.judges import Judge
from cradle.analysis.settings import ROLLS, Look
from cradle.analysis.values import Value, mean, result, spread
from cradle.kernel.step import CHANCE, State, odds


@dataclass(frozen=True)
class PositionValue:
    """What a position was worth; the standard error is 0 where nothing was drawn at random."""

    value: Value
    error: float


def position_values(course: Course, judge: Judge, look: Look) -> list[PositionValue]:
    """What the position at every ply was worth, the end included."""
    return filled(course, judged(course, judge, look))


def judged(course: Course, judge: Judge, look: Look) -> dict[int, PositionValue]:
    """What positions were worth, by their ply, where there is a choice or chance.

    Where several choose at once, that is before any of them did. Before chance it is the mean of
    what may come of it.
    """
    starts = [ply for number, ply in enumerate(course.plies) if ply.number == number]
    asked = [ply for ply in starts if _has_own_value(course, ply)]
    return dict(zip([ply.number for ply in asked], _judged(asked, judge, look), strict=True))


def filled(course: Course, judged: Mapping[int, PositionValue]) -> list[PositionValue]:
    """What every position was worth: where nobody has a choice, what comes of it."""
    found = [PositionValue(result(course.game.scores(course.end)), 0.0)]
    for ply in reversed(course.plies):
        last = judged.get(ply.number)
        found.append(last or found[-1])
    return found[::-1]


def _has_own_value(course: Course, ply: Ply) -> bool:
    """Whether there is a choice, or more than one outcome of chance."""
    if ply.seat is None:
        return len(odds(ply.asked).outcomes) > 1
    return any(p.number == ply.number and p.is_decision for p in _group(course, ply))


def _group(course: Course, ply: Ply) -> list[Ply]:
    return course.plies[ply.number : ply.number + course.seats]


def _judged(plies: list[Ply], judge: Judge, look: Look) -> list[PositionValue]:
    sets = [_reached(ply.asked, look, ply.number) for ply in plies]
    states = [s for states, _, _ in sets for s in states]
    values = judge.values(states, [None] * len(states), range(len(states)))
    found, start = [], 0
    for states, weights, listed in sets:
        own = values[start : start + len(states)]
        start += len(states)
        found.append(PositionValue(mean(own, weights), 0.0 if listed else spread(own)))
    return found


def _reached(s: State, look: Look, seed: int) -> tuple[list[State], list[int], bool]:
    if is_choice(s):
        return [s], [1], True
    found = futures(s, ROLLS if s.turn == CHANCE else look.listed, look.samples, seed)
    return found.states, found.weights, found.listed
