"""The tables of what lets people in, and of what is theirs alone."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, String, Table

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

# Keys of somebody's devices; `credential` is what the device calls its own.
PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

# Who somebody is at a provider of OpenID Connect.
IDENTITIES = Table(
    "identities",
    METADATA,
    Column("issuer", String(200), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
)

# What somebody has laid down to answer next at a table, for nobody's eyes but their own.
PLANS = Table(
    "plans",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("answers", JsonText, nullable=False),
    Column("dropped", Boolean, nullable=False),
)
