"""People look for others to play with; tables tell what was answered last."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

INVITED, PAIRED = " invited ", " paired "
CHANNELS = sa.table("channels", sa.column("id", sa.String), sa.column("events", sa.String))


def upgrade() -> None:
    """Nobody looks for anybody yet; who is told of invitations is told of tables found for them."""
    op.add_column("tables", sa.Column("last", sa.Text()))
    op.add_column("seats", sa.Column("came_by", sa.String(length=16)))
    op.create_table(
        "searches",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_searches_person_people"),
        sa.PrimaryKeyConstraint("person", name="pk_searches"),
    )
    op.create_index("ix_searches_until_at", "searches", ["until_at"])
    op.create_index("ix_searches_wish", "searches", ["game", "players", "pace", "rated", "at"])
    _replace(INVITED, INVITED + PAIRED.lstrip())


def downgrade() -> None:
    """Forget all searches."""
    _replace(PAIRED, " ")
    op.drop_table("searches")
    op.drop_column("seats", "came_by")
    op.drop_column("tables", "last")


def _replace(word: str, words: str) -> None:
    """Have channels tell of other events."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(CHANNELS)).all():
        events = f" {row.events} ".replace(word, words).strip()
        if events != row.events:
            change = sa.update(CHANNELS).where(CHANNELS.c.id == row.id)
            connection.execute(change.values(events=events))
