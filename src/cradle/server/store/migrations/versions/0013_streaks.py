"""On how many days in a row somebody has solved the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody has solved one yet."""
    op.create_table(
        "streaks",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_streaks_person_people"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_streaks"),
    )


def downgrade() -> None:
    """Forget all streaks."""
    op.drop_table("streaks")
