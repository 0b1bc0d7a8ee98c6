"""The tables of the database. Migrations make them; a test holds both together."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from cradle.server.store.facts import JsonText, SeatFacts, TableFacts, columns
from cradle.server.store.metadata import METADATA, index, once

# Some rows of tables, which have indexes of their own; a query must ask for them in these words.
UNENDED = "over_at IS NULL"
UNBEGUN = "state = 'closed' AND started_at IS NULL"
LOBBY = f"{UNENDED} AND visibility = 'public'"
RECORDS = "kind = 'record'"
CONTINUED = "from_table IS NOT NULL"
LUCK = "luck IS NOT NULL"
ARCHIVE = "state = 'over' AND visibility = 'public'"
# Analyses of games that are kept whole.
WHOLE = "body IS NOT NULL"
# Messages that wait to be sent.
WAITING = "done_at IS NULL"


KEPT = Table(
    "kept",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(64), unique=True),
    Column("password", String(200)),
    Column("settings", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("banned_at", BigInteger),
    Column("role", String(16)),
    # Until when somebody may only finish what they play, and which warning they have read.
    Column("timeout_until", BigInteger),
    Column("heeded_at", BigInteger),
    index("ix_people_created_at", "created_at", "id"),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("until_at", BigInteger, nullable=False, index=True),
    Column("agent", String(120), nullable=False, server_default=""),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    # Those of before there were scopes may do what they could.
    Column("scopes", String(64), nullable=False, server_default="read play host account"),
)

TABLES = Table(
    "tables",
    METADATA,
    *columns(TableFacts),
    # None has what a move changes, but for the deadline: each would make every move dearer.
    index("ix_tables_deadline_ms", "deadline_ms"),
    index("ix_tables_host", "host", "over_at"),
    index("ix_tables_origin", "origin", where=UNENDED),
    index("ix_tables_continued", "from_table", "from_ply", where=CONTINUED),
    index("ix_tables_luck", "luck", "state", where=LUCK),
    index("ix_tables_records", "host", where=RECORDS),
    index("ix_tables_unended", "state", "created_at", "id", where=UNENDED),
    index("ix_tables_unbegun", "over_at", where=UNBEGUN),
    index("ix_tables_lobby", "state", "created_at", where=LOBBY),
    index("ix_tables_archive", "over_at", "id", where=ARCHIVE),
    index("ix_tables_archive_game", "game", "over_at", "id", where=ARCHIVE),
    index("ix_tables_archive_size", "size", "over_at", "id", where=ARCHIVE),
    index("ix_tables_archive_game_size", "game", "size", "over_at", "id", where=ARCHIVE),
)

# Who sits at which table, once each, with what lists ask for. Tables and seats say the same.
LISTED = Table(
    "listed",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("over_at", BigInteger),
    Column("game", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("kind", String(16), nullable=False),
    index(
        "ix_listed_person",
        *("person", "state", "over_at", "table_id", "game", "size", "visibility", "kind"),
    ),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    *columns(SeatFacts),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("text", String(200), nullable=False),
    Column("client", String(90)),
    Column("at", BigInteger, nullable=False),
    Column("clock", JsonText),
    once("table_id", "client"),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("round", Boolean, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# Analyses of finished games: what is told of seats, and all of it as long as there is room.
ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("version", String(16), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seats", JsonText, nullable=False),
    Column("body", LargeBinary),
    index("ix_analyses_whole", "made_at", where=WHOLE),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("client", String(90)),
    Column("text", String(500), nullable=False),
    once("table_id", "client"),
)

RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("about", String(16), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Where somebody wants to be told of what happens: an address of mail, a browser, a webhook.
CHANNELS = Table(
    "channels",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("address", String(2000), nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("secrets", JsonText, nullable=False),
    Column("events", String(80), nullable=False),
    Column("digest", Boolean, nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("confirmed_at", BigInteger),
    Column("stopped_at", BigInteger),
    Column("fault", String(200)),
)

# When somebody wants to be left alone, in minutes of their day, and when a digest may come.
QUIET = Table(
    "quiet",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("digest_at", Integer, nullable=False),
)

# The tables of which somebody wants to hear nothing.
MUTED = Table(
    "muted",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True, index=True),
)

# What somebody writes down at a table, for nobody but themselves.
NOTES = Table(
    "notes",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)

# What is to be told, one row an event and channel; `batch` names what is sent in one message.
OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", String(80), primary_key=True),
    Column("channel", String(16), ForeignKey("channels.id"), nullable=False),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("event", String(16), nullable=False),
    Column("table_id", String(16), ForeignKey("tables.id"), index=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("leased_until", BigInteger, nullable=False),
    Column("batch", String(16), index=True),
    Column("done_at", BigInteger, index=True),
    Column("outcome", String(16)),
    Column("begun_at", BigInteger),
    index("ix_outbox_channel", "channel", "table_id"),
    index("ix_outbox_waiting", "due_at", where=WAITING),
)

# Days in a row on which somebody solved the puzzle of the day; `day` counts from 1970.
STREAKS = Table(
    "streaks",
    METADATA,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("most", Integer, nullable=False),
)
