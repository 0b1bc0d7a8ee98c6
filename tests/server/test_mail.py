"""Mail, against a real mail server on this machine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from cradle.server.notifications.mail import Mail
from cradle.server.notifications.message import Item, NeverSent, NotSent, Outgoing
from cradle.server.store import outbox
from cradle.server.store.channels import Channel
from tests.server.notification_world import begin
from tests.server.postbox import Postbox
from tests.server.running import Player, Running, test_settings
from tests.server.waits import until

SITE = "https://games.example.org"
WORDS = {"mail_from": "cradle@example.org", "site": SITE}


@pytest.fixture
def site(tmp_path: Path, postbox: Postbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that sends mail at once."""
    monkeypatch.setattr("cradle.server.app.SEND_S", 0.02)
    monkeypatch.setitem(outbox.EARLIEST_MS, "mail", 0)
    server = f"smtp://127.0.0.1:{postbox.port}"
    with Running(test_settings(tmp_path, mail=server, **WORDS)) as running:
        yield running


def message(**more: Any) -> Outgoing:
    """A message to an address."""
    channel = Channel(
        id="abc",
        person="ada",
        kind="mail",
        address="ada@example.org",
        label="",
        secrets={"token": "xyz"},
        created_at=0,
    )
    items = (Item("turn", "It’s your turn in Stone Age, with Žofie.", "/t/table1", "table1"),)
    about: dict[str, Any] = {"key": "key1", "channel": channel, "title": "Your turn"}
    return Outgoing(**about | {"items": items, "language": "en", "at": 0} | more)


def body(mail: EmailMessage) -> str:
    content: str = mail.get_content()
    return content


def link(mail: EmailMessage, page: str) -> str:
    found = re.search(rf"{SITE}/{page}/([a-z0-9-]+)", body(mail))
    assert found is not None, body(mail)
    return found[1]


def add(player: Player, address: str, status: int = 201) -> Any:
    wish = {"channel": {"kind": "mail", "address": address}}
    return player.post("/api/me/channels", wish, status)


def test_an_address_is_confirmed_before_anything_else_is_sent(
    site: Running, postbox: Postbox
) -> None:
    ada, ben = site.player("Ada"), site.player("Ben")
    assert ada.get("/api/me/notifications")["offers"] == {
        "mail": True,
        "webhook": False,
        "push": None,
    }
    channel = add(ada, "ada@example.org")
    assert not channel["confirmed"]
    until(lambda: postbox.got)
    (asked,) = postbox.got
    assert asked["To"] == "ada@example.org"
    ada.post(f"/api/me/channels/{channel['id']}/test", status=409)
    wait_for_turn(ada, ben)
    token = link(asked, "confirm")
    ben.post(f"/api/confirm/{token}")
    (mine,) = ada.get("/api/me/notifications")["channels"]
    assert mine["confirmed"]
    table = wait_for_turn(ada, ben)
    until(lambda: len(postbox.got) > 1)
    assert f"{SITE}/t/{table}" in body(postbox.got[1])


def wait_for_turn(ada: Player, ben: Player) -> str:
    """A table at which Ada is asked."""
    table: str = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    while not ada.view(table)["moves"]:
        ben.move(table, ben.view(table)["moves"][0]["text"])
    return table


def test_one_click_ends_it(site: Running, postbox: Postbox) -> None:
    """As RFC 8058 has it: a POST of a mail program's, without cookie, origin or question."""
    ada = site.player("Ada")
    add(ada, "ada@example.org")
    until(lambda: postbox.got)
    ada.post(f"/api/confirm/{link(postbox.got[0], 'confirm')}")
    (mail,) = postbox.got
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = re.fullmatch(rf"<{SITE}(/api/unsubscribe/\S+)>", mail["List-Unsubscribe"])
    assert address is not None
    program = Player(site.url, None)
    form = {"List-Unsubscribe": "One-Click"}
    assert program.http.get(address[1]).status_code == 303
    assert len(ada.get("/api/me/notifications")["channels"]) == 1
    for _ in range(2):
        assert program.http.post(address[1], data=form).status_code == 204
    assert ada.get("/api/me/notifications")["channels"] == []


def test_nobody_floods_an_address(site: Running, postbox: Postbox) -> None:
    ada, eve = site.player("Ada"), site.player("Eve")
    channel = add(ada, "ada@example.org")
    assert add(ada, "ada@example.org", 409)["error"]["key"] == "channel-known"
    assert add(eve, "ada@example.org", 429)["error"]["key"] == "too-often"
    assert ada.http.delete(f"/api/me/channels/{channel['id']}").status_code == 204
    assert ada.get("/api/me/notifications")["channels"] == []
    assert add(ada, "ada@example.org", 429)["error"]["key"] == "too-often"
    ada.post(f"/api/confirm/{channel['id']}-wrong", status=404)


def test_a_mail_is_the_same_at_every_try() -> None:
    mail = Mail("smtp://localhost", "cradle@example.org", SITE)
    first, again = mail.compose(message()), mail.compose(message())
    assert first.as_bytes() == again.as_bytes()
    assert first["Message-ID"] == "<key1@games.example.org>"
    assert "Žofie" in body(first)
    assert f"{SITE}/unsubscribe/abc-xyz" in body(first)


@pytest.mark.parametrize("language", ["en", "de", "fr", "cs"])
def test_a_mail_speaks_every_language(language: str) -> None:
    mail = Mail("smtp://localhost", "cradle@example.org", SITE).compose(message(language=language))
    assert mail["Content-Language"] == language
    assert "{" not in body(mail)


def send(box: Postbox) -> None:
    mail = Mail(f"smtp://127.0.0.1:{box.port}", "cradle@example.org", SITE)
    asyncio.run(mail.send(message(), begin))


def test_an_address_that_is_refused_for_good_is_gone(postbox: Postbox) -> None:
    postbox.refusal = "550 no such user"
    with pytest.raises(NeverSent, match="550") as error:
        send(postbox)
    assert error.value.gone


def test_an_address_that_is_put_off_is_tried_again(postbox: Postbox) -> None:
    postbox.refusal = "450 try later"
    with pytest.raises(NotSent, match="450") as error:
        send(postbox)
    assert not isinstance(error.value, NeverSent)
    postbox.refusal = None
    send(postbox)
    assert [mail["Subject"] for mail in postbox.got] == ["Your turn"]


def test_a_mail_server_that_is_away_is_tried_again() -> None:
    with pytest.raises(NotSent, match="reached") as error:
        send(Postbox())
    assert not isinstance(error.value, NeverSent)
