"""Programs of the system that tests need: found, installed where we may, or missed loudly."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TypeVar

Found = TypeVar("Found")
# All that tests ask for one by one, to be installed at once (`python -m tests.system`).
PACKAGES = (
    "chromium",
    "chromium-headless-shell",
    "iproute2",
    "nftables",
    "nginx",
    "pgbouncer",
    "postgresql",
    "redis-server",
    "util-linux",
)


def need(find: Callable[[], Found | None], package: str) -> Found:
    """What `find` finds, after installing the package if it must be and can be."""
    found = find()
    if found is None:
        install(find, package)
        found = find()
    return found if found is not None else missing(package)


def install(find: Callable[[], object], *packages: str) -> None:
    """Ask the system's packages for it; one process at a time, since they share a lock."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    with open(Path(tempfile.gettempdir()) / "cradle-install.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find() is None:
            calm = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            for command in (["update"], ["install", "-y", *packages]):
                subprocess.run(
                    ["apt-get", "-qq", *command],
                    env=calm,
                    capture_output=True,
                    timeout=600,
                    check=False,
                )


def find_all() -> bool | None:
    """Whether all packages are there, as far as the system knows them."""
    status = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}\n", *PACKAGES]
    said = subprocess.run(status, capture_output=True, text=True, check=False).stdout.split()
    return said == ["installed"] * len(PACKAGES) or None


def need_torch() -> Any:
    """PyTorch, which training needs; playing doesn't."""
    try:
        return import_module("torch")
    except ModuleNotFoundError:
        missing("PyTorch")


def missing(what: str) -> NoReturn:
    """Skip on a machine that can't run this, but never where everything must be proved."""
    import pytest  # here, so that the system's packages can come before Python's

    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and can't be installed here")
    pytest.skip(f"{what} is missing: install it to run this test", allow_module_level=True)


if __name__ == "__main__":
    install(find_all, *PACKAGES)
