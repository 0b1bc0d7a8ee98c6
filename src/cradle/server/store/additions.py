"""What has been added to tables since they were last read: many tables in one statement.

It is for processes that share a PostgreSQL. One statement sees one moment and needs no transaction,
so however many tables others have changed, finding out what they did takes one round trip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Integer,
    ScalarSelect,
    Select,
    Table,
    Text,
    TypeDecorator,
    cast,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by

from cradle.server.store.account_schema import PLANS
from cradle.server.store.facts import TableFacts
from cradle.server.store.given_rows import FEW, Types, as_text, looked_up
from cradle.server.store.log import Answer
from cradle.server.store.schema import CHAT, MOVES, SEATS, TABLES
from cradle.server.store.tables import NAMED_SEATS, make_seats

KNOWN: Types = {"id": Text(), "seq": Integer()}
READ = {each.name: each.type for each in TABLES.c if isinstance(each.type, TypeDecorator)}
SEAT_COLUMNS = tuple(NAMED_SEATS.selected_columns.keys())


@dataclass(frozen=True)
class Additions:
    """A table as it is kept now: facts, the rows of its log after `since`, its chat and plans."""

    facts: TableFacts
    since: int
    rows: list[Answer]
    chat: int
    plans: dict[int, tuple[str, ...]]


def read_additions(connection: Connection, known: Mapping[str, int]) -> dict[str, Additions]:
    """What tables are now, of whose logs so many rows are known; those that are gone are left out.

    PostgreSQL's alone: on SQLite there is no other process.
    """
    given = {"known": as_text(KNOWN, known.items())}
    texts = connection.execute(_statement(len(known) <= FEW), given).scalars()
    found = (_additions(orjson.loads(text), connection.dialect) for text in texts)
    return {each.facts.id: each for each in found}


def _additions(plain: dict[str, Any], dialect: Dialect) -> Additions:
    names = ("known_seq", "seats", "rows", "said", "plans")
    since, seats, rows, said, plans = (plain.pop(name) for name in names)
    named = [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in seats or ()]
    told = {name: kind.process_result_value(plain[name], dialect) for name, kind in READ.items()}
    facts = TableFacts(**plain | told, seats=make_seats(named))
    answers = [Answer(*row) for row in rows or ()]
    laid = {seat: tuple(orjson.loads(texts)) for seat, texts in plans or ()}
    return Additions(facts, since, answers, said or 0, laid)


@lru_cache(maxsize=2)
def _statement(few: bool) -> Select[Any]:
    """Each table as one text: a driver takes long to read forty columns."""
    known = looked_up("known", KNOWN, few)
    seats = NAMED_SEATS.with_only_columns(_as_json(SEATS.c.seat, *NAMED_SEATS.selected_columns))
    rows = select(_as_json(MOVES.c.seq, MOVES.c.seat, MOVES.c.text))
    plans = select(_as_json(PLANS.c.seat, PLANS.c.seat, PLANS.c.answers))
    said = select(func.max(CHAT.c.number))
    found = select(
        TABLES,
        known.c.seq.label("known_seq"),
        _of_table(seats, SEATS).label("seats"),
        _of_table(rows.where(MOVES.c.seq > known.c.seq), MOVES).label("rows"),
        _of_table(said, CHAT).label("said"),
        _of_table(plans.where(~PLANS.c.dropped), PLANS).label("plans"),
    ).join_from(TABLES, known, TABLES.c.id == known.c.id)
    whole = func.row_to_json(literal_column("found"))
    return select(cast(whole, Text())).select_from(found.subquery("found"))


def _as_json(order: ColumnElement[Any], *columns: ColumnElement[Any]) -> ColumnElement[Any]:
    """Several rows as one value."""
    return func.json_agg(aggregate_order_by(func.json_build_array(*columns), order))


def _of_table(query: Select[Any], part: Table) -> ScalarSelect[Any]:
    return query.where(part.c.table_id == TABLES.c.id).scalar_subquery()
