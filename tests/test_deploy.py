"""What deploy/ offers fits together, and every setting named there is one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from cradle.server.settings import ServerSettings, variable

DEPLOY = Path("deploy")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
SETTINGS = {variable(name) for name in ServerSettings.model_fields}


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_setting_named_is_one(file: Path) -> None:
    assert set(re.findall(r"\bCRADLE_[A-Z_]+", file.read_text())) <= SETTINGS


def test_nginx_balances_over_the_servers_of_the_compose_file() -> None:
    upstream = re.findall(r"server ([\w-]+):8000 ", (DEPLOY / "nginx-balanced.conf").read_text())
    servers = [name for name in COMPOSE["services"] if name.startswith("server-")]
    assert upstream == servers == COMPOSE["services"]["proxy"]["depends_on"]


def test_the_services_of_the_compose_file_are_there() -> None:
    for service in COMPOSE["services"].values():
        build = service.get("build", {"context": "..", "dockerfile": "deploy/Containerfile"})
        assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
        assert set(service.get("depends_on", ())) <= COMPOSE["services"].keys()
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file()


def test_settings_of_the_compose_file_can_be_used() -> None:
    """They are read as a server reads them; proxies are those of its network."""
    for name in ("server-1", "thinker"):
        given = COMPOSE["services"][name]["environment"]
        plain = {key.removeprefix("CRADLE_").lower(): value for key, value in given.items()}
        settings = ServerSettings(**plain)
        (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
        assert settings.proxies == network["subnet"]
