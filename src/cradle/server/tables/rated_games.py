"""Rated games: said so before the start, between people with an account, and nobody helps.

Whoever sits there plays to the end or loses. Where two people share an address, they may be one:
such a game is flagged, and not counted.
"""

from __future__ import annotations

from cradle.server.problems import Problem
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person


def check_table(facts: TableFacts, host: Person) -> None:
    """Refuse a rated table that could be dodged, or that would tell nothing of anybody."""
    if not facts.rated:
        return
    if host.guest or all(each.kind == "bot" for each in facts.seats):
        raise Problem(403, "rated-members")
    if facts.pace.kind == "none":
        raise Problem(409, "rated-clock")
    check_seats(facts)


def check_seats(facts: TableFacts) -> None:
    """Refuse a second seat for one person."""
    people = [each.person for each in facts.seats if each.person is not None]
    if facts.rated and len(set(people)) < len(people):
        raise Problem(409, "rated-one-seat")


def check_person(facts: TableFacts, person: Person) -> None:
    """Refuse guests: nothing they lose would be theirs."""
    if facts.rated and person.guest:
        raise Problem(403, "rated-members")


def refuse_in_competition(facts: TableFacts, key: str) -> None:
    """Refuse what there isn't in a rated game, nor at the tables of an event."""
    if facts.event is not None:
        raise Problem(409, "event-no-help")
    if facts.rated:
        raise Problem(409, key)


def note_origin(facts: TableFacts, person: str | None, origin: str | None) -> bool:
    """Note from which address somebody plays a rated game; whether that is new."""
    mine = facts.seats_of(person)
    if not facts.rated or origin is None or all(facts.seats[s].origin == origin for s in mine):
        return False
    for seat in mine:
        facts.seats[seat].origin = origin
    if facts.state == "playing":
        flag(facts)
    return True


def flag(facts: TableFacts) -> None:
    """Flag a rated game if people who play from one address have begun it."""
    known = {(each.origin, each.person) for each in facts.seats if each.origin is not None}
    shared = len({origin for origin, _ in known}) < len(known)
    facts.flagged = facts.flagged or (facts.rated and shared)
