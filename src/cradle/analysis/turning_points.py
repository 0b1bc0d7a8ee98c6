"""Turning points: where chances changed most, positions are judged by a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from cradle.analysis.course import Course, Ply
from cradle.analysis.judges import NetworkJudge
from cradle.analysis.position_values import PositionValue, filled
from cradle.analysis.second_look import searched
from cradle.analysis.settings import APART, TURN, TURNS
from cradle.analysis.values import CHANCES, WIN, Value, mean, spread
from cradle.bots.interface import Seen

SHARES = 8  # of the simulations, to say how far they agree


def search_turning_points(
    course: Course, judge: NetworkJudge, judged: Mapping[int, PositionValue]
) -> dict[int, PositionValue]:
    """What positions were worth, those before and after turning points by a search.

    What a roll or a draw has led to is left as it is: its luck is what came of it against all
    that might have, so one judge must say both.
    """
    turns = turning_points([each.value for each in filled(course, judged)])
    around = (course.plies[turn : turn + 2] for turn in turns)
    numbers = {ply.number for plies in around for ply in plies if ply.number in judged}
    choosers = [_chooser(course, number) for number in sorted(numbers)]
    return dict(judged) | {
        ply.number: _searched(course, judge, ply) for ply in choosers if ply is not None
    }


def turning_points(values: Sequence[Value]) -> list[int]:
    """The answers that changed chances most, by their plies; of close ones only the largest.

    The one that changed most comes first.
    """
    changes = [abs(b[CHANCES] - a[CHANCES]).max() / WIN for a, b in pairwise(values)]
    apart, found = max(2.0, APART * len(changes)), list[int]()
    for ply in sorted(range(len(changes)), key=lambda ply: -changes[ply]):
        if changes[ply] < TURN or len(found) == TURNS:
            break
        if all(abs(ply - other) >= apart for other in found):
            found.append(ply)
    return found


def _chooser(course: Course, number: int) -> Ply | None:
    """The first who has a choice at a position, if a choice has led there."""
    before = (ply for ply in reversed(course.plies[:number]) if ply.seat is None or ply.is_decision)
    last = next(before, None)
    if last is None or last.seat is None:
        return None
    here = course.plies[number : number + course.seats]
    return next((ply for ply in here if ply.number == number and ply.is_decision), None)


def _searched(course: Course, judge: NetworkJudge, ply: Ply) -> PositionValue:
    assert ply.seat is not None
    seen = Seen.of(course.game, ply.asked, ply.seat)
    values = searched(judge, seen, ply.number, SHARES)
    return PositionValue(mean(values, [1] * SHARES), spread(values))
