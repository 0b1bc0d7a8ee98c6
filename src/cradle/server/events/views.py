"""Events as a viewer may see them: luck that somebody may still play gives nothing away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection

from cradle.server.events import rounds
from cradle.server.events.standings import bye_points, rank_all
from cradle.server.problems import missing
from cradle.server.store import events, lucks, people
from cradle.server.store.events import EventFacts, Paired
from cradle.server.store.tables import names_of

KEPT_BACK = ("settled_at", "due_at", "host")
MOST_LISTED = 100


def plain(connection: Connection, event: str, viewer: str | None) -> dict[str, Any]:
    """An event as a viewer may see it: who is in it, its rounds, and the standing."""
    facts = events.find(connection, event)
    if facts is None:
        raise missing()
    entrants = events.entrants(connection, event)
    paired = _may_see(connection, facts, events.pairings(connection, event), viewer)
    by_id = {each.person: each for each in entrants}
    ranked = rank_all(by_id, rounds.played(paired))
    names = {each.person: each.name for each in entrants}
    mine = by_id[viewer].state if viewer in by_id else None
    host = _hosts(connection, [facts])[facts.host]
    count = sum(each.state == events.IN for each in entrants)
    return _short(facts, host, count, mine) | {
        "least": rounds.least(facts),
        "bye_points": bye_points(facts.size),
        "sit_until": rounds.sit_until(facts) if facts.round else None,
        "round_ends_at": rounds.round_ends_at(facts),
        "settled": facts.settled_at is not None,
        "standings": [
            {
                **asdict(each),
                "name": names[each.person],
                "state": by_id[each.person].state,
                "opponents": float(each.opponents),
                "share": float(each.share),
            }
            for each in ranked
        ],
        "played": _rounds(connection, paired, names),
    }


def listed(
    connection: Connection, states: Sequence[str], viewer: str | None
) -> list[dict[str, Any]]:
    """Events that a viewer may know of."""
    found = events.listed(connection, states, viewer, MOST_LISTED)
    ids = [facts.id for facts in found]
    counts, mine = events.counts(connection, ids), events.states_of(connection, ids, viewer)
    hosts = _hosts(connection, found)
    return [
        _short(each, hosts[each.host], counts.get(each.id, 0), mine.get(each.id)) for each in found
    ]


def _hosts(connection: Connection, found: Sequence[EventFacts]) -> dict[str, dict[str, str] | None]:
    """The hosts of events; None for who is gone."""
    ids = {facts.host for facts in found}
    here, names = people.who_is_here(connection, ids), names_of(connection, ids)
    return {each: {"person": each, "name": names[each]} if each in here else None for each in ids}


def _short(
    facts: EventFacts, host: dict[str, str] | None, entrants: int, mine: str | None
) -> dict[str, Any]:
    about = {name: value for name, value in _fields(facts).items() if name not in KEPT_BACK}
    return about | {"host": host, "entrants": entrants, "mine": mine}


def _fields(facts: EventFacts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in EventFacts.__dataclass_fields__}


def _may_see(
    connection: Connection, facts: EventFacts, paired: Sequence[Paired], viewer: str | None
) -> list[Paired]:
    """What was played; of luck still being played, results only to who has ended theirs."""
    luck = rounds.luck_name(facts.id, facts.round)
    hidden = facts.luck and lucks.runs(connection, luck)
    if hidden and viewer is not None:
        hidden = not lucks.has_ended(connection, luck, viewer)
    return [_hide(each) if hidden and each.round == facts.round else each for each in paired]


def _hide(each: Paired) -> Paired:
    """Somebody's seat without what came of it; a bye is no secret."""
    if each.number is None:
        return each
    return replace(each, points=None, rank=None, total=None, table_total=None)


def _rounds(
    connection: Connection, paired: Sequence[Paired], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    tables = {each.table_id for each in paired if each.table_id is not None}
    states = events.table_states(connection, tables)
    return [
        {
            "round": number,
            "tables": _tables(some, states, names),
            "byes": [_who(e, names) for e in some if e.number is None],
        }
        for number, some in rounds.by_round(paired).items()
    ]


def _tables(
    paired: Sequence[Paired], states: Mapping[str, str], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for each in paired:
        if each.number is not None:
            blank = _table(each.number, each.table_id, states)
            result = {name: getattr(each, name) for name in ("seat", "points", "rank", "total")}
            found.setdefault(each.number, blank)["seats"].append(_who(each, names) | result)
    return list(found.values())


def _table(number: int, table: str | None, states: Mapping[str, str]) -> dict[str, Any]:
    """A table of a round, nobody at it yet; one that was deleted was never begun."""
    return {
        "number": number,
        "table": table,
        "state": states.get(table or "", "closed"),
        "seats": [],
    }


def _who(each: Paired, names: Mapping[str, str]) -> dict[str, Any]:
    return {"person": each.person, "name": names[each.person]}
