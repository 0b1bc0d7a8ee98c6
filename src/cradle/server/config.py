"""How a server is set up: every setting by command line or by environment, with good defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

PREFIX = "CRADLE_"
DATABASE_FILE = "cradle.sqlite3"
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class BadSetting(ValueError):
    """A setting that can't be used, said in one line."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Everything a host may want to change; `CRADLE_<NAME>` in the environment sets it."""

    data: Path = field(default=Path("cradle-data"), metadata={"help": "folder for everything kept"})
    host: str = field(default="127.0.0.1", metadata={"help": "address to listen at"})
    port: int = field(default=8000, metadata={"help": "port to listen at"})
    database: str = field(default="", metadata={"help": "database URL; SQLite in --data if empty"})
    origins: str = field(default="", metadata={"help": "further origins allowed, by comma"})
    secure: bool = field(default=False, metadata={"help": "cookies over HTTPS only"})
    proxies: str = field(default="", metadata={"help": "addresses of reverse proxies to trust"})
    thinkers: int = field(default=0, metadata={"help": "processes for bots; 0: cores minus one"})
    think_ms: int = field(default=1500, metadata={"help": "time a bot may take for a move"})
    pause_ms: int = field(default=350, metadata={"help": "a bot's answer comes no sooner"})
    requests: int = field(default=600, metadata={"help": "requests a minute from one address"})
    messages: int = field(default=1200, metadata={"help": "messages a minute on one socket"})
    logins: int = field(default=20, metadata={"help": "password tries a minute from one address"})
    guests: int = field(default=60, metadata={"help": "new guests a minute from one address"})
    sockets: int = field(default=64, metadata={"help": "sockets and streams of one address"})
    tables: int = field(default=200, metadata={"help": "running tables of one person"})
    resident: int = field(default=2000, metadata={"help": "tables kept in memory"})
    open_days: int = field(default=7, metadata={"help": "days a table waits to begin; 0: ever"})
    guest_days: int = field(default=30, metadata={"help": "days a guest without games is known"})
    log: str = field(default="info", metadata={"help": "log level"})
    metrics: bool = field(default=True, metadata={"help": "offer /metrics"})

    @property
    def url(self) -> str:
        """The database's URL."""
        if self.database:
            return with_driver(self.database)
        return f"sqlite+pysqlite:///{(self.data / DATABASE_FILE).absolute()}"


def make_folder(folder: Path) -> None:
    """Make the data folder, for our eyes only since it holds secrets, or `BadSetting`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"--data {folder}: {error.strerror}") from None


def with_driver(url: str) -> str:
    """A PostgreSQL URL with the driver we use."""
    for scheme in ("postgresql://", "postgres://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    return url


def read(given: Mapping[str, Any], environ: Mapping[str, str] | None = None) -> Config:
    """The configuration: what is given, then the environment, then the defaults."""
    env = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    for each in fields(Config):
        if given.get(each.name) is not None:
            values[each.name] = _cast(each.name, each.default, given[each.name])
        elif (text := env.get(PREFIX + each.name.upper())) is not None:
            values[each.name] = _cast(each.name, each.default, text)
    if values.get("log", "info").lower() not in LOG_LEVELS:
        raise BadSetting(f"log: {values['log']!r} is none of {', '.join(LOG_LEVELS)}")
    return Config(**values)


def _cast(name: str, default: Any, value: Any) -> Any:
    if isinstance(default, bool):
        return value if isinstance(value, bool) else _flag(name, str(value))
    if isinstance(default, int):
        return _number(name, value)
    return type(default)(value)


def _flag(name: str, text: str) -> bool:
    if text.lower() in {"1", "true", "yes", "on"}:
        return True
    if text.lower() in {"0", "false", "no", "off", ""}:
        return False
    raise BadSetting(f"{name}: {text!r} is neither yes nor no")


def _number(name: str, value: Any) -> int:
    try:
        number = int(value)
    except ValueError:
        raise BadSetting(f"{name}: {value!r} is no whole number") from None
    if number < 0:
        raise BadSetting(f"{name}: {number} is below zero")
    return number
