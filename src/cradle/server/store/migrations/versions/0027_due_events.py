"""Events are looked at when something is due in them; and some let people enter late."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

UNKNOWN = sa.text("points IS NULL")


def upgrade() -> None:
    """Where it isn't known when something is due, it is found out at the next look."""
    op.add_column("events", sa.Column("due_at", sa.BigInteger()))
    op.add_column(
        "events", sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("ix_events_due", "events", ["state", "due_at"])
    op.create_index(
        "ix_pairings_unknown",
        "pairings",
        ["event", "round", "table_id"],
        sqlite_where=UNKNOWN,
        postgresql_where=UNKNOWN,
    )


def downgrade() -> None:
    """Look at all of them again."""
    op.drop_index("ix_pairings_unknown", "pairings")
    op.drop_index("ix_events_due", "events")
    for column in ("late", "due_at"):
        op.drop_column("events", column)
