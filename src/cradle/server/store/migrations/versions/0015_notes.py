"""People may write down what they like at their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody has written anything yet."""
    op.create_table(
        "notes",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notes_person_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notes_table_id_tables"),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_notes"),
    )
    op.create_index("ix_notes_table_id", "notes", ["table_id"])


def downgrade() -> None:
    """Forget all notes."""
    op.drop_table("notes")
