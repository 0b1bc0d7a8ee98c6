"""Events: tournaments and leagues, who is in them, and which tables belong to them."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

SEATED = sa.text("seat IS NOT NULL")
PAIRED, ROUND = " paired ", " round "
CHANNELS = sa.table("channels", sa.column("id", sa.String), sa.column("events", sa.String))


def upgrade() -> None:
    """There are none yet; who is told of tables found for them is told of those of a round."""
    op.add_column("tables", sa.Column("event", sa.String(length=16)))
    op.add_column("tables", sa.Column("event_round", sa.Integer()))
    op.create_table(
        "events",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("luck", sa.Boolean(), nullable=False),
        sa.Column("fill", sa.String(length=32)),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("advance", sa.String(length=16), nullable=False),
        sa.Column("round_days", sa.Integer()),
        sa.Column("starts_at", sa.BigInteger()),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("round_at", sa.BigInteger()),
        sa.Column("settled_at", sa.BigInteger()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("over_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_events_host_people"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_index("ix_events_state", "events", ["state", "created_at", "id"])
    op.create_index("ix_events_host", "events", ["host", "state"])
    op.create_table(
        "entrants",
        sa.Column("event", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_entrants_event_events"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_entrants_person_people"),
        sa.PrimaryKeyConstraint("event", "person", name="pk_entrants"),
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
    op.create_table(
        "pairings",
        sa.Column("event", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer()),
        sa.Column("table_id", sa.String(length=16)),
        sa.Column("seat", sa.Integer()),
        sa.Column("points", sa.Float()),
        sa.Column("rank", sa.Integer()),
        sa.Column("total", sa.Integer()),
        sa.Column("table_total", sa.Integer()),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_pairings_event_events"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_pairings_person_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_pairings_table_id_tables"),
        sa.PrimaryKeyConstraint("event", "round", "person", name="pk_pairings"),
    )
    op.create_index("ix_pairings_person", "pairings", ["person"])
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"])
    op.create_index(
        "ix_pairings_event_round_number_seat",
        "pairings",
        ["event", "round", "number", "seat"],
        unique=True,
        sqlite_where=SEATED,
        postgresql_where=SEATED,
    )
    _replace(PAIRED, PAIRED + ROUND.lstrip())


def downgrade() -> None:
    """Forget all events; their tables stay."""
    _replace(ROUND, " ")
    for table in ("pairings", "entrants", "events"):
        op.drop_table(table)
    op.drop_column("tables", "event_round")
    op.drop_column("tables", "event")


def _replace(word: str, words: str) -> None:
    """Have channels tell of other things."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(CHANNELS)).all():
        events = f" {row.events} ".replace(word, words).strip()
        if events != row.events:
            change = sa.update(CHANNELS).where(CHANNELS.c.id == row.id)
            connection.execute(change.values(events=events))
