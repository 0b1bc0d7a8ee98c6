"""Clocks go by the server's own time, and every answer says what it did to its seat's clock."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Clocks that run do so from the next look at their table, which is due at once."""
    op.drop_index("ix_tables_deadline_at", "tables")
    op.execute("ALTER TABLE tables RENAME COLUMN deadline_at TO deadline_ms")
    op.execute("UPDATE tables SET deadline_ms = 0 WHERE deadline_ms IS NOT NULL")
    op.create_index("ix_tables_deadline_ms", "tables", ["deadline_ms"])
    op.add_column("seats", sa.Column("since_ms", sa.BigInteger()))
    op.add_column("moves", sa.Column("clock", sa.Text()))


def downgrade() -> None:
    """Forget since when they run; a table is looked at as soon as somebody moves there."""
    op.drop_column("moves", "clock")
    op.drop_column("seats", "since_ms")
    op.drop_index("ix_tables_deadline_ms", "tables")
    op.execute("ALTER TABLE tables RENAME COLUMN deadline_ms TO deadline_at")
    op.execute("UPDATE tables SET deadline_at = NULL")
    op.create_index("ix_tables_deadline_at", "tables", ["deadline_at"])
