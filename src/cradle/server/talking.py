"""Chat at a table, and hints from the bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from cradle.bots import LEVELS
from cradle.server.acting import at_table, must_play, question_for, seat_for
from cradle.server.live import Live, now_ms
from cradle.server.problems import Problem
from cradle.server.seam import table_topic
from cradle.server.store import chat
from cradle.server.store.people import Person
from cradle.server.thinking import BotFailed

if TYPE_CHECKING:
    from cradle.server.house import House

HINT_LEVEL = LEVELS[-2]


async def say(house: House, live: Live, person: Person, text: str, client: str | None) -> int:
    """Say something at a table, once for each name; the line's number."""
    if not text:
        raise Problem(422, "bad-request", where="text", why="empty")
    seats = live.sheet.seats_of(person.id)
    seat = seats[0] if seats else None
    key = None if client is None else f"{person.id}:{client}"

    def work(connection: Connection) -> int:
        return chat.say(connection, live.id, person.id, seat, text, key, now_ms())

    number = await house.database.write(work)
    current = house.keeper.peek(live.id)
    if current is not None:
        current.chat = max(current.chat, number)
    house.notices.call(table_topic(live.id))
    return number


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
