"""Being told, in a real browser: notices in the page, mail by a real mail server, pushes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from cradle.server.notifications.push import write_key
from cradle.server.store import outbox
from tests.browser.conftest import Driver
from tests.server.running import Running, free_port, test_settings

pytestmark = pytest.mark.long


class Postbox:
    """A mail server that writes what it gets into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        number = len(list(self.folder.iterdir()))
        (self.folder / f"{number:04}").write_bytes(envelope.content)
        return "250 OK"


@contextmanager
def postbox(site_port: int) -> Iterator[str]:
    """A mail server, whose mails the scenario finds by the port of the site."""
    folder, port = Path(tempfile.gettempdir()) / f"cradle-mails-{site_port}", free_port()
    folder.mkdir()
    controller = Controller(Postbox(folder), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
        rmtree(folder)


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
