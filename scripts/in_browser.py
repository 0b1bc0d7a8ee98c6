"""Serve the games for a script of web/e2e: `scripts/in_browser.py e2e/shots.mjs ADDRESS out`.

ADDRESS among the arguments stands for where the server listens, with a database of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import build_web  # noqa: E402
from tests.server.running import Running, test_settings  # noqa: E402


def run(*command: str) -> int:
    """Build the client, serve it, and let Node run a command against it."""
    build_web.install()
    build_web.build()
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(test_settings(Path(folder))) as server,
    ):
        filled = [server.url if word == "ADDRESS" else word for word in command]
        return subprocess.call([build_web.node() or "node", *filled], cwd=build_web.WEB)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
