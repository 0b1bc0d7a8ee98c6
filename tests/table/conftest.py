"""Tables in these tests may be of the toy game, too."""

from __future__ import annotations

import pytest

from cradle.games import GAMES
from tests.kernel.toy import GAME


@pytest.fixture(autouse=True)
def toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
