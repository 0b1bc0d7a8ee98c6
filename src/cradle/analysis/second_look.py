"""A second, deeper look at decisions that seem to have cost much: by playing on and by searching.

The two err in different ways: playing on is free of the network's first opinion of the moves, but
follows one line only; a search tries all that may follow, but looks only some answers ahead.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from cradle.analysis.course import Course
from cradle.analysis.decisions import Decision, decide
from cradle.analysis.judges import Foresight, NetworkJudge
from cradle.analysis.settings import DOUBTED, FORESIGHT, MISTAKE, SECOND, SIMULATIONS
from cradle.analysis.values import Value
from cradle.bots.interface import Seen
from cradle.kernel.step import Move
from cradle.learning.search import Search, SearchSettings


@dataclass(frozen=True)
class SecondLook:
    """Decisions by what both ways say on average; in `mistakes` all looks agree."""

    decisions: dict[int, Decision]
    mistakes: frozenset[int]


def look_again(course: Course, judge: NetworkJudge, first: Mapping[int, Decision]) -> SecondLook:
    """Compare the move made with the best one again, where that seems to have cost much."""
    costly = sorted((d for d in first.values() if d.cost >= MISTAKE), key=lambda d: -d.cost)
    rivals = {each.ply: [each.best.move] for each in costly[:DOUBTED]}
    played = decide(course, list(rivals), judge, Foresight(judge, FORESIGHT), SECOND, rivals)
    searched = {ply: _searched(course, judge, each) for ply, each in played.items()}
    both = {ply: _both(played[ply], searched[ply]) for ply in played}
    looks = (first, searched, both)
    agreed = (ply for ply in both if all(look[ply].is_costly for look in looks))
    return SecondLook(both, frozenset(agreed))


def _searched(course: Course, judge: NetworkJudge, decision: Decision) -> Decision:
    """The same moves, by searches in worlds that the seat may imagine."""
    seen = Seen.of(course.game, course.plies[decision.ply].asked, decision.seat)
    tried = [
        replace(each, values=searched(judge, seen, decision.ply, len(each.values), each.move))
        for each in decision.tried
    ]
    return replace(decision, tried=tried)


def searched(
    judge: NetworkJudge, seen: Seen, seed: int, shares: int, move: Move | None = None
) -> list[Value]:
    """What simulations come to, after a move or all that may be made, in so many equal shares."""
    search = Search(judge.network, seen, SearchSettings(), random.Random(seed))
    ends = search.simulate(SIMULATIONS) if move is None else search.follow(move, SIMULATIONS)
    chances = np.array([end.chances for end in ends])
    points = np.array([end.points for end in ends])
    return [judge.mean(chances[n::shares], points[n::shares]) for n in range(shares)]


def _both(one: Decision, two: Decision) -> Decision:
    pairs = zip(one.tried, two.tried, strict=True)
    return replace(one, tried=[replace(a, values=a.values + b.values) for a, b in pairs])
