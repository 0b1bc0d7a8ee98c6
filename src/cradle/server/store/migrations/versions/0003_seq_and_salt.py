"""Rows of the log are numbered by `seq`, what players add to the dice is their `salt`.

A ply is how many answers stand, and after an undo fewer than there are rows.
"""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Rename both columns; the key that signed cookies isn't needed any more."""
    op.execute("ALTER TABLE moves RENAME COLUMN ply TO seq")
    op.execute("ALTER TABLE seats RENAME COLUMN words TO salt")
    op.execute("DELETE FROM kept WHERE name = 'cookie-key'")


def downgrade() -> None:
    """Take the old names again; who needs a key for cookies makes one."""
    op.execute("ALTER TABLE seats RENAME COLUMN salt TO words")
    op.execute("ALTER TABLE moves RENAME COLUMN seq TO ply")
