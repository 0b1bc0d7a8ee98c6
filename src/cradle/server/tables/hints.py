"""Hints: the best moves a strong bot sees, from what a seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cradle.bots import LEVELS
from cradle.server.bots.pool import BotFailed
from cradle.server.tables.answers import at_table, must_play, question_for, seat_for
from cradle.server.tables.live import Live

if TYPE_CHECKING:
    from cradle.server.house import House

HINT_LEVEL = LEVELS[-2]


async def hints(house: House, live: Live, person: str, wish: int | None, lang: str) -> list[Any]:
    """The best moves a strong bot sees for a seat, from what that seat may know."""

    async def question(live: Live) -> dict[str, Any] | None:
        must_play(live)
        seat = seat_for(live, person, wish)
        board = live.board
        if board is None or seat not in board.asked:
            return None
        return question_for(house, board, seat, HINT_LEVEL) | {"ask": "weigh", "lang": lang}

    asked = await at_table(house, live.id, question)
    if asked is None:
        return []
    try:
        found: list[Any] = (await house.thinkers.ask(asked))["hints"]
    except BotFailed as error:
        house.logger.warning("no hints: %s", error)
        return []
    return found
