"""Take the screenshots of docs/screenshots anew: `make shots`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import build_web  # noqa: E402
from tests.server.running import Running, test_settings  # noqa: E402


def main() -> int:
    """Serve, and let the browser play and look."""
    build_web.install()
    build_web.build()
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(test_settings(Path(folder))) as server,
    ):
        command = ["e2e/shots.mjs", server.url, str(ROOT / "docs" / "screenshots")]
        return subprocess.call([build_web.node() or "node", *command], cwd=build_web.WEB)


if __name__ == "__main__":
    sys.exit(main())
