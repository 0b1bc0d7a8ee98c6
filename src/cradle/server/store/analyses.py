"""Analyses of finished games, kept: what is told of seats for good, the whole for the latest."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, select, text, update

from cradle.server.store.batches import batched
from cradle.server.store.locks import lock
from cradle.server.store.schema import ANALYSES, LISTED, SEATS, TABLES, WHOLE

MOST_WHOLE = 5_000  # docs/hosting.md says how much room they take.
AT_ONCE = 50


@dataclass(frozen=True)
class Finished:
    """A finished game: its table, how many rows its log has, and who judges it."""

    table: str
    seq: int
    version: str


@dataclass(frozen=True)
class FinishedSeat:
    """A finished game of somebody's: which seat was theirs, and what is told of it, if anything.

    `version` names what judged it.
    """

    table: str
    seq: int
    game: str
    seats: int
    seat: int
    over_at: int
    version: str | None
    summary: dict[str, Any] | None

    def plain(self) -> dict[str, Any]:
        """What clients see."""
        return {
            "table": self.table,
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "over_at": self.over_at,
            "summary": self.summary,
        }


def keep(connection: Connection, game: Finished, summary: dict[str, Any], at: int) -> None:
    """Keep the analysis of a game instead of any before; the oldest beyond the most lose most."""
    lock(connection, "analysis", game.table)
    connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == game.table))
    row = {
        "table_id": game.table,
        "seq": game.seq,
        "version": game.version,
        "made_at": at,
        "seats": summary["seats"],
        "body": zlib.compress(orjson.dumps(summary)),
    }
    connection.execute(insert(ANALYSES), row)
    make_room(connection, MOST_WHOLE)


def make_room(connection: Connection, most: int) -> None:
    """Of analyses beyond the latest, keep only what is told of seats."""
    whole = select(ANALYSES.c.table_id).where(text(WHOLE)).order_by(ANALYSES.c.made_at.desc())
    older = list(connection.execute(whole.offset(most).limit(AT_ONCE)).scalars())
    if older:
        connection.execute(update(ANALYSES).where(ANALYSES.c.table_id.in_(older)).values(body=None))


def whole(connection: Connection, game: Finished) -> dict[str, Any] | None:
    """The analysis of a game as it stands, by this judge, if it is kept."""
    same = (ANALYSES.c.seq == game.seq) & (ANALYSES.c.version == game.version)
    query = select(ANALYSES.c.body).where(ANALYSES.c.table_id == game.table, same)
    body = connection.execute(query).scalar_one_or_none()
    found: dict[str, Any] | None = None if body is None else orjson.loads(zlib.decompress(body))
    return found


def of_person(
    connection: Connection, person: str, game: str | None, most: int
) -> list[FinishedSeat]:
    """The games that somebody has finished, the latest first."""
    columns = (LISTED.c.table_id, TABLES.c.seq, LISTED.c.game, LISTED.c.size, LISTED.c.over_at)
    mine = (LISTED.c.person == person, LISTED.c.state == "over", LISTED.c.kind == "game")
    query = select(*columns).join(TABLES, TABLES.c.id == LISTED.c.table_id).where(*mine)
    if game is not None:
        query = query.where(LISTED.c.game == game)
    rows = connection.execute(query.order_by(LISTED.c.over_at.desc()).limit(most)).all()
    tables = [row.table_id for row in rows]
    seats, told = _seats_of(connection, person, tables), _told(connection, tables)
    found = []
    for row in rows:
        if (seat := seats.get(row.table_id)) is not None:
            version, summaries = told.get(row.table_id, (None, None))
            summary = None if summaries is None else summaries[seat]
            found.append(FinishedSeat(*row[:4], seat, row.over_at, version, summary))
    return found


def _seats_of(connection: Connection, person: str, tables: Sequence[str]) -> dict[str, int]:
    found = dict[str, int]()
    columns = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.person)
    for some in batched(tables):
        rows = connection.execute(columns.where(SEATS.c.table_id.in_(some)))
        found |= {row.table_id: row.seat for row in rows if row.person == person}
    return found


def _told(
    connection: Connection, tables: Sequence[str]
) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    found = dict[str, tuple[str, list[dict[str, Any]]]]()
    columns = select(ANALYSES.c.table_id, ANALYSES.c.version, ANALYSES.c.seats)
    for some in batched(tables):
        rows = connection.execute(columns.where(ANALYSES.c.table_id.in_(some)))
        found |= {row.table_id: (row.version, row.seats) for row in rows}
    return found
