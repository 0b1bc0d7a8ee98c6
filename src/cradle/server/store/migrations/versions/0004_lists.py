"""Lists, the lobby and tidying are answered from indexes, however many games there are."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

UNENDED = "over_at IS NULL"
ARCHIVE = "state = 'over' AND visibility = 'public'"
INDEXES: list[tuple[str, str, list[str], str | None]] = [
    ("ix_people_created_at", "people", ["created_at", "id"], None),
    ("ix_sessions_until_at", "sessions", ["until_at"], None),
    ("ix_chat_person", "chat", ["person"], None),
    ("ix_ratings_game", "ratings", ["game", "mu"], None),
    ("ix_tables_host", "tables", ["host", "over_at"], None),
    ("ix_tables_unended", "tables", ["state", "created_at", "id"], UNENDED),
    (
        "ix_tables_lobby",
        "tables",
        ["state", "created_at"],
        f"{UNENDED} AND visibility = 'public'",
    ),
    ("ix_tables_unbegun", "tables", ["over_at"], "state = 'closed' AND started_at IS NULL"),
    ("ix_tables_archive", "tables", ["over_at", "id"], ARCHIVE),
    ("ix_tables_archive_game", "tables", ["game", "over_at", "id"], ARCHIVE),
    ("ix_tables_archive_size", "tables", ["size", "over_at", "id"], ARCHIVE),
    ("ix_tables_archive_game_size", "tables", ["game", "size", "over_at", "id"], ARCHIVE),
]


def upgrade() -> None:
    """Add them, and the tables of each person."""
    op.drop_index("ix_tables_over_at", "tables")
    op.drop_index("ix_tables_state_visibility", "tables")
    for name, table, columns, where in INDEXES:
        op.create_index(name, table, columns, **_some(where))
    op.create_table(
        "listed",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("over_at", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_listed_person_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_listed_table_id_tables"),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_listed"),
    )
    op.execute(
        "INSERT INTO listed (table_id, person, state, over_at, game, size, visibility, kind) "
        "SELECT DISTINCT tables.id, seats.person, tables.state, tables.over_at, tables.game, "
        "tables.size, tables.visibility, tables.kind "
        "FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.person IS NOT NULL"
    )
    op.create_index(
        "ix_listed_person",
        "listed",
        ["person", "state", "over_at", "table_id", "game", "size", "visibility", "kind"],
    )


def downgrade() -> None:
    """Have the indexes that were there before."""
    op.drop_table("listed")
    for name, table, _, _ in INDEXES:
        op.drop_index(name, table)
    op.create_index("ix_tables_over_at", "tables", ["over_at"])
    op.create_index("ix_tables_state_visibility", "tables", ["state", "visibility", "created_at"])


def _some(where: str | None) -> dict[str, Any]:
    """How an index of some rows is asked for, on either database."""
    some = None if where is None else sa.text(where)
    return {"sqlite_where": some, "postgresql_where": some}
