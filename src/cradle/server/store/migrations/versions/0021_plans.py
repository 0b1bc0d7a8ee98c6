"""People may lay down what they answer next."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Nobody has planned anything yet."""
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_plans_table_id_tables"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_plans_person_people"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_plans"),
    )
    op.create_index("ix_plans_person", "plans", ["person"])


def downgrade() -> None:
    """Forget all plans."""
    op.drop_table("plans")
