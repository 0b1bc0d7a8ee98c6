"""Being told, in a real browser: notices in the page, mail by a real mail server, pushes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.server.notifications.push import write_key
from cradle.server.store import outbox
from tests.browser.conftest import Driver
from tests.browser.postbox import postbox
from tests.server.running import Running, free_port, test_settings

pytestmark = pytest.mark.long


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that tells people of everything at once, in every way."""
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
        yield running.url


@pytest.mark.parametrize("scenario", ["toldInThePage", "toldElsewhere"])
def test_somebody_is_told(scenario: str, driver: Driver, site: str) -> None:
    assert driver.run(scenario, site) == ""


def test_what_is_pushed_is_shown(notifying_driver: Driver, site: str) -> None:
    assert notifying_driver.run("pushed", site) == ""
