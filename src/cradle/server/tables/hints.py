"""Hints: the best moves our best player sees, from what a seat may know."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from cradle.bots.hints import HINTER
from cradle.server.bots.pool import BotFailed, Thinkers
from cradle.server.bots.turns import Crowded
from cradle.server.problems import Problem
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.help import note_help
from cradle.server.tables.live import LiveTable
from cradle.server.tables.rated_games import refuse_in_competition
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_not_share

LOGGER = logging.getLogger("cradle.server")
HINTS = "hints"  # All hints for a person count as one table of theirs.
MOST_WAITING = 4
WAIT_S = 5


async def hints(
    tables: Tables, thinkers: Thinkers, table: str, person: str, wish: int | None, lang: str
) -> list[Any]:
    """The best moves for a seat that is asked; none if no bot can say them."""

    async def question(live: LiveTable) -> dict[str, Any] | None:
        played = must_play(live)
        refuse_in_competition(live.facts, "rated-no-hints")
        must_not_share(live.facts, "luck-no-hints")
        seat = seat_for(live, person, wish)
        if seat not in played.asked:
            return None
        return thinkers.question(played, seat, HINTER) | {"ask": "weigh", "lang": lang}

    asked = await tables.at(table, question)
    if asked is None:
        return []
    if thinkers.turns.waits(person, HINTS) >= MOST_WAITING:
        raise Problem(429, "bots-busy", seconds=WAIT_S)
    try:
        async with thinkers.turn(person, HINTS, HINTER):
            found: list[Any] = (await thinkers.ask(asked))["hints"]
    except Crowded:
        raise Problem(429, "bots-busy", seconds=WAIT_S) from None
    except BotFailed as error:
        LOGGER.warning("no hints: %s", error)
        return []
    if found:
        await tables.at(table, partial(note_help, tables))
    return found
