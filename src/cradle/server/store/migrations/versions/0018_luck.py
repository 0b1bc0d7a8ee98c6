"""The luck that a table shares with others."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

LUCK = sa.text("luck IS NOT NULL")


def upgrade() -> None:
    """Add it, and an index of the tables that share one."""
    op.add_column("tables", sa.Column("luck", sa.String(64)))
    op.create_index(
        "ix_tables_luck", "tables", ["luck", "state"], sqlite_where=LUCK, postgresql_where=LUCK
    )


def downgrade() -> None:
    """Drop both."""
    op.drop_index("ix_tables_luck", "tables")
    op.drop_column("tables", "luck")
