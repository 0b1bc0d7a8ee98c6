"""How alembic runs our migrations: on the connection it is handed, in its transaction."""

from alembic import context

from cradle.server.store.metadata import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
context.run_migrations()
