"""Bring a database to the newest form, whatever form it has."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, DBAPIError

from cradle.server.settings import DATABASE_FILE, BadSetting, ServerSettings
from cradle.server.store.database import make_engine, reason


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files(__package__).joinpath("migrations")))
    return config


def upgrade(engine: Engine) -> None:
    """Run every migration that this database hasn't seen, all or none."""
    config = _config()
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def opened(settings: ServerSettings) -> Engine:
    """An engine on a database of the newest form, or `BadSetting` with the reason in one line."""
    try:
        engine = make_engine(settings.url)
    except ArgumentError:
        raise BadSetting("--database: no URL of a database") from None
    except ModuleNotFoundError:
        raise BadSetting("--database: neither SQLite nor PostgreSQL") from None
    try:
        upgrade(engine)
    except (CommandError, DBAPIError) as error:
        engine.dispose()
        where = "--database" if settings.database else f"--data {settings.data}: {DATABASE_FILE}"
        raise BadSetting(f"{where}: {_reason(error)}") from None
    return engine


def _reason(error: CommandError | DBAPIError) -> str:
    return "a newer version has written it" if isinstance(error, CommandError) else reason(error)


def forms() -> list[str]:
    """The names of all forms there have been, the newest first."""
    script = ScriptDirectory.from_config(_config())
    return [each.revision for each in script.walk_revisions()]


def newest() -> str:
    """The name of the newest form."""
    return forms()[0]
