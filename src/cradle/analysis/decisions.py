"""What each decision cost against the best move, by what its seat could know.

Every move that is compared is tried in the same imagined worlds, with the same luck where it can
be the same; others who choose at that moment answer as the network would.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cradle.analysis.course import Course, Ply
from cradle.analysis.futures import futures
from cradle.analysis.judges import Judge, Sight
from cradle.analysis.settings import CLEAR, LEAD, MISTAKE, Look
from cradle.analysis.values import CHANCES, WIN, Floats, Value, mean, nothing
from cradle.bots.interface import Seen
from cradle.bots.search import world
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, State, Together, answer, play

LARGE = 1 << 20  # more than worlds a decision is tried in
MANY_WORLDS = 2  # players for whom a look's number of worlds is meant


@dataclass(frozen=True)
class Tried:
    """A move with how likely the network would take it, and its worth in each world."""

    move: Move
    odds: float
    values: list[Value]

    @cached_property
    def value(self) -> Value:
        """Its worth on average."""
        return mean(self.values, [1] * len(self.values))


@dataclass(frozen=True)
class Decision:
    """A decision of a seat: the moves that were compared, the one it made first.

    Where only that one is worth a thought, it stands alone, and nothing was tried.
    """

    ply: int
    seat: Seat
    tried: list[Tried]

    @property
    def made(self) -> Tried:
        """What the seat did."""
        return self.tried[0]

    @cached_property
    def best(self) -> Tried:
        """The move the network prefers, unless another one is clearly better for the seat.

        Of many moves some always seem better, by noise alone: so the one made needs only be as
        good as the preferred one, and any other must lead by far.
        """
        if len(self.tried) == 1:
            return self.made
        best = max(self.tried, key=lambda each: each.odds)
        for each in sorted(self.tried[1:], key=self._chance):
            lead = self._lead(each, best)
            best = each if lead >= max(LEAD, CLEAR * self._lead_error(each, best)) else best
        return self.made if self._lead(self.made, best) >= 0 else best

    def leads(self) -> dict[str, tuple[float, float]]:
        """By how much the move made leads each other one, with the standard error."""
        return {
            each.move.text: (self._lead(self.made, each), self._lead_error(self.made, each))
            for each in self.tried[1:]
        }

    def _lead(self, one: Tried, two: Tried) -> float:
        return (self._chance(one) - self._chance(two)) / WIN

    def _chance(self, tried: Tried) -> int:
        return int(tried.value[CHANCES, self.seat])

    def change(self, seats: int) -> Value:
        """What the decision changed for every seat, against the best move."""
        return nothing(seats) if self.best is self.made else self.made.value - self.best.value

    @property
    def cost(self) -> float:
        """The chance to win that it cost its seat."""
        return self._lead(self.best, self.made) if self.tried[1:] else 0.0

    @cached_property
    def error(self) -> float:
        """The standard error of the cost."""
        return 0.0 if self.best is self.made else self._lead_error(self.best, self.made)

    @property
    def is_costly(self) -> bool:
        """Whether it clearly cost much."""
        return self.cost >= max(MISTAKE, CLEAR * self.error)

    def _lead_error(self, better: Tried, worse: Tried) -> float:
        one, two = self._chances(better), self._chances(worse)
        if len(one) == len(two):
            return _error(one - two)
        return float(np.hypot(_error(one), _error(two)))

    def _chances(self, tried: Tried) -> Floats:
        return np.array([value[CHANCES, self.seat] / WIN for value in tried.values])


def _error(chances: Floats) -> float:
    return float(chances.std(ddof=1) / np.sqrt(len(chances))) if len(chances) > 1 else 0.0


@dataclass
class _Branch:
    """A move of a decision in one imagined world, and what may come of it."""

    decision: int
    move: int
    seed: int
    state: State
    samples: int


def decide(
    course: Course,
    numbers: Sequence[int],
    sight: Sight,
    judge: Judge,
    look: Look,
    rivals: Mapping[int, Sequence[Move]] | None = None,
) -> dict[int, Decision]:
    """The decisions at these plies, by ply: against the likeliest moves, or against given ones.

    A decision with only one move worth a thought costs nothing.
    """
    plies = [course.plies[number] for number in numbers]
    views = [Seen.of(course.game, ply.asked, _seat(ply)) for ply in plies]
    odds = sight.odds([seen.imagined for seen in views], [seen.seat for seen in views])
    chosen = [
        _compared(ply, seen, shares, look, rivals[number] if rivals else None)
        for number, ply, seen, shares in zip(numbers, plies, views, odds, strict=True)
    ]
    branches = [
        branch
        for place, (seen, compared) in enumerate(zip(views, chosen, strict=True))
        for branch in _branches(place, numbers[place], seen, [m for m, _ in compared], look)
    ]
    _let_others_answer(branches, sight)
    values = _values(branches, [seen.seat for seen in views], judge, look)
    return {
        number: Decision(number, seen.seat, _tried(compared, values, place))
        for place, (number, seen, compared) in enumerate(zip(numbers, views, chosen, strict=True))
    }


def _seat(ply: Ply) -> Seat:
    assert ply.seat is not None
    return ply.seat


def _compared(
    ply: Ply, seen: Seen, shares: Floats, look: Look, rivals: Sequence[Move] | None
) -> list[tuple[Move, float]]:
    """The move that was made, and its rivals, or the likeliest others."""
    likely = sorted(zip(seen.moves, shares.tolist(), strict=True), key=lambda each: -each[1])
    made = next(each for each in likely if each[0] == ply.move)
    others = [each for each in likely if each[0] != ply.move and each[1] >= look.unlikely]
    if rivals is not None:
        others = [each for each in others if each[0] in rivals]
    return [made, *others[: look.moves]]


def _branches(
    place: int, number: int, seen: Seen, compared: list[Move], look: Look
) -> list[_Branch]:
    """Every move in every world; worlds that are all the same count as one."""
    if len(compared) < 2:
        return []
    count = max(2, look.worlds * MANY_WORLDS // seen.seats)
    seeds = [number * LARGE + each for each in range(count)]
    worlds = [world(seen, random.Random(seed)) for seed in seeds]
    is_sealed = isinstance(worlds[0].stack[-1], Together)
    if not (look.again or is_sealed) and all(w == worlds[0] for w in worlds):
        worlds, seeds = worlds[:1], seeds[:1]
    return [
        _Branch(place, move, seed, _after(s, seen.seat, each), count // len(worlds))
        for move, each in enumerate(compared)
        for s, seed in zip(worlds, seeds, strict=True)
    ]


def _after(s: State, seat: Seat, move: Move) -> State:
    after = s.copy()
    answer(after, seat, move)
    return after


def _let_others_answer(branches: Sequence[_Branch], sight: Sight) -> None:
    """Let those who choose at the same time choose as the network would."""
    draws = [random.Random(branch.seed).random for branch in branches]
    while waiting := [i for i, branch in enumerate(branches) if _is_sealing(branch.state)]:
        states = [branches[i].state for i in waiting]
        odds = sight.odds(states, [s.turn for s in states])
        for i, s, shares in zip(waiting, states, odds, strict=True):
            place = int(np.searchsorted(shares.cumsum(), draws[i]() * shares.sum()))
            play(s, s.legal[min(place, len(s.legal) - 1)])


def _is_sealing(s: State) -> bool:
    return s.turn >= 0 and bool(s.sealed) and isinstance(s.stack[-1], Together)


def _values(
    branches: Sequence[_Branch], seats: list[Seat], judge: Judge, look: Look
) -> dict[tuple[int, int], list[Value]]:
    """The worth of every decision's every move, world by world."""
    sets = [futures(b.state, look.listed, b.samples, b.seed) for b in branches]
    states = [s for each in sets for s in each.states]
    observers = [seats[b.decision] for b, f in zip(branches, sets, strict=True) for _ in f.states]
    seeds = [b.seed + i for b, f in zip(branches, sets, strict=True) for i in range(len(f.states))]
    values = iter(judge.values(states, observers, seeds))
    found: dict[tuple[int, int], list[Value]] = {}
    for branch, each in zip(branches, sets, strict=True):
        own = [next(values) for _ in each.states]
        worlds = [mean(own, each.weights)] if each.listed else own
        found.setdefault((branch.decision, branch.move), []).extend(worlds)
    return found


def _tried(
    compared: list[tuple[Move, float]], values: dict[tuple[int, int], list[Value]], place: int
) -> list[Tried]:
    return [
        Tried(move, odds, values.get((place, number), []))
        for number, (move, odds) in enumerate(compared)
    ]
