"""Accounts of finished games outlive the process that made them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

WHOLE = sa.text("body IS NOT NULL")


def upgrade() -> None:
    """None is kept yet; each is made when somebody asks for it."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(length=16), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_analyses_table_id_tables"),
        sa.PrimaryKeyConstraint("table_id", name="pk_analyses"),
    )
    op.create_index(
        "ix_analyses_whole",
        "analyses",
        ["made_at"],
        sqlite_where=WHOLE,
        postgresql_where=WHOLE,
    )


def downgrade() -> None:
    """They can be made again."""
    op.drop_table("analyses")
