"""Every id is taken once: those of answers and chat in their rows, those of all other acts."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NAMED = sa.text("client IS NOT NULL")
PLACES = {"moves": "seq", "chat": "number"}


def upgrade() -> None:
    """Where an id was taken twice, only the first keeps it."""
    for table, number in PLACES.items():
        op.execute(
            f"UPDATE {table} SET client = NULL WHERE (table_id, {number}) IN (SELECT table_id, "
            f"{number} FROM (SELECT table_id, {number}, row_number() OVER (PARTITION BY table_id, "
            f"client ORDER BY {number}) AS nth FROM {table} WHERE client IS NOT NULL) AS ids "
            f"WHERE nth > 1)"
        )
        op.create_index(
            f"ix_{table}_table_id_client",
            table,
            ["table_id", "client"],
            unique=True,
            sqlite_where=NAMED,
            postgresql_where=NAMED,
        )
    op.create_table(
        "receipts",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=16), nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_receipts_person_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_receipts_table_id_tables"),
        sa.PrimaryKeyConstraint("person", "about", "id", name="pk_receipts"),
    )
    op.create_index("ix_receipts_table_id", "receipts", ["table_id"], unique=False)


def downgrade() -> None:
    """Forget what was done under which id, but for answers and chat."""
    op.drop_table("receipts")
    for table in PLACES:
        op.drop_index(f"ix_{table}_table_id_client", table)
