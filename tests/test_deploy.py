"""What deploy/ offers fits together, and every setting named there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from cradle.server.settings import ServerSettings, variable
from tests.system import need

DEPLOY = Path("deploy")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
SETTINGS = {variable(name) for name in ServerSettings.model_fields}


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_setting_named_is_one(file: Path) -> None:
    assert set(re.findall(r"\bCRADLE_[A-Z_]+", file.read_text())) <= SETTINGS


NGINX = (
    "pid pid; error_log stderr; events {{}} http {{ access_log off; {kept} include site.conf; }}"
)
KEPT = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
CERTIFICATE = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=cradle -keyout key -out cert"


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-balanced.conf"])
def test_nginx_takes_what_is_offered_for_it(name: str, tmp_path: Path) -> None:
    for program in ("nginx", "openssl"):
        need(partial(shutil.which, program), program)
    subprocess.run(CERTIFICATE.split(), cwd=tmp_path, check=True, capture_output=True)
    site = (DEPLOY / name).read_text()
    site = re.sub(r"/etc/\S+/fullchain.pem", f"{tmp_path}/cert", site)
    site = re.sub(r"/etc/\S+/privkey.pem", f"{tmp_path}/key", site)
    site = re.sub(r"server server-\d:", "server 127.0.0.1:", site)  # names of the compose file
    site = re.sub(r"(listen \S*?)(80|443)\b", r"\g<1>40\2", site)  # which anybody may use
    (tmp_path / "site.conf").write_text(site)
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(kept=" ".join(f"{each}_temp_path {each};" for each in KEPT)))
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(config)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("unit", ["cradle.service", "cradle-think.service"])
def test_systemd_takes_the_units(unit: str, tmp_path: Path) -> None:
    need(partial(shutil.which, "systemd-analyze"), "systemd")
    text = (DEPLOY / unit).read_text().replace("/opt/cradle/bin/cradle", "/bin/true")
    (tmp_path / unit).write_text(text)
    command = ["systemd-analyze", "verify", str(tmp_path / unit)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, unit in told.stderr) == (0, False), told.stderr


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
