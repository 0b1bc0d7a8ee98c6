"""SQLite files with today's schema, copied: a test process runs the migrations once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cradle.server.settings import DATABASE_FILE, ServerSettings, make_folder
from cradle.server.store.revisions import opened


def give_schema(settings: ServerSettings) -> None:
    """Spare a server the migrations where it would make an SQLite file anew."""
    file = settings.data / DATABASE_FILE
    if not settings.database and not file.exists():
        make_folder(settings.data)
        file.write_bytes(_sqlite_file())


@cache
def _sqlite_file() -> bytes:
    with TemporaryDirectory() as folder:
        opened(ServerSettings(data=Path(folder))).dispose()
        return (Path(folder) / DATABASE_FILE).read_bytes()
