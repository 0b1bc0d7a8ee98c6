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
from sqlalchemy import Connection, Dialect, Integer, Select, Text, func, select

from cradle.server.store.account_schema import PLANS
from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.row_parameters import FEW, Types, as_text, looked_up
from cradle.server.store.schema import CHAT, MOVES, TABLES
from cradle.server.store.table_texts import as_json, as_texts, facts_in, of_table, seats_of_table

KNOWN: Types = {"id": Text(), "seq": Integer()}


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
    names = ("known_seq", "rows", "said", "plans")
    since, rows, said, plans = (plain.pop(name) for name in names)
    answers = [Answer(*row) for row in rows or ()]
    laid = {seat: tuple(orjson.loads(texts)) for seat, texts in plans or ()}
    return Additions(facts_in(plain, dialect), since, answers, said or 0, laid)


@lru_cache(maxsize=2)
def _statement(few: bool) -> Select[Any]:
    known = looked_up("known", KNOWN, few)
    rows = select(as_json(MOVES.c.seq, MOVES.c.seat, MOVES.c.text))
    plans = select(as_json(PLANS.c.seat, PLANS.c.seat, PLANS.c.answers))
    said = select(func.max(CHAT.c.number))
    found = select(
        TABLES,
        known.c.seq.label("known_seq"),
        seats_of_table(),
        of_table(rows.where(MOVES.c.seq > known.c.seq), MOVES).label("rows"),
        of_table(said, CHAT).label("said"),
        of_table(plans.where(~PLANS.c.dropped), PLANS).label("plans"),
    )
    return as_texts(found.join_from(TABLES, known, TABLES.c.id == known.c.id))
