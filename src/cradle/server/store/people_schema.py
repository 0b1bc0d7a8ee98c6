"""The tables of what people are to each other."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Table

from cradle.server.store.metadata import METADATA, index

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
