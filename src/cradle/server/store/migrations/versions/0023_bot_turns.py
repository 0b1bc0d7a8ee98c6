"""Bots that are asked wait in the database, for whichever process lets them think."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Whoever waits already is found by a sweep."""
    op.create_table(
        "bot_turns",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("host", sa.String(length=16), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("taken_by", sa.String(length=16), nullable=True),
        sa.Column("taken_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_bot_turns_table_id_tables"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_bot_turns"),
    )
    op.create_index("ix_bot_turns_due_at", "bot_turns", ["due_at"])
    op.create_index("ix_bot_turns_host", "bot_turns", ["host"])
    op.create_index("ix_bot_turns_taken_by", "bot_turns", ["taken_by"])


def downgrade() -> None:
    """Each process lets bots think by itself again."""
    op.drop_table("bot_turns")
