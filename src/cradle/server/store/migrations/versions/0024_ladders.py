"""Ratings on ladders, by number of players, and what each game did to them; who was helped."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

KEPT = "subject, game, mu, sigma, games"


def upgrade() -> None:
    """What was rated so far were games of people, of any number; how it came about is unknown."""
    op.add_column(
        "tables", sa.Column("helped", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "ladders",
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("ladder", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("subject", "game", "ladder", "players", name="pk_ladders"),
    )
    op.create_index("ix_ladders_game", "ladders", ["game", "ladder", "players", "mu"])
    op.execute(
        f"INSERT INTO ladders (ladder, players, {KEPT}) SELECT 'people', 0, {KEPT} FROM ratings"
    )
    op.drop_table("ratings")
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("ladder", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("among_mu", sa.Float(), nullable=False),
        sa.Column("among_sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_rating_changes_table_id_tables"
        ),
        sa.PrimaryKeyConstraint("table_id", "subject", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_subject", "rating_changes", ["subject", "at"])


def downgrade() -> None:
    """Of ladders, keep that of people."""
    op.drop_table("rating_changes")
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("subject", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "mu"])
    op.execute(
        f"INSERT INTO ratings ({KEPT}) SELECT {KEPT} FROM ladders "
        "WHERE ladder = 'people' AND players = 0"
    )
    op.drop_table("ladders")
    op.drop_column("tables", "helped")
