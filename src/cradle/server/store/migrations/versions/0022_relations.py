"""Following, muting and blocking; reports, roles, time-outs, and a log of what was done."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

UNSETTLED = sa.text("closed_at IS NULL")
SETTLED = sa.text("closed_at IS NOT NULL")


def upgrade() -> None:
    """Nobody knows anybody yet."""
    op.add_column("people", sa.Column("role", sa.String(length=16)))
    op.add_column("people", sa.Column("timeout_until", sa.BigInteger()))
    op.add_column("people", sa.Column("heeded_at", sa.BigInteger()))
    op.create_table(
        "relations",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_relations_person_people"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name="fk_relations_other_people"),
        sa.PrimaryKeyConstraint("person", "kind", "other", name="pk_relations"),
    )
    op.create_index("ix_relations_other", "relations", ["other"])
    _add_reports()
    _add_audit()


def _add_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16)),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_reports_person_people"),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name="fk_reports_about_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id_tables"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    for column in ("person", "about", "table_id"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
    for name, at, some in (("open", "at", UNSETTLED), ("closed", "closed_at", SETTLED)):
        op.create_index(
            f"ix_reports_{name}",
            "reports",
            [at, "id"],
            sqlite_where=some,
            postgresql_where=some,
        )


def _add_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=16)),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("until_at", sa.BigInteger()),
        sa.Column("report", sa.String(length=16)),
        sa.ForeignKeyConstraint(["actor"], ["people.id"], name="fk_audit_actor_people"),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name="fk_audit_about_people"),
        sa.ForeignKeyConstraint(["report"], ["reports.id"], name="fk_audit_report_reports"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at", "id"])
    op.create_index("ix_audit_about", "audit", ["about", "at", "id"])
    op.create_index("ix_audit_actor", "audit", ["actor"])
    op.create_index("ix_audit_report", "audit", ["report"])


def downgrade() -> None:
    """Forget all of it."""
    for table in ("audit", "reports", "relations"):
        op.drop_table(table)
    for column in ("heeded_at", "timeout_until", "role"):
        op.drop_column("people", column)
