"""What was said lately is found by its time."""

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Whoever looks elsewhere is told of new lines without a look at all old ones."""
    op.create_index("ix_chat_at", "chat", ["at"])


def downgrade() -> None:
    """Look at all of them again."""
    op.drop_index("ix_chat_at", "chat")
