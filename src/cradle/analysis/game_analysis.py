"""The analysis of a game: start + decisions + luck = result, for every seat, to the last digit.

Every position has one value (`position_values.py`). A decision changes it by the difference between
the move made and the best one, as its seat saw them (`decisions.py`). All other change up to the
next position is luck: what a roll or a draw brought against its expectation, and what nobody could
foresee of the others' hidden cards and choices, or the judge saw only later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cradle.analysis.course import Course
from cradle.analysis.decisions import Decision, decide
from cradle.analysis.judges import Judge, NetworkJudge, Sight
from cradle.analysis.position_values import PositionValue, filled, judged, position_values
from cradle.analysis.second_look import look_again
from cradle.analysis.settings import DEEP, EXACT, FIRST, Look
from cradle.analysis.turning_points import search_turning_points
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN, Value, nothing, rounded
from cradle.kernel.piece import Seat
from cradle.table import Table


@dataclass(frozen=True)
class Entry:
    """What one answer changed: by a seat's decision, and by luck; `after` is what came of it."""

    decision: Value
    luck: Value
    after: Value
    error: float


@dataclass(frozen=True)
class Sum:
    """How a seat came from start to result, in one row of values: chances to win, or points.

    `own` and `others` are what its own decisions and those of the others changed; `drawn` is the
    luck of rolls and draws, `unforeseen` all other luck.
    """

    start: int
    own: int
    others: int
    drawn: int
    unforeseen: int
    result: int

    @property
    def decisions(self) -> int:
        """What everybody's decisions changed."""
        return self.own + self.others

    @property
    def luck(self) -> int:
        """What luck changed."""
        return self.drawn + self.unforeseen


@dataclass(frozen=True)
class GameAnalysis:
    """A finished game: what every position was worth, and what every answer changed.

    `agreed` are the plies of decisions of which every look says that they cost much.
    """

    course: Course
    start: Value
    entries: list[Entry]
    decisions: dict[int, Decision]
    agreed: frozenset[int] = frozenset()
    deep: bool = False

    def sum(self, seat: Seat, row: int = CHANCES) -> Sum:
        """How a seat came from the start to the result."""
        plies = list(zip(self.course.plies, self.entries, strict=True))
        made = [(ply.seat == seat, int(entry.decision[row, seat])) for ply, entry in plies]
        luck = [(ply.seat is None, int(entry.luck[row, seat])) for ply, entry in plies]
        return Sum(
            start=int(self.start[row, seat]),
            own=sum(change for is_own, change in made if is_own),
            others=sum(change for is_own, change in made if not is_own),
            drawn=sum(change for is_chance, change in luck if is_chance),
            unforeseen=sum(change for is_chance, change in luck if not is_chance),
            result=int(self.entries[-1].after[row, seat] if plies else self.start[row, seat]),
        )

    def cost(self, ply: int) -> float:
        """The chance to win that the decision at a ply cost its seat, as it stands in the sum."""
        seat = self.decisions[ply].seat
        return -int(self.entries[ply].decision[CHANCES, seat]) / WIN

    def error(self, ply: int) -> float:
        """The standard error of what an answer changed: by a decision, or by luck."""
        decided = self.decisions.get(ply)
        return self.entries[ply].error if decided is None else decided.error

    def is_mistake(self, ply: int) -> bool:
        """Whether all looks agree that a decision cost much."""
        return ply in self.agreed

    def mistakes(self, seat: Seat | None = None) -> list[int]:
        """The plies of the mistakes of a seat, or of all, the costliest first."""
        of = [ply for ply, d in self.decisions.items() if seat in (None, d.seat)]
        return sorted((ply for ply in of if self.is_mistake(ply)), key=lambda ply: -self.cost(ply))

    def accuracy(self, seat: Seat) -> float:
        """The share of a seat's decisions that cost nearly nothing; 1 if it had none."""
        costs = [self.cost(ply) for ply, d in self.decisions.items() if d.seat == seat]
        return sum(cost < EXACT for cost in costs) / len(costs) if costs else 1.0


def analyses(table: Table, file: str = "") -> Iterator[GameAnalysis]:
    """The analysis of a finished game: a first one soon, then a deeper one to replace it."""
    course = Course(table)
    sight = NetworkJudge(course.game, file)
    yield analyse(course, sight, sight, FIRST)
    yield deepened(course, sight)


def deepened(course: Course, judge: NetworkJudge) -> GameAnalysis:
    """More worlds and moves, and a second look, which counts, where much seems to have changed."""
    first = _decided(course, judge, judge, DEEP)
    second = look_again(course, judge, first)
    positions = filled(course, search_turning_points(course, judge, judged(course, judge, DEEP)))
    found = _analysis(course, positions, first | second.decisions)
    return replace(found, agreed=second.mistakes, deep=True)


def analyse(course: Course, sight: Sight, judge: Judge, look: Look) -> GameAnalysis:
    """The analysis of a game by one look: a sight of likely moves, a judge of what they bring."""
    return _analysis(
        course, position_values(course, judge, look), _decided(course, sight, judge, look)
    )


def _decided(course: Course, sight: Sight, judge: Judge, look: Look) -> dict[int, Decision]:
    numbers = [number for number, ply in enumerate(course.plies) if ply.is_decision]
    return decide(course, numbers, sight, judge, look)


def _analysis(
    course: Course, positions: list[PositionValue], decisions: dict[int, Decision]
) -> GameAnalysis:
    entries = list(_entries(course, positions, decisions))
    return GameAnalysis(course, positions[0].value, entries, decisions)


def _entries(
    course: Course, positions: list[PositionValue], decisions: dict[int, Decision]
) -> Iterable[Entry]:
    stands = positions[0].value
    for number, ply in enumerate(course.plies):
        change = nothing(course.seats)
        if number in decisions:
            change = _possible(stands, decisions[number].change(course.seats))
        after = positions[number + 1].value if ply.last else stands + change
        error = positions[number].error + positions[number + 1].error if ply.last else 0.0
        yield Entry(change, after - stands - change, after, error)
        stands = after


def _possible(stands: Value, change: Value) -> Value:
    """The change, or as much of it as leaves nobody with a chance below 0."""
    chances = (stands + change)[CHANCES]
    if chances.min() >= 0:
        return change
    falling = change[CHANCES] < 0
    share = float((stands[CHANCES][falling] / -change[CHANCES][falling]).min())
    left = rounded(
        (stands[CHANCES] + share * change[CHANCES]) / WIN,
        (stands[POINTS] + change[POINTS]) / POINT,
    )
    return left - stands
