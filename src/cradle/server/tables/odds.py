"""Exact odds for whoever plays, from what their seat may know."""

from __future__ import annotations

from typing import Any

from cradle import odds
from cradle.kernel.notation import describe
from cradle.odds.forecast import Forecast, Topic
from cradle.server.problems import Problem
from cradle.server.store.facts import TableFacts
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.help import note_help
from cradle.server.tables.live import LiveTable
from cradle.server.tables.rated_games import refuse_in_competition
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_not_share
from cradle.table import Table
from cradle.table.errors import Refusal


async def questions(tables: Tables, table: str, person: str, wish: int | None) -> dict[str, Any]:
    """What can be asked about odds now, for a seat of one's own."""

    async def work(live: LiveTable) -> dict[str, Any]:
        played, seat = _place(live, person, wish)
        found = odds.questions(played, seat)
        about = [{"text": text, "about": about} for text, about in found.about.items()]
        topics = [_topic(each) for each in found.topics]
        return {"seq": live.facts.seq, "seat": seat, "topics": topics, "moves": about}

    return await tables.at(table, work)


def _place(live: LiveTable, person: str, wish: int | None) -> tuple[Table, int]:
    """The table and the seat that asks."""
    played = must_play(live)
    refuse_odds(live.facts)
    return played, seat_for(live, person, wish)


def refuse_odds(facts: TableFacts) -> None:
    """Rated games, events and tables of a shared luck tell no odds."""
    refuse_in_competition(facts, "rated-no-odds")
    must_not_share(facts, "luck-no-odds")


def tells_odds(facts: TableFacts) -> bool:
    """Whether odds of a table are told."""
    try:
        refuse_odds(facts)
    except Problem:
        return False
    return True


def _topic(topic: Topic) -> dict[str, Any]:
    more = [
        {"words": move.text.partition(" ")[2], "move": {"text": move.text} | describe(move)}
        for move in topic.more
    ]
    return {
        "kind": topic.kind,
        "terms": topic.terms,
        "names": topic.names,
        "counts": topic.counts,
        "may_lack": topic.may_lack,
        "more": more,
    }


async def answer(
    tables: Tables, table: str, person: str, wish: int | None, question: str
) -> dict[str, Any]:
    """The answer to a question about odds, asked for a seat of one's own."""

    async def work(live: LiveTable) -> dict[str, Any]:
        played, seat = _place(live, person, wish)
        try:
            found = odds.ask(played, seat, question)
        except Refusal as refusal:
            raise Problem.of(refusal) from None
        await note_help(tables, live)
        return {"seq": live.facts.seq, "seat": seat, "about": question, **plain(found)}

    return await tables.at(table, work)


def plain(found: Forecast) -> dict[str, Any]:
    """A forecast as clients read it: whole numbers, and what they come to."""
    chances = [
        {"amount": amount, "ways": ways, "chance": ways / found.total}
        for amount, ways in enumerate(found.ways, 1)
    ]
    expected = None if found.expected is None else float(found.expected)
    about = {"kind": found.kind, "name": found.name, "clause": found.clause}
    return {**about, "expected": expected, "total": found.total, "chances": chances}
