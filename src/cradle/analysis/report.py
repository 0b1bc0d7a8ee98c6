"""An analysis as JSON-ready data: chances as shares of 1 with six decimals, points with three.

Read as decimals, the numbers add up exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cradle.analysis.decisions import Decision
from cradle.analysis.game_analysis import GameAnalysis, Sum
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN, Value
from cradle.analysis.version import FORMAT


def report(analysis: GameAnalysis, reasons: Mapping[int, str] | None = None) -> dict[str, Any]:
    """Everything an analysis says; reasons are sentences for better moves, by ply."""
    course = analysis.course
    seats = range(course.seats)
    return {
        "format": FORMAT,
        "game": course.game.name,
        "options": dict(course.setup.options),
        "players": list(course.setup.names),
        "deep": analysis.deep,
        "start": _value(analysis.start),
        "seats": [_seat(analysis, seat) for seat in seats],
        "mistakes": analysis.mistakes(),
        "plies": [_ply(analysis, ply, reasons or {}) for ply in range(len(course.plies))],
    }


def _seat(analysis: GameAnalysis, seat: int) -> dict[str, Any]:
    return {
        "chance": _sum(analysis.sum(seat), WIN),
        "points": _sum(analysis.sum(seat, POINTS), POINT),
        "accuracy": round(analysis.accuracy(seat), 4),
        "mistakes": analysis.mistakes(seat),
    }


def _sum(found: Sum, whole: int) -> dict[str, float]:
    names = ("start", "decisions", "own", "others", "luck", "drawn", "unforeseen", "result")
    return {name: getattr(found, name) / whole for name in names}


def _ply(analysis: GameAnalysis, number: int, reasons: Mapping[int, str]) -> dict[str, Any]:
    ply, entry = analysis.course.plies[number], analysis.entries[number]
    found: dict[str, Any] = {
        "seat": ply.seat,
        "move": ply.move.text,
        "round": ply.round,
        "after": _value(entry.after),
        "luck": _value(entry.luck),
        "error": round(entry.error, 6),
    }
    if number in analysis.decisions:
        decision = analysis.decisions[number]
        told = {"change": _value(entry.decision), "cost": analysis.cost(number)}
        found["decision"] = told | _decision(analysis, number, decision)
        if number in reasons:
            found["decision"]["reason"] = reasons[number]
    return found


def _decision(analysis: GameAnalysis, number: int, decision: Decision) -> dict[str, Any]:
    tried = [
        {"move": each.move.text, "odds": round(each.odds, 4)} | _worth(each.value, decision.seat)
        for each in decision.tried
        if each.values
    ]
    return {
        "best": decision.best.move.text,
        "error": round(decision.error, 6),
        "mistake": analysis.is_mistake(number),
        "moves": tried,
    }


def _worth(value: Value, seat: int) -> dict[str, float]:
    chance, points = value[CHANCES, seat], value[POINTS, seat]
    return {"chance": int(chance) / WIN, "points": int(points) / POINT}


def _value(value: Value) -> dict[str, list[float]]:
    return {
        "chances": [each / WIN for each in value[CHANCES].tolist()],
        "points": [each / POINT for each in value[POINTS].tolist()],
    }
