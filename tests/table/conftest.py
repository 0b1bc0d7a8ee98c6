"""Tables in these tests may be of the toy game, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cradle.games import Registration, register, unregister
from tests.kernel.toy import GAME


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    register(Registration(GAME.name, rules="tests.kernel.toy"))
    yield
    unregister(GAME.name)
