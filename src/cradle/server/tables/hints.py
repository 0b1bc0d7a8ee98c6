"""Hints: the best moves a strong bot sees, from what a seat may know."""

from __future__ import annotations

import logging
from typing import Any

from cradle.bots import LEVELS
from cradle.server.bots.pool import BotFailed, Thinkers
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables

LOGGER = logging.getLogger("cradle.server")
HINT_LEVEL = LEVELS[-2]


async def hints(
    tables: Tables, thinkers: Thinkers, table: str, person: str, wish: int | None, lang: str
) -> list[Any]:
    """The best moves for a seat that is asked; none if no bot can say them."""

    async def question(live: LiveTable) -> dict[str, Any] | None:
        played = must_play(live)
        seat = seat_for(live, person, wish)
        if seat not in played.asked:
            return None
        return thinkers.question(played, seat, HINT_LEVEL) | {"ask": "weigh", "lang": lang}

    asked = await tables.at(table, question)
    if asked is None:
        return []
    try:
        found: list[Any] = (await thinkers.ask(asked))["hints"]
    except BotFailed as error:
        LOGGER.warning("no hints: %s", error)
        return []
    return found
