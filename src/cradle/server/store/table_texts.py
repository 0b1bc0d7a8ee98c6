"""Tables as PostgreSQL tells them: each as one text, its seats within it.

A driver takes longer to read forty columns than the database to find them, and seats would take a
second statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    ScalarSelect,
    Select,
    String,
    Table,
    Text,
    TypeDecorator,
    any_,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by

from cradle.server.store.facts import TableFacts
from cradle.server.store.schema import SEATS, TABLES
from cradle.server.store.tables import NAMED_SEATS, make_seats

READ = {each.name: each.type for each in TABLES.c if isinstance(each.type, TypeDecorator)}
SEAT_COLUMNS = tuple(NAMED_SEATS.selected_columns.keys())


def read_texts(connection: Connection, tables: Sequence[str]) -> list[TableFacts]:
    """These tables, in any order; without those that are gone."""
    texts = connection.execute(_by_ids(), {"ids": list(tables)}).scalars()
    return [facts_in(orjson.loads(text), connection.dialect) for text in texts]


@lru_cache(maxsize=1)
def _by_ids() -> Select[Any]:
    ids = bindparam("ids", type_=ARRAY(String()))
    return as_texts(select(TABLES, seats_of_table()).where(TABLES.c.id == any_(ids)))


def as_texts(found: Select[Any]) -> Select[Any]:
    """Each row of a query as one text."""
    whole = func.row_to_json(literal_column("found"))
    return select(cast(whole, Text())).select_from(found.subquery("found"))


def facts_in(plain: dict[str, Any], dialect: Dialect) -> TableFacts:
    """A table's facts as such a text has them, and nothing else."""
    named = [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in plain.pop("seats") or ()]
    told = {name: kind.process_result_value(plain[name], dialect) for name, kind in READ.items()}
    return TableFacts(**plain | told, seats=make_seats(named))


def seats_of_table() -> ColumnElement[Any]:
    """The seats of each of TABLES, with the names to show."""
    seats = NAMED_SEATS.with_only_columns(as_json(SEATS.c.seat, *NAMED_SEATS.selected_columns))
    return of_table(seats, SEATS).label("seats")


def as_json(order: ColumnElement[Any], *columns: ColumnElement[Any]) -> ColumnElement[Any]:
    """Several rows as one value."""
    return func.json_agg(aggregate_order_by(func.json_build_array(*columns), order))


def of_table(query: Select[Any], part: Table) -> ScalarSelect[Any]:
    """What a query finds in a part of each of TABLES."""
    return query.where(part.c.table_id == TABLES.c.id).scalar_subquery()
