"""What was tried from a finished game: tables that go on from it, with the first choice of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection

from cradle.server.store import lists, log
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.tables.fold import fold
from cradle.server.tables.game import resumed
from cradle.server.tables.loader import setup_for
from cradle.server.tables.messages import plain_table, read_move
from cradle.server.tables.registry import Tables
from cradle.table import Table
from cradle.table.errors import Refusal
from cradle.table.record import Entry


@dataclass(frozen=True)
class Try:
    """A table that goes on from a finished game, and the first choice of a person there."""

    facts: TableFacts
    first: Entry | None


class Trail:
    """Positions on the way of games that begin alike; what they share is played once.

    Asked for in the order of their answers, each goes on from the last one that it has passed.
    """

    def __init__(self, facts: TableFacts) -> None:
        self.facts = facts  # All have the same rules.
        self.passed: list[Table] = []

    def after(self, entries: Sequence[Entry]) -> Table:
        """The game after these answers."""
        while self.passed and not _begins(entries, self.passed[-1].entries):
            self.passed.pop()
        table = self._again(self.passed[-1] if self.passed else None)
        self.passed.append(table)
        for each in entries[len(table.entries) :]:
            table.enter(each.seat, each.text)
        return self._again(table)

    def _again(self, table: Table | None) -> Table:
        """The same game, or a new one, to go another way."""
        found = resumed(setup_for(self.facts), entries=table.entries if table else ())
        if table is not None:
            found.state = table.state.copy()
        return found


def find_tries(connection: Connection, table: str, viewer: str | None, most: int) -> list[Try]:
    """Public tries and those of a viewer, with as much of them as the viewer may know."""
    found = lists.continued(connection, table, viewer, most)
    rows = log.read_several(connection, [facts.id for facts in found])
    entries = {table: fold(log).entries for table, log in rows.items()}
    firsts = _firsts(found, entries)
    return [Try(facts, _may_know(facts, firsts.get(facts.id), viewer)) for facts in found]


def plain_try(tables: Tables, tried: Try, viewer: str | None) -> dict[str, Any]:
    """A try as a viewer may see it."""
    facts, first = tried.facts, None
    if tried.first is not None and (move := read_move(facts.game, tried.first.text)):
        first = {"seat": tried.first.seat, "move": move}
    live = tables.memory.peek(facts.id)
    return plain_table(facts, viewer, tables.time, live) | {"first": first}


def _firsts(
    found: Sequence[TableFacts], entries: Mapping[str, Sequence[Entry]]
) -> dict[str, Entry | None]:
    """The first choice of a person at each of these tables, as far as today's rules know it."""
    firsts = dict[str, Entry | None]()
    ways = [(_way(entries[facts.id][: facts.from_ply]), facts) for facts in found]
    trail = None
    for _, facts in sorted(ways, key=itemgetter(0)):
        trail = trail or Trail(facts)
        with suppress(Refusal):  # The rules have changed since.
            firsts[facts.id] = _first_choice(trail, facts, entries[facts.id])
    return firsts


def _way(entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """What orders games by their answers: each comes before those that go on from it."""
    return [(-1 if each.seat is None else each.seat, each.text) for each in entries]


def _begins(entries: Sequence[Entry], start: Sequence[Entry]) -> bool:
    """Whether answers begin with these."""
    return list(entries[: len(start)]) == list(start)


def _first_choice(trail: Trail, facts: TableFacts, entries: Sequence[Entry]) -> Entry | None:
    """The first answer of a person who could have given another one."""
    people = {each.seat for each in facts.seats if each.kind == "person"}
    if len(entries) <= facts.from_ply:
        return None
    table = trail.after(entries[: facts.from_ply])
    for entry in entries[facts.from_ply :]:
        if entry.seat in people and len(table.moves(entry.seat)) > 1:
            return entry
        table.enter(entry.seat, entry.text)
    return None


def _may_know(facts: TableFacts, answer: Entry | None, viewer: str | None) -> Entry | None:
    """The answer, if a viewer may know it: while several people play, everybody only their own."""
    alone = facts.state in ENDED or len(facts.people()) < 2
    told = answer is not None and (alone or answer.seat in facts.seats_of(viewer))
    return answer if told else None
