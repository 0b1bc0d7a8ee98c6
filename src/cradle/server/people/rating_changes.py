"""What games did to ratings: of one game for each seat, and of one person over time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select

from cradle.server.people.ladders import ladder_of, why_unrated
from cradle.server.people.ratings import shown, subject, uncertainty
from cradle.server.store.facts import TableFacts
from cradle.server.store.rating_schema import RATING_CHANGES
from cradle.server.store.schema import TABLES
from cradle.server.timestamps import DAY_MS

MOST = 500  # of one person, the latest


def of_game(connection: Connection, facts: TableFacts) -> dict[str, Any]:
    """What a game did to the rating of each seat, or why nothing."""
    query = select(RATING_CHANGES).where(RATING_CHANGES.c.table_id == facts.id)
    found = {row.subject: row for row in connection.execute(query)}
    changes = [found.get(subject(each)) for each in facts.seats]
    ladder = next((row.ladder for row in found.values()), ladder_of(facts))
    return {
        "ladder": ladder,
        "why": None if found else why_unrated(facts),
        "seats": [None if row is None else _change(row) for row in changes],
    }


def _change(row: Row[Any]) -> dict[str, Any]:
    return {
        "before": shown(row.mu_before),
        "rating": shown(row.mu),
        "uncertainty": uncertainty(row.sigma),
    }


def over_time(connection: Connection, person: str, viewer: str | None) -> list[dict[str, Any]]:
    """How somebody's ratings came about, the latest first.

    Of a private table others aren't told which it was, nor when but for the day.
    """
    query = (
        select(RATING_CHANGES, TABLES.c.visibility)
        .join(TABLES, TABLES.c.id == RATING_CHANGES.c.table_id)
        .where(RATING_CHANGES.c.subject == person)
        .order_by(RATING_CHANGES.c.at.desc())
        .limit(MOST)
    )
    rows = connection.execute(query)
    return [_point(row, row.visibility == "public" or viewer == person) for row in rows]


def _noon(at: int) -> int:
    """The middle of a day, which is the same day nearly everywhere."""
    return at // DAY_MS * DAY_MS + DAY_MS // 2


def _point(row: Row[Any], known: bool) -> dict[str, Any]:
    return {
        "table": row.table_id if known else None,
        "game": row.game,
        "ladder": row.ladder,
        "players": row.players,
        "at": row.at if known else _noon(row.at),
        **_change(row),
        "among": {"rating": shown(row.among_mu), "uncertainty": uncertainty(row.among_sigma)},
    }
