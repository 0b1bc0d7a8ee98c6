"""Where the project lives, for the package's metadata: no address stands in the source.

`CRADLE_URL` names the address, or else the checkout's `origin` does, so a fork's package leads to
the fork. A package made from neither names none; the metadata of a source package stays as it was.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {
    "Homepage": "",
    "Documentation": "/tree/HEAD/docs",
    "Changelog": "/blob/HEAD/CHANGELOG.md",
    "Issues": "/issues",
}
# https://host:8443/owner/name.git, ssh://git@host:22/owner/name.git and git@host:owner/name.git
NAME = r"[\w.-]+\.[A-Za-z][\w-]*"
REMOTE = re.compile(
    rf"(?:https://(?:[^/@]+@)?(?P<web>{NAME}(?::\d+)?)/"
    rf"|ssh://git@(?P<ssh>{NAME})(?::\d+)?/"
    rf"|git@(?P<scp>{NAME}):)"
    r"(?P<path>\w[\w./~-]*)"
)


class UrlsHook(MetadataHookInterface):
    """Adds `project.urls` when metadata are made."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the pages, if the project's address is known."""
        address = os.environ.get("CRADLE_URL") or page(origin(self.root))
        metadata["urls"] = urls(address)


def urls(address: str) -> dict[str, str]:
    """The pages at an address, or none."""
    if not address:
        return {}
    if not address.startswith("https://"):
        raise SystemExit(f"CRADLE_URL must begin with https://, not {address!r}")
    return {name: address.rstrip("/") + path for name, path in PAGES.items()}


def origin(folder: str) -> str:
    """The remote a checkout came from, as git has it; empty where there is none."""
    if not shutil.which("git") or not os.path.exists(os.path.join(folder, ".git")):
        return ""
    command = ["git", "-C", folder, "config", "--get", "remote.origin.url"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def page(remote: str) -> str:
    """The page of a public remote; a folder, or a host without a name, has none."""
    found = REMOTE.fullmatch(remote.removesuffix("/").removesuffix(".git"))
    if found is None:
        return ""
    host = found["web"] or found["ssh"] or found["scp"]
    return f"https://{host}/{found['path']}"
