"""Somebody's finished games, as far as others may see them: against whom, and with what result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from cradle.server.people.ladders import ladder_of
from cradle.server.store import lists
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.lists import ListQuery, Place

MOST, PAGE = 200, 50


def played_games(connection: Connection, person: str, viewer: str | None) -> list[dict[str, Any]]:
    """The latest games of somebody: all for themselves, and for others the public ones."""

    def page(query: ListQuery) -> list[TableFacts]:
        if viewer == person:
            return lists.mine(connection, person, query)
        return lists.archive(connection, query, person)

    return [_plain(facts, person) for facts in _latest(page) if facts.kind == "game"]


def _latest(page: Callable[[ListQuery], list[TableFacts]]) -> list[TableFacts]:
    """Page after page, for of many tables at once databases read more than they need."""
    query, found = ListQuery("over", limit=PAGE), list[TableFacts]()
    while len(found) < MOST and (some := page(query)):
        found += some
        query = replace(query, before=Place(some[-1].over_at or 0, some[-1].id))
    return found


def _plain(facts: TableFacts, person: str) -> dict[str, Any]:
    return {
        "table": facts.id,
        "game": facts.game,
        "seat": facts.seats_of(person)[0],
        "over_at": facts.over_at,
        "ladder": ladder_of(facts),
        "seats": [_plain_seat(each) for each in facts.seats],
        "scores": facts.scores or [],
    }


def _plain_seat(seat: SeatFacts) -> dict[str, Any]:
    about = {"person": seat.person, "name": seat.shown, "guest": seat.guest}
    return {**about, "level": seat.level}
