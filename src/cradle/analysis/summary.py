"""An analysis as a browser shows it: the curve, what each seat owes to whom, and marks of moves.

A `ply` says how many answers stand after one, as in a table's history.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cradle.analysis.course import Course
from cradle.analysis.game_analysis import GameAnalysis, analyse, deepened
from cradle.analysis.judges import NetworkJudge
from cradle.analysis.settings import CLEAR, EXACT, FIRST, SHOWN, UNSURE
from cradle.analysis.turning_points import turning_points
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN, Value
from cradle.analysis.version import version
from cradle.bots.hints import why_in
from cradle.bots.interface import Seen
from cradle.i18n import LANGUAGES
from cradle.kernel.notation import describe
from cradle.kernel.step import Move
from cradle.table import Table

PARTS = ("start", "own", "others", "drawn", "unforeseen", "result")


def summary(record: str, deep: bool) -> dict[str, Any]:
    """What to show of a finished game, after a first look or a deeper one."""
    course = Course(Table.replay(record, by_hand=True))
    sight = NetworkJudge(course.game)
    looked = deepened(course, sight) if deep else analyse(course, sight, sight, FIRST)
    return shown(looked)


def shown(found: GameAnalysis) -> dict[str, Any]:
    """What to show of an analysis."""
    course = found.course
    return {
        "look": "deep" if found.deep else "quick",
        "version": version(course.game.name),
        "start": _position(found.start),
        "seats": [seat_summary(found, seat) for seat in range(course.seats)],
        "plies": [_ply(found, number) for number in range(len(course.plies))],
        "turns": [_turn(found, number) for number in sorted(turning_points(_values(found)))],
        "costliest": [_told(found, number) for number in _costliest(found)],
    }


def mark(found: GameAnalysis, number: int) -> str:
    """What a decision is called: an inaccuracy clearly cost something, a mistake much."""
    if found.is_mistake(number):
        return "mistake"
    least = max(EXACT, CLEAR * found.decisions[number].error)
    return "inaccuracy" if found.cost(number) >= least else "good"


def _position(value: Value) -> dict[str, list[float]]:
    return {
        "chances": [round(each / WIN, 4) for each in value[CHANCES].tolist()],
        "points": [round(each / POINT, 1) for each in value[POINTS].tolist()],
    }


def seat_summary(found: GameAnalysis, seat: int) -> dict[str, Any]:
    """How a seat came to its result, how exact it was, and what each kind of decision cost it."""
    chance = found.sum(seat)
    own = [number for number, each in found.decisions.items() if each.seat == seat]
    return {
        **{part: getattr(chance, part) / WIN for part in PARTS},
        "accuracy": round(found.accuracy(seat), 4),
        "decisions": len(own),
        "mistakes": len(found.mistakes(seat)),
        "kinds": _kinds(found, own),
    }


def _kinds(found: GameAnalysis, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """What decisions of each kind cost together, the dearest kind first."""
    kinds: dict[str, list[int]] = {}
    for number in numbers:
        kinds.setdefault(found.course.plies[number].kind, []).append(number)
    told = [
        {
            "kind": kind,
            "decisions": len(each),
            "mistakes": sum(found.is_mistake(number) for number in each),
            "cost": round(sum(found.cost(number) for number in each), 6),
        }
        for kind, each in kinds.items()
    ]
    return sorted(told, key=lambda each: -each["cost"])


def _ply(found: GameAnalysis, number: int) -> dict[str, Any]:
    ply, entry = found.course.plies[number], found.entries[number]
    is_told = number in found.decisions
    return {
        "ply": number + 1,
        "seat": ply.seat,
        "round": ply.round,
        **_position(entry.after),
        "mark": mark(found, number) if is_told else None,
        "cost": found.cost(number) if is_told else None,
        "error": _large(entry.error),
    }


def _values(found: GameAnalysis) -> list[Value]:
    return [found.start, *(entry.after for entry in found.entries)]


def _turn(found: GameAnalysis, number: int) -> dict[str, Any]:
    """A moment that changed much: whose chance it changed most, by how much, and what was done.

    Where several chose at once, no answer of one of them did it alone.
    """
    before = found.entries[number - 1].after if number else found.start
    after = found.entries[number].after
    changes = (after - before)[CHANCES]
    seat, ply = int(abs(changes).argmax()), found.course.plies[number]
    return {
        "ply": number + 1,
        "round": ply.round,
        "seat": seat,
        "by": ply.seat,
        "move": _move(ply.move) if ply.number == number and ply.last else None,
        "change": round(int(changes[seat]) / WIN, 4),
        "error": _large(found.entries[number].error),
    }


def _large(error: float) -> float | None:
    """A standard error that is worth telling."""
    return round(error, 4) if error >= UNSURE else None


def _costliest(found: GameAnalysis) -> Iterable[int]:
    """Of every seat, the decisions that clearly cost most: mistakes first, then by their cost."""
    clear = [number for number in found.decisions if mark(found, number) != "good"]
    clear.sort(key=lambda number: (not found.is_mistake(number), -found.cost(number)))
    told: dict[int, list[int]] = {}
    for number in clear:
        told.setdefault(found.decisions[number].seat, []).append(number)
    first = {number for each in told.values() for number in each[:SHOWN]}
    return [number for number in clear if number in first]


def _move(move: Move) -> dict[str, Any]:
    return {"text": move.text} | describe(move)


def _told(found: GameAnalysis, number: int) -> dict[str, Any]:
    decision = found.decisions[number]
    seen = Seen.of(found.course.game, found.course.plies[number].asked, decision.seat)
    return {
        "ply": number + 1,
        "seat": decision.seat,
        "round": found.course.plies[number].round,
        "cost": found.cost(number),
        "error": _large(decision.error),
        "mark": mark(found, number),
        "made": _move(decision.made.move),
        "better": _move(decision.best.move),
        "reasons": why_in(seen, decision.best.move, LANGUAGES),
    }
