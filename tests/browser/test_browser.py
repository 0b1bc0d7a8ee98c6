"""Whole games and every page in a real browser: web/e2e/scenarios.mjs, one test a scenario."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import build_web
from cradle.games import Registration, register, unregister
from tests.browser.conftest import find_chromium
from tests.server.running import Running, test_settings
from tests.system import need

pytestmark = pytest.mark.long
MINUTES = 4
SCENARIOS = [
    "stoneAgeGame",
    "hadaraGame",
    "twoBrowsers",
    "playingAgain",
    "leaving",
    "takingBack",
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
    "analysis",
    "analysisOnPhone",
    "odds",
    "tutorial",
    "installed",
    "restarted",
]


def run_scenario(scenario: str, address: str) -> None:
    """Run a scenario against a server; it must find nothing wrong."""
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


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_the_browser(scenario: str, address: str) -> None:
    run_scenario(scenario, address)


@pytest.mark.parametrize("scenario", ["plainGame", "plainTogether"])
def test_a_game_without_a_board_is_played_by_text_and_buttons(
    scenario: str, client: None, tmp_path: Path
) -> None:
    need(find_chromium, "chromium")
    register(Registration("night-market", rules="tests.thirdgame.game"))
    try:
        with Running(test_settings(tmp_path)) as running:
            run_scenario(scenario, running.url)
    finally:
        unregister("night-market")
