"""The budgets of the browser client, measured in a real Chromium: `python -m benchmarks.web`.

Prints one JSON object: scripts of the first load (gzipped, aim under 120 kB), largest paint on
loopback (aim under 1 s), frames a second through a round of animations, layout shift (aim 0); on a
slow line (50 kB/s, 300 ms) the first paint (aim under 1 s), the home page and a table (3 s each).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import build_web
from tests.server.running import Running, test_settings


def main() -> int:
    """Serve, and measure."""
    build_web.install()
    build_web.build()
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(test_settings(Path(folder))) as server,
    ):
        command = [build_web.node() or "node", "e2e/bench.mjs", server.url]
        return subprocess.call(command, cwd=build_web.WEB)


if __name__ == "__main__":
    sys.exit(main())
