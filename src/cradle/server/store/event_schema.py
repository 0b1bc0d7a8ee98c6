"""The tables of events: what they are, who is in them, and who played where."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    false,
)

from cradle.server.store.facts import JsonText, PaceText
from cradle.server.store.metadata import METADATA, index, once

EVENTS = Table(
    "events",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("host", String(16), ForeignKey("people.id"), nullable=False),
    Column("name", String(80), nullable=False),
    Column("game", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("options", JsonText, nullable=False),
    Column("pace", PaceText, nullable=False),
    Column("luck", Boolean, nullable=False),
    Column("fill", String(32)),
    Column("visibility", String(16), nullable=False),
    Column("advance", String(16), nullable=False),
    Column("round_days", Integer),
    Column("starts_at", BigInteger),
    Column("state", String(16), nullable=False),
    Column("round", Integer, nullable=False),
    Column("round_at", BigInteger),
    Column("settled_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("over_at", BigInteger),
    Column("due_at", BigInteger),
    Column("late", Boolean, nullable=False, server_default=false()),
    index("ix_events_due", "state", "due_at"),
    index("ix_events_state", "state", "created_at", "id"),
    index("ix_events_host", "host", "state"),
)

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("event", String(16), ForeignKey("events.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
)

# One row a person and round: the seat they were given, or none for a bye, and what came of it.
PAIRINGS = Table(
    "pairings",
    METADATA,
    Column("event", String(16), ForeignKey("events.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True, index=True),
    Column("number", Integer),
    Column("table_id", String(16), ForeignKey("tables.id"), index=True),
    Column("seat", Integer),
    Column("points", Float),
    Column("rank", Integer),
    Column("total", Integer),
    Column("table_total", Integer),
    once("event", "round", "number", "seat"),
    index("ix_pairings_unknown", "event", "round", "table_id", where="points IS NULL"),
)
