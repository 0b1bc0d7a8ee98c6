"""An index of the tables that go on from another one."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

CONTINUED = sa.text("from_table IS NOT NULL")


def upgrade() -> None:
    """Add it."""
    op.create_index(
        "ix_tables_continued",
        "tables",
        ["from_table", "from_ply"],
        sqlite_where=CONTINUED,
        postgresql_where=CONTINUED,
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_tables_continued", "tables")
