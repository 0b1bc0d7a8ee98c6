"""What was tried from a finished game: tables that go on from it, with the first choice of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from cradle.server.store import lists, log
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.tables.fold import fold
from cradle.server.tables.loader import position
from cradle.server.tables.messages import plain_table, read_move
from cradle.server.tables.registry import Tables
from cradle.table.errors import Refusal
from cradle.table.record import Entry


@dataclass(frozen=True)
class Try:
    """A table that goes on from a finished game, and the first choice of a person there."""

    facts: TableFacts
    first: Entry | None


def find_tries(connection: Connection, table: str, viewer: str | None, most: int) -> list[Try]:
    """Public tries and those of a viewer, with as much of them as the viewer may know."""
    found = lists.continued(connection, table, viewer, most)
    return [Try(facts, _first(connection, facts, viewer)) for facts in found]


def plain_try(tables: Tables, tried: Try, viewer: str | None) -> dict[str, Any]:
    """A try as a viewer may see it."""
    facts, first = tried.facts, None
    if tried.first is not None and (move := read_move(facts.game, tried.first.text)):
        first = {"seat": tried.first.seat, "move": move}
    live = tables.memory.peek(facts.id)
    return plain_table(facts, viewer, tables.time, live) | {"first": first}


def _first(connection: Connection, facts: TableFacts, viewer: str | None) -> Entry | None:
    """The first choice of a person that stands, if the viewer may know it."""
    try:
        found = _first_choice(connection, facts)
    except Refusal:  # The rules have changed since.
        return None
    return found if found is not None and _may_know(facts, found, viewer) else None


def _first_choice(connection: Connection, facts: TableFacts) -> Entry | None:
    """The first answer of a person who could have given another one."""
    people = {each.seat for each in facts.seats if each.kind == "person"}
    entries = fold(log.read(connection, facts.id)).entries
    if len(entries) <= facts.from_ply:
        return None
    table = position(connection, facts, entries, facts.from_ply)
    for entry in entries[facts.from_ply :]:
        if entry.seat in people and len(table.moves(entry.seat)) > 1:
            return entry
        table.enter(entry.seat, entry.text)
    return None


def _may_know(facts: TableFacts, answer: Entry, viewer: str | None) -> bool:
    """While several people play, everybody only their own."""
    alone = facts.state in ENDED or len(facts.people()) < 2
    return alone or answer.seat in facts.seats_of(viewer)
