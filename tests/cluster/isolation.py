"""A test on a network of its own: namespaces that take everything in them along when it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from tests.server.postgres import find_binaries
from tests.server.redis import find_program
from tests.system import need

MARK = "CRADLE_ISOLATED"
# Everything that was started is killed with the first process, whatever ends that.
UNSHARE = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
TOOLS = {"unshare": "util-linux", "ip": "iproute2", "nft": "nftables", "nginx": "nginx"}


def isolate(module: str) -> Path:
    """Run `python -m module` again in namespaces of its own; there, a folder for everything.

    The folder is gone with the namespaces, like all processes, lines and names of hosts in them.
    """
    if MARK not in os.environ:
        _find_tools()
        again = [sys.executable, "-m", module, *sys.argv[1:]]
        os.execvpe(UNSHARE[0], [*UNSHARE, *again], os.environ | {MARK: "yes"})
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _stop)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "cradle", "/run"], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    folder = Path("/run/cradle")
    folder.mkdir()
    return folder


def _find_tools() -> None:
    if os.geteuid() != 0:
        sys.exit("network namespaces are made by root only: run this as root")
    try:
        for tool, package in TOOLS.items():
            need(partial(shutil.which, tool), package)
        need(find_binaries, "postgresql")
        need(find_program, "redis-server")
    except (pytest.skip.Exception, pytest.fail.Exception) as missing:
        sys.exit(str(missing))


def _stop(number: int, _: FrameType | None) -> None:
    """End at once, whatever hangs: with the first process, the system ends all others."""
    print("stopped", flush=True)
    os._exit(128 + number)
