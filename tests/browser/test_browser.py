"""Whole games and every page in a real browser: web/e2e/scenarios.mjs, one test a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from cradle.games import Registration, register, unregister
from cradle.server.ops import admin
from cradle.server.tables import daily
from tests.browser.conftest import Driver
from tests.server.running import Running, test_settings

pytestmark = pytest.mark.long
SCENARIOS = [
    "stoneAgeGame",
    "hadaraGame",
    "twoBrowsers",
    "playingAgain",
    "leaving",
    "threeTogether",
    "takingBack",
    "planning",
    "pairing",
    "friends",
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
    "layout",
    "opening",
    "spectator",
    "analysis",
    "tries",
    "odds",
    "story",
    "absence",
    "tutorial",
    "puzzles",
    "duplicates",
    "events",
    "installed",
    "restarted",
    "arriving",
    "tabs",
    "failing",
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_the_browser(scenario: str, driver: Driver, address: str) -> None:
    assert driver.run(scenario, address) == ""


def test_the_game_of_the_day(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With bots that don't think long: nothing else is at stake here."""
    monkeypatch.setattr(daily, "BOTS", ("novice", "novice"))
    monkeypatch.setattr(daily, "MASTER", "novice")
    with Running(test_settings(tmp_path)) as running:
        assert driver.run("daily", running.url) == ""


def test_a_report_is_settled_by_a_moderator(driver: Driver, tmp_path: Path) -> None:
    with Running(test_settings(tmp_path)) as running:
        login = {"login": "moderator", "password": "three odd words"}
        running.player("Mo").post("/api/me/account", login)
        list(admin.run(running.settings, "role", ["moderator", "moderator"]))
        assert driver.run("moderating", running.url) == ""


@pytest.mark.parametrize("scenario", ["plainGame", "plainTogether"])
def test_a_game_without_a_board_is_played_by_text_and_buttons(
    scenario: str, driver: Driver, tmp_path: Path
) -> None:
    register(Registration("night-market", rules="tests.thirdgame.game"))
    try:
        with Running(test_settings(tmp_path)) as running:
            assert driver.run(scenario, running.url) == ""
    finally:
        unregister("night-market")
