"""Secrets that are good once: links to choose a new password."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Nobody has any yet."""
    op.create_table(
        "one_time",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_one_time_person_people"),
        sa.PrimaryKeyConstraint("hash", name="pk_one_time"),
    )
    op.create_index("ix_one_time_person", "one_time", ["person"])
    op.create_index("ix_one_time_until_at", "one_time", ["until_at"])


def downgrade() -> None:
    """Links that were sent lead nowhere."""
    op.drop_table("one_time")
