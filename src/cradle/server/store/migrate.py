"""Bring a database to the newest form, whatever form it has."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine


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


def newest() -> str:
    """The name of the newest form."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head
