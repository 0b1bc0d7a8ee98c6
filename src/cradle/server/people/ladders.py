"""Ladders: which one a game counts on, and if none, why.

Rated games of several people count on that of people. Who plays against bots alone climbs another,
without having to say so before: there, what was helped, taken back or left doesn't count. Who
leaves a game that was said to be rated has lost it, on either.
"""

from __future__ import annotations

from typing import Literal

from cradle.server.store.facts import SeatFacts, TableFacts

Ladder = Literal["people", "solo"]
Reason = Literal[
    "unrated",
    "guest",
    "bots",
    "hot-seat",
    "sandbox",
    "record",
    "continued",
    "luck",
    "helped",
    "undone",
    "left",
    "closed",
    "unsure",
]


def ladder_of(facts: TableFacts) -> Ladder | None:
    """The ladder that a game counts on, as far as everybody may know."""
    if why_unrated(facts) is not None:
        return None
    return "solo" if is_solo(facts) else "people"


def is_solo(facts: TableFacts) -> bool:
    """Whether one person plays against bots, and nobody else is waited for."""
    return len(_people(facts)) == 1 and all(each.kind in ("person", "bot") for each in facts.seats)


def why_unrated(facts: TableFacts) -> Reason | None:
    """Why a game counts on no ladder; that people may be one is said when it is over."""
    if (about := _by_nature(facts)) is not None:
        return about
    if facts.undone:
        return "undone"
    return _alone(facts) if is_solo(facts) else _together(facts)


def _by_nature(facts: TableFacts) -> Reason | None:
    if facts.kind != "game":
        return facts.kind
    if facts.from_table is not None:
        return "continued"
    if facts.luck is not None:
        return "luck"
    if facts.state == "closed" and not (facts.rated and facts.deserted):
        return "closed"
    return "bots" if all(each.kind == "bot" for each in facts.seats) else None


def _alone(facts: TableFacts) -> Reason | None:
    (seat,) = _people(facts)
    if seat.guest:
        return "guest"
    if facts.helped:
        return "helped"
    return "left" if seat.stand_in is not None and not facts.rated else None


def _together(facts: TableFacts) -> Reason | None:
    if not facts.rated:
        return "guest" if any(each.guest for each in facts.seats) else "unrated"
    return "unsure" if facts.flagged and facts.state == "over" else None


def _people(facts: TableFacts) -> list[SeatFacts]:
    return [each for each in facts.seats if each.kind == "person"]
