"""Whole games and every page in a real browser: web/e2e/scenarios.mjs, one test a scenario."""

from __future__ import annotations

import os
import subprocess

import pytest

import build_web
from tests.browser.conftest import find_chromium

MINUTES = 4
SCENARIOS = [
    "stoneAgeGame",
    "hadaraGame",
    "twoBrowsers",
    "hotSeat",
    "keyboard",
    "hadaraByKeys",
    "dragging",
    "draggingByTouch",
    "paying",
    "pages",
    "phone",
    "phoneHadara",
    "onItsSide",
    "spectator",
    "tutorial",
    "installed",
    "restarted",
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_the_browser(scenario: str, address: str) -> None:
    done = subprocess.run(
        [build_web.node() or "node", "e2e/run.mjs", scenario, address],
        cwd=build_web.WEB,
        env=os.environ | {"CRADLE_CHROMIUM": find_chromium() or ""},
        capture_output=True,
        text=True,
        timeout=60 * MINUTES,
        check=False,
    )
    assert done.returncode == 0, done.stderr
