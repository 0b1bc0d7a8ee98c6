"""Tables say by which scheme their dice are settled."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Tables there are stay with the first."""
    op.add_column("tables", sa.Column("scheme", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop it: outcomes of the second scheme that are there stay, though nobody can verify them."""
    op.drop_column("tables", "scheme")
