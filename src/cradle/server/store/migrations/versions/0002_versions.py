"""Tables get a version, so that whoever writes from an old look at one finds out."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; every table begins at 0."""
    version = sa.Column("version", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tables", version)


def downgrade() -> None:
    """Drop it: the first form's programs don't look."""
    op.drop_column("tables", "version")
