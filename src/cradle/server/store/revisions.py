"""Bring a database to the newest revision of its schema, or to another one, forth or back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import ArgumentError, DBAPIError

from cradle.server.settings import DATABASE_FILE, BadSetting, ServerSettings
from cradle.server.store.database import make_engine, reason
from cradle.server.store.locks import lock

NEWEST = "head"
# Steps are read and rows rewritten between statements: a busy machine needs longer than for a move.
IDLE = "SET LOCAL idle_in_transaction_session_timeout = '2min'"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files(__package__).joinpath("migrations")))
    return config


def upgrade(engine: Engine) -> None:
    """Run every migration that this database hasn't seen, all or none."""
    migrate(engine, NEWEST)


def migrate(engine: Engine, revision: str) -> None:
    """Bring a database to a revision, forth or back, all or nothing; it has one of ours."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        migrate_within(connection, revision)


def migrate_within(connection: Connection, revision: str) -> None:
    """The same, as a part of this connection's transaction."""
    lock(connection, "schema", "revision")
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(IDLE)
    now = MigrationContext.configure(connection).get_current_revision()
    if now == (newest() if revision == NEWEST else revision):
        return
    config = _config()
    config.attributes["connection"] = connection
    newer = [] if revision == NEWEST else revisions()[: revisions().index(revision)]
    (command.downgrade if now in newer else command.upgrade)(config, revision)


def revision_of(engine: Engine) -> str | None:
    """The revision a database has; None if it has none yet."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check_revision(engine: Engine) -> None:
    """Refuse a database whose revision we don't know."""
    if revision_of(engine) not in (None, *revisions()):
        raise CommandError("a revision of a newer version")


def opened(settings: ServerSettings, prepare: Callable[[Engine], None] = upgrade) -> Engine:
    """An engine on a database of the newest revision, or `BadSetting` with the reason in a line."""
    try:
        engine = make_engine(settings.url)
    except ArgumentError:
        raise BadSetting("--database: no URL of a database") from None
    except ModuleNotFoundError:
        raise BadSetting("--database: neither SQLite nor PostgreSQL") from None
    try:
        prepare(engine)
    except (CommandError, DBAPIError) as error:
        engine.dispose()
        where = "--database" if settings.database else f"--data {settings.data}: {DATABASE_FILE}"
        raise BadSetting(f"{where}: {_reason(error)}") from None
    return engine


def _reason(error: CommandError | DBAPIError) -> str:
    return "a newer version has written it" if isinstance(error, CommandError) else reason(error)


@lru_cache(maxsize=1)
def histories() -> Mapping[str, str]:
    """What each revision brought, by its name, the newest first."""
    script = ScriptDirectory.from_config(_config())
    return {each.revision: each.doc for each in script.walk_revisions()}


def revisions() -> list[str]:
    """The names of all revisions there have been, the newest first."""
    return list(histories())


def newest() -> str:
    """The name of the newest revision."""
    return revisions()[0]
