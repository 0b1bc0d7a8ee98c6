"""Exact odds for whoever plays, from what their seat may know."""

from __future__ import annotations

from typing import Any

from cradle.odds import ask
from cradle.odds.forecast import Forecast
from cradle.server.problems import Problem
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.live import LiveTable
from cradle.server.tables.rated import must_be_unrated
from cradle.server.tables.registry import Tables
from cradle.table.errors import Refusal


async def odds(
    tables: Tables, table: str, person: str, wish: int | None, question: str
) -> dict[str, Any]:
    """The answer to a question about odds, asked for a seat of one's own."""

    async def work(live: LiveTable) -> dict[str, Any]:
        played = must_play(live)
        must_be_unrated(live.facts, "rated-no-odds")
        seat = seat_for(live, person, wish)
        try:
            found = ask(played, seat, question)
        except Refusal as refusal:
            raise Problem.of(refusal) from None
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
