"""An index of the records that somebody has uploaded."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

RECORDS = sa.text("kind = 'record'")


def upgrade() -> None:
    """Add it."""
    op.create_index(
        "ix_tables_records", "tables", ["host"], sqlite_where=RECORDS, postgresql_where=RECORDS
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_tables_records", "tables")
