"""Being told, in a real browser: notices in the page, mail by a real mail server, pushes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cradle.server.notifications.push import write_key
from cradle.server.store import outbox
from tests.browser.conftest import Driver
from tests.browser.postbox import postbox
from tests.server.running import Running, free_port, test_settings

pytestmark = pytest.mark.long


@pytest.mark.parametrize("scenario", ["toldInThePage", "toldElsewhere", "pushed"])
def test_somebody_is_told(
    scenario: str, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.server.app.SEND_S", 0.1)
    monkeypatch.setattr(outbox, "EARLIEST_MS", dict.fromkeys(outbox.EARLIEST_MS, 0))
    key, port = tmp_path / "push.pem", free_port()
    write_key(key)
    more = {
        "port": port,
        "site": f"http://127.0.0.1:{port}",
        "mail_from": "cradle@example.org",
        "push_key": str(key),
        "contact": "host@example.org",
        "webhooks": True,
    }
    with postbox(port) as server, Running(test_settings(tmp_path, mail=server, **more)) as running:
        assert driver.run(scenario, running.url) == ""
