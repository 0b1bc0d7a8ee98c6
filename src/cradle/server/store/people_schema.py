"""The tables of what people are to each other."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Table

from cradle.server.store.facts import JsonText
from cradle.server.store.metadata import METADATA, index

UNSETTLED = "closed_at IS NULL"
SETTLED = "closed_at IS NOT NULL"

# Who looks for people to play with, until when, and what they would like to play.
SEARCHES = Table(
    "searches",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("pace", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until_at", BigInteger, nullable=False, index=True),
    index("ix_searches_wish", "game", "players", "pace", "rated", "at"),
)

# Whom somebody follows, hears nothing of, or doesn't want to meet.
RELATIONS = Table(
    "relations",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("other", String(16), ForeignKey("people.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

# What people tell those who look after the server about others; `context` is what was said then.
REPORTS = Table(
    "reports",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("about", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("table_id", String(16), ForeignKey("tables.id"), index=True),
    Column("reason", String(16), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("context", JsonText, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    index("ix_reports_open", "at", "id", where=UNSETTLED),
    index("ix_reports_closed", "closed_at", "id", where=SETTLED),
)

# What was done about people, by whom (nobody: at the command line), and why; only ever added to.
AUDIT = Table(
    "audit",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(16), ForeignKey("people.id")),
    Column("action", String(16), nullable=False),
    Column("about", String(16), ForeignKey("people.id"), nullable=False),
    Column("reason", String(500), nullable=False),
    Column("until_at", BigInteger),
    Column("report", String(16), ForeignKey("reports.id"), index=True),
    index("ix_audit_at", "at", "id"),
    index("ix_audit_about", "about", "at", "id"),
    index("ix_audit_actor", "actor"),
)
