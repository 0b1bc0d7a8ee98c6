"""Nothing acknowledged is ever lost: a share of `make kills`."""

from __future__ import annotations

import pytest

from tests.server.kills import die_often
from tests.server.processes import fresh_settings

pytestmark = pytest.mark.long
KILLS = 10


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_ever_lost(database: str) -> None:
    with fresh_settings(database) as settings:
        assert die_often(settings, KILLS) > KILLS
