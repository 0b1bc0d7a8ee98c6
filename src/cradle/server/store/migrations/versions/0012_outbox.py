"""People are told of what happens: where, when not, and what is still to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

INDEXES = {
    "channels": ("person", "address"),
    "muted": ("table_id",),
    "outbox": ("person", "table_id", "batch", "done_at"),
}


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=f"fk_{table}_person_people")


def _of_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{table}_table_id_tables")


def upgrade() -> None:
    """Nobody has asked to be told yet."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=2000), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("secrets", sa.Text(), nullable=False),
        sa.Column("events", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger()),
        sa.Column("stopped_at", sa.BigInteger()),
        sa.Column("fault", sa.String(length=200)),
        _of_person("channels"),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_table(
        "quiet",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("digest_at", sa.Integer(), nullable=False),
        _of_person("quiet"),
        sa.PrimaryKeyConstraint("person", name="pk_quiet"),
    )
    op.create_table(
        "muted",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        _of_person("muted"),
        _of_table("muted"),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_muted"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("event", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16)),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
        sa.Column("batch", sa.String(length=16)),
        sa.Column("done_at", sa.BigInteger()),
        sa.Column("outcome", sa.String(length=16)),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name="fk_outbox_channel_channels"),
        _of_person("outbox"),
        _of_table("outbox"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    for table, columns in INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])
    waiting = sa.text("done_at IS NULL")
    op.create_index("ix_outbox_channel", "outbox", ["channel", "table_id"])
    op.create_index(
        "ix_outbox_waiting", "outbox", ["due_at"], sqlite_where=waiting, postgresql_where=waiting
    )


def downgrade() -> None:
    """Forget where people wanted to be told, and what wasn't sent yet."""
    for table in ("outbox", "muted", "quiet", "channels"):
        op.drop_table(table)
