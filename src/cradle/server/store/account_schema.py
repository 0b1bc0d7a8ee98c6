"""The tables of what accounts are reached and recovered by."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, String, Table

from cradle.server.store.facts import JsonText
from cradle.server.store.metadata import METADATA

# Secrets that are good once and for a short time; `data` is what they stand for.
ONE_TIME = Table(
    "one_time",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(16), ForeignKey("people.id"), index=True),
    Column("data", JsonText, nullable=False),
    Column("until_at", BigInteger, nullable=False, index=True),
)
