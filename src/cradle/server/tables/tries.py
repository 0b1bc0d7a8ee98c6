"""What was tried from a finished game: tables that go on from it, with the first move of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from cradle.server.store import lists, log
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.store.log import Answer
from cradle.server.tables.fold import standing
from cradle.server.tables.messages import plain_table, read_move
from cradle.server.tables.registry import Tables

BEFORE = Answer(None, "")  # stands for an answer of the game that a try goes on from


@dataclass(frozen=True)
class Try:
    """A table that goes on from a finished game, and the first answer of a person there."""

    facts: TableFacts
    first: Answer | None


def find_tries(connection: Connection, table: str, viewer: str | None, most: int) -> list[Try]:
    """Public tries and those of a viewer, with as much of them as the viewer may know."""
    found = lists.continued(connection, table, viewer, most)
    rows = log.read_own(connection, [facts.id for facts in found])
    return [Try(facts, _first(facts, rows.get(facts.id, ()), viewer)) for facts in found]


def plain_try(tables: Tables, tried: Try, viewer: str | None) -> dict[str, Any]:
    """A try as a viewer may see it."""
    facts, first = tried.facts, None
    if tried.first is not None and (move := read_move(facts.game, tried.first.text)):
        first = {"seat": tried.first.seat, "move": move}
    live = tables.memory.peek(facts.id)
    return plain_table(facts, viewer, tables.time, live) | {"first": first}


def _first(facts: TableFacts, rows: Sequence[Answer], viewer: str | None) -> Answer | None:
    """The first answer of a person that stands, if the viewer may know it."""
    people = {each.seat for each in facts.seats if each.kind == "person"}
    answers = standing([BEFORE] * facts.from_ply + list(rows))[facts.from_ply :]
    found = next((each for each in answers if each.seat in people), None)
    return found if found is not None and _may_know(facts, found, viewer) else None


def _may_know(facts: TableFacts, answer: Answer, viewer: str | None) -> bool:
    """While several people play, everybody only their own."""
    alone = facts.state in ENDED or len(facts.people()) < 2
    return alone or answer.seat in facts.seats_of(viewer)
