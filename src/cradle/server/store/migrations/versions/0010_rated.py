"""Tables say before the start whether they are rated; flagged are those of one address."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Games that run are unrated: nobody was told otherwise."""
    no = sa.false()
    for name in ("rated", "flagged"):
        op.add_column("tables", sa.Column(name, sa.Boolean(), nullable=False, server_default=no))
    op.add_column("seats", sa.Column("origin", sa.String(length=16)))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("seats", "origin")
    for name in ("flagged", "rated"):
        op.drop_column("tables", name)
