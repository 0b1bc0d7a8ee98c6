"""Tables that run know, as a keyed hash, the address their host called from."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

UNENDED = sa.text("over_at IS NULL")


def upgrade() -> None:
    """Add the column, and an index of what runs."""
    op.add_column("tables", sa.Column("origin", sa.String(length=16)))
    op.create_index(
        "ix_tables_origin", "tables", ["origin"], sqlite_where=UNENDED, postgresql_where=UNENDED
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_tables_origin", "tables")
    op.drop_column("tables", "origin")
