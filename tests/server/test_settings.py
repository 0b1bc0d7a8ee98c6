"""Settings: from arguments, then the environment, then defaults; bad ones in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from cradle.cli.options import parser
from cradle.server.settings import BadSetting, ServerSettings, option, read_settings


def set_environment(monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)


def test_settings_come_from_arguments_then_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"CRADLE_PORT": "9", "CRADLE_SECURE": "yes", "CRADLE_DATABASE": "postgres://u@h/d"}
    set_environment(monkeypatch, environ)
    settings = read_settings({"port": None, "host": "::1", "lang": "de"})
    assert (settings.port, settings.host, settings.secure) == (9, "::1", True)
    assert settings.url == "postgresql+psycopg://u@h/d"
    assert read_settings({"port": "7"}).port == 7


def test_without_a_database_there_is_a_file_in_the_data_folder() -> None:
    settings = ServerSettings(data=Path("/somewhere"))
    assert settings.url == "sqlite+pysqlite:////somewhere/cradle.sqlite3"


@pytest.mark.parametrize(
    ("given", "environ", "reason"),
    [
        ({"think_ms": "x"}, {}, "--think-ms: 'x' is no whole number"),
        ({"port": "1.5"}, {}, "--port: '1.5' is no whole number"),
        ({}, {"CRADLE_THINK_MS": "x"}, "CRADLE_THINK_MS: 'x' is no whole number"),
        ({}, {"CRADLE_PORT": "x"}, "CRADLE_PORT: 'x' is no whole number"),
        ({}, {"CRADLE_PORT": "-1"}, "CRADLE_PORT: -1 is below zero"),
        ({"record_kb": "2001"}, {}, "--record-kb: 2001 is more than 2000"),
        ({}, {"CRADLE_SECURE": "maybe"}, "CRADLE_SECURE: 'maybe' is neither yes nor no"),
        ({"proxies": "10.0.0.1,gate"}, {}, "--proxies: 'gate' is no address"),
        ({"origins": "example.org"}, {}, "--origins: 'example.org' is no origin"),
        (
            {"origins": "http://a.org", "secure": "yes"},
            {},
            "--origins: 'http://a.org' isn't secure",
        ),
        ({"site": "example.org"}, {}, "--site: 'example.org' is no address such as https://"),
        ({"mail": "mail.example.org"}, {}, "--mail: no mail server such as smtp://"),
        ({"mail": "smtp://localhost"}, {}, "--mail: needs --site, too"),
        ({}, {"CRADLE_WEBHOOKS": "yes"}, "CRADLE_WEBHOOKS: needs --site, too"),
        ({"push_key": "key.pem"}, {}, "--push-key: needs --contact, too"),
        ({"contact": "nobody"}, {}, "--contact: 'nobody' is no address of mail"),
        ({"log": "loud"}, {}, "--log: 'loud' is none of debug, info, warning, error, critical"),
    ],
)
def test_a_bad_setting_is_called_as_it_was_given(
    given: dict[str, str],
    environ: dict[str, str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_environment(monkeypatch, environ)
    with pytest.raises(BadSetting, match=re.escape(reason)) as error:
        read_settings(given)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("on", True), ("YES", True), ("0", False), ("", False)]
)
def test_flags_say_yes_or_no(text: str, value: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRADLE_METRICS", text)
    assert read_settings({}).metrics is value


def test_proxies_are_addresses_networks_or_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRADLE_PROXIES", "10.0.0.1, fd00::/8")
    assert read_settings({}).proxies == "10.0.0.1, fd00::/8"
    assert read_settings({"proxies": "*"}).proxies == "*"


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError):
        ServerSettings().port = 1


def test_every_setting_is_an_option_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    said = capsys.readouterr().out
    assert all(f"{option(name)} " in said for name in ServerSettings.model_fields)
