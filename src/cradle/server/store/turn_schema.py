"""The table of bots that are asked, where several processes let them think."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer, String, Table

from cradle.server.store.metadata import METADATA, index

# One row a bot that is asked; whose turn is next says `due_at`, and who thinks `taken_by`.
BOT_TURNS = Table(
    "bot_turns",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("host", String(16), nullable=False),
    Column("seconds", Float, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("taken_by", String(16), index=True),
    Column("taken_until", BigInteger, nullable=False),
    index("ix_bot_turns_due_at", "due_at"),
    index("ix_bot_turns_host", "host"),
)
