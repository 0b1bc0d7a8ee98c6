"""The tables of ratings: where everybody stands on each ladder, and how they came there."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer, String, Table

from cradle.server.store.metadata import METADATA, index

# A person or a bot at games of so many players; 0 is all of them together.
LADDERS = Table(
    "ladders",
    METADATA,
    Column("subject", String(40), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("ladder", String(16), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    index("ix_ladders_game", "game", "ladder", "players", "mu"),
)

# What a game did to a rating; `among_*` are those of games of as many players alone.
RATING_CHANGES = Table(
    "rating_changes",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("subject", String(40), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("ladder", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("among_mu", Float, nullable=False),
    Column("among_sigma", Float, nullable=False),
    index("ix_rating_changes_subject", "subject", "at"),
)
