"""How a server is set up: every setting by command line or by environment, with good defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    NonNegativeInt,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "CRADLE_"
DATABASE_FILE = "cradle.sqlite3"
ORIGIN = re.compile(r"https?://[^/\s]+")
ISSUER = re.compile(r"https?://[^?#\s]+[^/?#\s]")
SMTP = re.compile(r"smtps?://([^/\s]+@)?[^/@\s]+")
NEWS = re.compile(r"(rediss?|unix)://\S+")
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")
T = TypeVar("T")
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
# What is said of a value that can't be used, by the kind of its fault.
FAULTS = {
    "int_parsing": "{value!r} is no whole number",
    "int_from_float": "{value!r} is no whole number",
    "greater_than_equal": "{value} is below zero",
    "less_than_equal": "{value} is more than {le}",
    "bool_parsing": "{value!r} is neither yes nor no",
}


class BadSetting(ValueError):
    """A setting that can't be used, said in one line."""


def listed(text: str) -> list[str]:
    """What is written with commas in between."""
    return [each.strip() for each in text.split(",") if each.strip()]


def _fault(text: str) -> PydanticCustomError:
    return PydanticCustomError("setting", "{text}", {"text": text})


def _check_log(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise _fault(f"{text!r} is none of {', '.join(LOG_LEVELS)}")
    return text


def _check_proxies(text: str) -> str:
    for each in listed(text):
        try:
            each == "*" or ip_network(each, strict=False)
        except ValueError:
            raise _fault(f"{each!r} is no address") from None
    return text


def _check_origins(text: str, info: ValidationInfo) -> str:
    for each in listed(text):
        if not ORIGIN.fullmatch(each):
            raise _fault(f"{each!r} is no origin such as https://example.org")
        if info.data.get("secure") and not each.startswith("https:"):
            raise _fault(f"{each!r} isn't secure, and --secure is asked for")
    return text


def _check_site(text: str) -> str:
    if text and not ORIGIN.fullmatch(text):
        raise _fault(f"{text!r} is no address such as https://example.org")
    return text


def _check_mail(text: str, info: ValidationInfo) -> str:
    if text and not SMTP.fullmatch(text):
        raise _fault("no mail server such as smtp://user:password@mail.example.org")
    return _check_needs(text, info, "site", "mail_from")


def _check_news(text: str, info: ValidationInfo) -> str:
    if text and not NEWS.fullmatch(text):
        raise _fault("no address such as redis://localhost:6379")
    return _check_needs(text, info, "database")


def _check_address(text: str) -> str:
    if text and not ADDRESS.fullmatch(text):
        raise _fault(f"{text!r} is no address of mail")
    return text


def _check_push(text: str, info: ValidationInfo) -> str:
    return _check_needs(text, info, "contact")


def _check_webhooks(on: bool, info: ValidationInfo) -> bool:
    return _check_needs(on, info, "site")


def _check_openid(text: str, info: ValidationInfo) -> str:
    if text and not ISSUER.fullmatch(text):
        raise _fault(f"{text!r} is no address such as https://id.example.org")
    return _check_needs(text, info, "site", "openid_client")


def _check_needs(value: T, info: ValidationInfo, *names: str) -> T:
    """What is switched on may need other settings."""
    for name in names if value else ():
        if not info.data.get(name):
            raise _fault(f"needs {option(name)}, too")
    return value


Count = NonNegativeInt
MOST_RECORD_KB = 2000  # What the shape of a request takes, whatever a host wishes.
Flag = Annotated[bool, BeforeValidator(lambda value: "no" if value == "" else value)]
Log = Annotated[str, AfterValidator(_check_log)]
Proxies = Annotated[str, AfterValidator(_check_proxies)]
Origins = Annotated[str, AfterValidator(_check_origins)]
Site = Annotated[str, AfterValidator(_check_site)]
Address = Annotated[str, AfterValidator(_check_address)]


class ServerSettings(BaseSettings):
    """Everything a host may want to change; `CRADLE_<NAME>` in the environment sets it."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    data: Path = Field(default=Path("cradle-data"), description="folder for everything kept")
    host: str = Field(default="127.0.0.1", description="address to listen at")
    port: Count = Field(default=8000, description="port to listen at")
    database: str = Field(default="", description="database URL; SQLite in --data if empty")
    news: Annotated[str, AfterValidator(_check_news)] = Field(
        default="", description="Redis that carries news between servers; empty: the database does"
    )
    secure: Flag = Field(default=False, description="HTTPS only: cookies, origins, browsers")
    origins: Origins = Field(default="", description="further origins allowed, by comma")
    proxies: Proxies = Field(default="", description="addresses of reverse proxies to trust")
    thinkers: Count = Field(default=0, description="processes for bots; 0: cores minus one")
    think_share: Count = Field(default=50, description="percent of them for one person at once")
    think_queue: Count = Field(default=1000, description="bots that may wait for their turn")
    think_ms: Count = Field(default=1500, description="time a bot may take for a move")
    pause_ms: Count = Field(default=120, description="a bot's answer comes no sooner")
    delay_ms: Count = Field(default=500, description="a line's delay given back to clocks, at most")
    requests: Count = Field(default=600, description="requests a minute from one address")
    files: Count = Field(default=12_000, description="files of the page a minute to one address")
    messages: Count = Field(default=1200, description="messages a minute on one socket")
    logins: Count = Field(default=20, description="password tries a minute from one address")
    login_tries: Count = Field(default=5, description="wrong passwords before the next must wait")
    guests: Count = Field(default=60, description="new guests a minute from one address")
    sockets: Count = Field(default=64, description="sockets and streams of one address")
    person_sockets: Count = Field(default=32, description="sockets and streams of one person")
    handshakes: Count = Field(default=240, description="sockets opened a minute by one address")
    hold_ms: Count = Field(default=1000, description="a refusal of too much comes so late")
    slow_s: Count = Field(default=20, description="seconds to send a request or take an answer")
    new_tables: Count = Field(default=60, description="tables a minute by one person or address")
    uploads: Count = Field(default=10, description="records a minute by one person or address")
    records: Count = Field(default=1000, description="records kept for one person")
    record_kb: Count = Field(
        default=512, le=MOST_RECORD_KB, description="kilobytes a record may have"
    )
    rows: Count = Field(default=10_000, description="rows of a log that still may be taken back")
    acts: Count = Field(default=2000, description="acts of one person at a table, without moves")
    chat: Count = Field(default=60, description="lines of chat a minute by one person")
    reactions: Count = Field(default=30, description="reactions a minute by one person")
    tables: Count = Field(default=200, description="running tables of one person")
    address_tables: Count = Field(default=1000, description="running tables from one address")
    bot_tables: Count = Field(default=10, description="tables of bots alone of one person")
    address_bot_tables: Count = Field(
        default=40, description="tables of bots alone from one address"
    )
    resident: Count = Field(default=2000, description="tables kept in memory")
    open_days: Count = Field(default=7, description="days a table waits to begin; 0: ever")
    guest_days: Count = Field(default=30, description="days a guest without games is known")
    site: Site = Field(default="", description="where people find this server, for links in mails")
    contact: Address = Field(default="", description="mail address of whoever keeps this server")
    mail_from: Address = Field(default="", description="address that mails come from")
    mail: Annotated[str, AfterValidator(_check_mail)] = Field(
        default="", description="mail server, smtp:// or smtps://; empty: no mail is sent"
    )
    push_key: Annotated[str, AfterValidator(_check_push)] = Field(
        default="", description="file with the key for web push; empty: nothing is pushed"
    )
    webhooks: Annotated[Flag, AfterValidator(_check_webhooks)] = Field(
        default=False, description="let people have webhooks of their own called"
    )
    private_targets: Flag = Field(
        default=False, description="let webhooks and pushes go to private addresses, too"
    )
    openid_client: str = Field(default="", description="what that provider knows this server as")
    openid_secret: str = Field(default="", description="the secret it shares with this server")
    openid_name: str = Field(default="OpenID", description="what people call that provider")
    openid: Annotated[str, AfterValidator(_check_openid)] = Field(
        default="", description="OpenID Connect provider to sign in by; empty: none"
    )
    channels: Count = Field(default=10, description="channels a minute by one person or address")
    social: Count = Field(
        default=30, description="invitations, reports, follows, blocks a minute by one person"
    )
    log: Log = Field(default="info", description="log level")
    metrics: Flag = Field(default=True, description="offer /metrics")

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


def option(name: str) -> str:
    """A setting's option on the command line."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """A setting's name in the environment."""
    return PREFIX + name.upper()


def read_settings(given: Mapping[str, Any]) -> ServerSettings:
    """What is given, then the environment, then the defaults; or `BadSetting`."""
    wishes = {
        name: given[name] for name in ServerSettings.model_fields if given.get(name) is not None
    }
    try:
        return ServerSettings(**wishes)
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0])
        where = option(name) if name in wishes else variable(name)
        raise BadSetting(f"{where}: {_reason(fault)}") from None


def _reason(fault: ErrorDetails) -> str:
    said = FAULTS.get(fault["type"])
    if said is None:
        return fault["msg"]
    return said.format(value=fault["input"], **fault.get("ctx", {}))
