"""Webhooks, against a real server on this machine; and addresses that are never called."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.server.notifications import targets
from cradle.server.notifications.message import Item, NeverSent, NotSent, Outgoing
from cradle.server.notifications.targets import Caller, is_public
from cradle.server.notifications.webhook import Webhook
from cradle.server.store import outbox
from cradle.server.store.channels import Channel
from tests.server.notification_world import begin
from tests.server.running import Running, test_settings
from tests.server.target import Target, listening
from tests.server.waits import until

SITE = "https://games.example.org"
SECRET = "whsec_" + base64.b64encode(b"a shared secret").decode()
NAME = "<!channel> & @everyone"


@pytest.fixture
def target() -> Iterator[Target]:
    with listening() as found:
        yield found


def message(url: str, form: str) -> Outgoing:
    channel = Channel(
        id="abc",
        person="ada",
        kind="webhook",
        address=url,
        label="",
        secrets={"form": form, "secret": SECRET},
        created_at=0,
    )
    item = Item("turn", f"It’s your turn in Stone Age, with {NAME}.", "/t/table1", "table1")
    return Outgoing("key1", channel, "Your turn", (item,), "en", 5)


def send(url: str, form: str = "json", private: bool = True) -> None:
    webhook = Webhook(Caller(private), SITE, clock=lambda: 7_000)
    asyncio.run(webhook.send(message(url, form), begin))


def test_a_chat_service_gets_its_own_form_and_no_name_calls_anybody(target: Target) -> None:
    send(f"{target.url}/hook", "slack")
    send(f"{target.url}/hook", "discord")
    slack, discord = (json.loads(call.body) for call in target.calls)
    assert slack.keys() == {"text"}
    assert "&lt;!channel&gt; &amp; @everyone" in slack["text"]
    assert slack["text"].endswith(f" {SITE}/t/table1")
    assert discord["content"].endswith(f" {SITE}/t/table1")
    assert discord["allowed_mentions"] == {"parse": []}
    assert [call.headers["idempotency-key"] for call in target.calls] == ["key1", "key1"]


def test_a_program_gets_json_with_a_signature(target: Target) -> None:
    """By the Standard Webhooks specification."""
    send(f"{target.url}/hook?x=1")
    (call,) = target.calls
    assert call.path == "/hook?x=1"
    signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode()
    expected = hmac.new(b"a shared secret", signed + call.body, hashlib.sha256).digest()
    assert call.headers["webhook-signature"] == "v1," + base64.b64encode(expected).decode()
    assert (call.headers["webhook-id"], call.headers["webhook-timestamp"]) == ("key1", "7")
    event = {"event": "turn", "table": "table1", "url": f"{SITE}/t/table1"}
    told = json.loads(call.body)
    assert {name: told["events"][0][name] for name in event} == event
    assert (told["id"], told["person"], told["title"]) == ("key1", "ada", "Your turn")


@pytest.mark.parametrize(
    ("status", "kind", "gone"),
    [
        (301, NeverSent, False),
        (307, NeverSent, False),
        (400, NeverSent, False),
        (404, NeverSent, True),
        (410, NeverSent, True),
        (429, NotSent, False),
        (500, NotSent, False),
        (503, NotSent, False),
    ],
)
def test_what_an_answer_means(target: Target, status: int, kind: type[NotSent], gone: bool) -> None:
    target.answers = [status]
    with pytest.raises(NotSent, match=str(status)) as error:
        send(target.url)
    assert type(error.value) is kind
    assert getattr(error.value, "gone", False) is gone
    assert len(target.calls) == 1  # Nobody is redirected.


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2001:db8::1",
    ],
)
def test_no_private_address_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "[::1]"])
def test_our_own_machine_is_never_called(target: Target, host: str) -> None:
    port = target.url.rpartition(":")[2]
    with pytest.raises(NotSent):
        send(f"https://{host}:{port}", private=False)
    with pytest.raises(NeverSent, match="https"):
        send(f"http://{host}:{port}", private=False)
    assert target.calls == []


def test_a_name_with_one_private_address_is_not_called(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def found(_: str) -> list[str]:
        return ["8.8.8.8", "127.0.0.1"]

    monkeypatch.setattr(targets, "look_up", found)
    with pytest.raises(NeverSent, match="public"):
        send("https://rebinding.example.org", private=False)


def test_the_address_that_was_checked_is_called(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that has another address a moment later leads nowhere else."""
    lookups = []

    async def found(host: str) -> list[str]:
        lookups.append(host)
        return ["127.0.0.1"]

    monkeypatch.setattr(targets, "look_up", found)
    port = target.url.rpartition(":")[2]
    send(f"http://hooks.example.org:{port}/a")
    assert lookups == ["hooks.example.org"]
    assert target.calls[0].headers["host"] == f"hooks.example.org:{port}"


def test_a_webhook_is_called_over_a_real_server(
    tmp_path: Path, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.server.app.SEND_S", 0.02)
    monkeypatch.setitem(outbox.EARLIEST_MS, "webhook", 0)
    more = {"webhooks": True, "site": SITE, "private_targets": True}
    with Running(test_settings(tmp_path, **more)) as server:
        ada, ben = server.player("Ada"), server.player("Ben")
        wish = {"kind": "webhook", "url": f"{target.url}/secret-path", "form": "json"}
        made = ada.post("/api/me/channels", {"channel": wish})
        assert made["secret"].startswith("whsec_")
        (shown,) = ada.get("/api/me/notifications")["channels"]
        assert (shown["label"], shown["secret"]) == ("127.0.0.1", None)
        assert "secret-path" not in json.dumps(shown)
        until(lambda: len(target.calls) == 1)
        assert json.loads(target.calls[0].body)["events"][0]["event"] == "test"
        table = ada.table("stone-age", "me", "open")["id"]
        ben.join(table)
        while not ada.view(table)["moves"]:
            ben.move(table, ben.view(table)["moves"][0]["text"])
        until(lambda: len(target.calls) == 2)
        told = json.loads(target.calls[1].body)["events"][0]
        assert (told["event"], told["table"]) == ("turn", table)
        target.answers = [410]
        ada.post(f"/api/me/channels/{made['id']}/test")
        until(lambda: ada.get("/api/me/notifications")["channels"][0]["stopped"])
        assert ada.get("/api/me/notifications")["channels"][0]["fault"] == "answered 410"
        ben.http.delete(f"/api/me/channels/{made['id']}")
        assert ada.http.delete(f"/api/me/channels/{made['id']}").status_code == 204
        assert ada.get("/api/me/notifications")["channels"] == []
