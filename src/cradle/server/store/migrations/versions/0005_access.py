"""Tokens have scopes, sessions say which browser they are of, and people can be banned."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ALL = "read play host account"


def upgrade() -> None:
    """Add the columns; tokens there are may do what they could."""
    op.add_column("people", sa.Column("banned_at", sa.BigInteger()))
    agent = sa.Column("agent", sa.String(length=120), nullable=False, server_default="")
    op.add_column("sessions", agent)
    scopes = sa.Column("scopes", sa.String(length=64), nullable=False, server_default=ALL)
    op.add_column("tokens", scopes)


def downgrade() -> None:
    """Drop them: whoever is banned has lost their tokens, and tokens with less than all end."""
    op.execute(f"DELETE FROM tokens WHERE scopes <> '{ALL}'")
    op.drop_column("tokens", "scopes")
    op.drop_column("sessions", "agent")
    op.drop_column("people", "banned_at")
