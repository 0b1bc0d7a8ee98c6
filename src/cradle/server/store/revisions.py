"""Bring a database to the newest form, or to another one, whatever form it has."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
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
    _run(engine, command.upgrade, "head")


def migrate(engine: Engine, form: str) -> None:
    """Bring a database to a form, forth or back, all or nothing; it has one of ours."""
    newer = forms()[: forms().index(form)]
    _run(engine, command.downgrade if form_of(engine) in newer else command.upgrade, form)


def _run(engine: Engine, way: Callable[[Config, str], None], form: str) -> None:
    config = _config()
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        way(config, form)


def form_of(engine: Engine) -> str | None:
    """The name of the form a database has; None if it has none yet."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check_form(engine: Engine) -> None:
    """Refuse a database whose form we don't know."""
    if form_of(engine) not in (None, *forms()):
        raise CommandError("a form of a newer version")


def opened(settings: ServerSettings, prepare: Callable[[Engine], None] = upgrade) -> Engine:
    """An engine on a database of the newest form, or `BadSetting` with the reason in one line."""
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


def histories() -> dict[str, str]:
    """What each form brought, by its name, the newest first."""
    script = ScriptDirectory.from_config(_config())
    return {each.revision: each.doc for each in script.walk_revisions()}


def forms() -> list[str]:
    """The names of all forms there have been, the newest first."""
    return list(histories())


def newest() -> str:
    """The name of the newest form."""
    return forms()[0]
