"""The budgets of the browser client, measured in a real Chromium: `python -m benchmarks.web`.

Prints one JSON object: scripts of the first load (gzipped, aim under 120 kB), largest paint on
loopback (aim under 1 s), frames a second through a round of animations, layout shift (aim 0); on a
slow line (50 kB/s, 300 ms) the first paint (aim under 1 s), the home page and a table (3 s each).
"""

from __future__ import annotations

import sys

from scripts.in_browser import run

if __name__ == "__main__":
    sys.exit(run("e2e/bench.mjs", "ADDRESS"))
