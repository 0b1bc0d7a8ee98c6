"""One's account in a real browser, with a real mail server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Driver
from tests.browser.postbox import postbox
from tests.server.openid_provider import openid_provider
from tests.server.running import Running, free_port, test_settings

pytestmark = pytest.mark.long


def test_one_keeps_ones_account(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.server.app.SEND_S", 0.1)
    port = free_port()
    site = f"http://localhost:{port}"  # Browsers trust it as if it were secure.
    more = {"port": port, "site": site, "mail_from": "cradle@example.org"}
    with postbox(port) as server, Running(test_settings(tmp_path, mail=server, **more)):
        assert driver.run("account", site) == ""


def test_one_signs_in_by_a_club(driver: Driver, tmp_path: Path) -> None:
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    with openid_provider() as provider:
        more = {"openid": provider, "openid_client": "cradle", "openid_name": "Chess Club"}
        with Running(test_settings(tmp_path, port=port, site=site, openid_secret="secret", **more)):
            assert driver.run("club", site) == ""
