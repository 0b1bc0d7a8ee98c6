"""How a server is set up: every setting by command line or by environment, with good defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

PREFIX = "CRADLE_"
DATABASE_FILE = "cradle.sqlite3"
ORIGIN = re.compile(r"https?://[^/\s]+")
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
        reason = "no folder" if folder.exists() else error.strerror
        raise BadSetting(f"--data {folder}: {reason}") from None


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
        option, variable = f"--{each.name.replace('_', '-')}", PREFIX + each.name.upper()
        if given.get(each.name) is not None:
            values[each.name] = _cast(option, each, given[each.name])
        elif variable in env:
            values[each.name] = _cast(variable, each, env[variable])
    return Config(**values)


def _cast(name: str, setting: Field[Any], value: Any) -> Any:
    """The value of a setting that is called `name` where it was given."""
    default = setting.default
    if isinstance(default, bool):
        return value if isinstance(value, bool) else _flag(name, str(value))
    if isinstance(default, int):
        return _number(name, value)
    if setting.name in CHECKS:
        CHECKS[setting.name](name, value)
    return Path(value) if isinstance(default, Path) else str(value)


def _check_log(name: str, text: str) -> None:
    if text.lower() not in LOG_LEVELS:
        raise BadSetting(f"{name}: {text!r} is none of {', '.join(LOG_LEVELS)}")


def _check_proxies(name: str, text: str) -> None:
    for each in listed(text):
        try:
            each == "*" or ip_network(each, strict=False)
        except ValueError:
            raise BadSetting(f"{name}: {each!r} is no address") from None


def _check_origins(name: str, text: str) -> None:
    for each in listed(text):
        if not ORIGIN.fullmatch(each):
            raise BadSetting(f"{name}: {each!r} is no origin such as https://example.org")


CHECKS = {"log": _check_log, "proxies": _check_proxies, "origins": _check_origins}


def listed(text: str) -> list[str]:
    """What is written with commas in between."""
    return [each.strip() for each in text.split(",") if each.strip()]


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
