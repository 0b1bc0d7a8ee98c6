"""Of a message it is known when it began to go out: so one that may have come is told apart."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Of what was taken before, nobody knows: it goes out again, as it always did."""
    op.add_column("outbox", sa.Column("begun_at", sa.BigInteger()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("outbox", "begun_at")
