"""What tests need of the system is installed where we may, and missed loudly where it must be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import system
from tests.cluster.isolation import TOOLS

Patch = pytest.MonkeyPatch
APT = """#!/bin/sh
echo "$@" >> "{folder}/asked"
case "$*" in *"{works}"*) touch "{folder}/tool";; esac
exit 100
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A place of its own for programs and locks, with us as root."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def stub_apt(folder: Path, works: str) -> None:
    """An apt-get that brings the tool if it is asked for this, and always complains."""
    apt = folder / "apt-get"
    apt.write_text(APT.format(folder=folder, works=works))
    apt.chmod(0o755)


def finder(folder: Path) -> Path | None:
    tool = folder / "tool"
    return tool if tool.exists() else None


def test_what_is_there_is_taken(folder: Path) -> None:
    stub_apt(folder, "install")
    (folder / "tool").touch()
    assert system.need(lambda: finder(folder), "tool") == folder / "tool"
    assert not (folder / "asked").exists()


def test_what_is_missing_is_installed(folder: Path) -> None:
    stub_apt(folder, "install -y tool")
    assert system.need(lambda: finder(folder), "tool") == folder / "tool"
    assert (folder / "asked").read_text() == "-qq update\n-qq install -y tool\n"


@pytest.mark.parametrize("known", ["installed", "not-installed"])
def test_what_all_tests_need_is_installed_at_once(folder: Path, known: str) -> None:
    stub_apt(folder, "install")
    asked = folder / "dpkg-query"
    asked.write_text("#!/bin/sh\n" + f"echo {known}\n" * len(system.PACKAGES))
    asked.chmod(0o755)
    system.install(system.find_all, *system.PACKAGES)
    installed = f"-qq update\n-qq install -y {' '.join(system.PACKAGES)}\n"
    assert (folder / "asked").exists() == (known != "installed")
    assert known == "installed" or (folder / "asked").read_text() == installed


def test_what_a_network_of_its_own_needs_is_among_it() -> None:
    assert set(TOOLS.values()) <= set(system.PACKAGES)


@pytest.mark.parametrize("can_try", [True, False])
def test_what_cannot_be_installed_fails_where_all_must_be_proved(
    folder: Path, monkeypatch: Patch, can_try: bool
) -> None:
    stub_apt(folder, "never")
    if not can_try:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="tool is missing"):
        system.need(lambda: finder(folder), "tool")
    assert (folder / "asked").exists() == can_try
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="install it"):
        system.need(lambda: finder(folder), "tool")
