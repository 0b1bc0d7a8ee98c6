"""Web push, against an endpoint on this machine that reads what it gets as a browser does."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cradle.cli import main
from cradle.server.app import make_app
from cradle.server.settings import BadSetting
from cradle.server.store import outbox
from tests.server.running import Running, test_settings
from tests.server.target import Call, Target, listening
from tests.server.waits import until

CONTACT = "host@example.org"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser's keys, and how it reads a push (RFC 8291)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        public = self.key.public_key()
        self.point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, object]:
        """What it tells the server."""
        keys = {"auth": encoded(self.auth), "p256dh": encoded(self.point)}
        return {"channel": {"kind": "push", "endpoint": self.endpoint, "keys": keys}}

    def read(self, call: Call) -> dict[str, str]:
        """What was pushed."""
        assert call.headers["content-encoding"] == "aes128gcm"
        salt, size = call.body[:16], call.body[20]
        point, sealed = call.body[21 : 21 + size], call.body[21 + size :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self.key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + self.point + point
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        found: dict[str, str] = json.loads(text.rstrip(b"\0")[:-1])
        return found


@pytest.fixture
def target() -> Iterator[Target]:
    with listening() as found:
        yield found


@pytest.fixture
def key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A key, made by the command."""
    file = tmp_path / "push.pem"
    assert main(["push-key", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    assert file.stat().st_mode & 0o777 == 0o600
    return file


@pytest.fixture
def site(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that pushes at once."""
    monkeypatch.setattr("cradle.server.app.SEND_S", 0.02)
    monkeypatch.setitem(outbox.EARLIEST_MS, "push", 0)
    more = {"push_key": str(key), "contact": CONTACT, "private_targets": True}
    with Running(test_settings(tmp_path, **more)) as running:
        yield running


def test_a_browser_is_told_what_nobody_else_can_read(site: Running, target: Target) -> None:
    ada, ben, browser = site.player("Ada"), site.player("Ben"), Browser(f"{target.url}/push/1")
    ada.post("/api/me/channels", browser.subscription())
    until(lambda: len(target.calls) == 1)
    assert browser.read(target.calls[0])["path"] == "/me"
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    while not ada.view(table)["moves"]:
        ben.move(table, ben.view(table)["moves"][0]["text"])
    until(lambda: len(target.calls) == 2)
    told = browser.read(target.calls[1])
    assert told["title"] == "Your turn"
    assert "Ben" in told["body"]
    assert (told["path"], told["tag"]) == (f"/t/{table}", table)
    assert b"Ben" not in target.calls[1].body


def test_a_push_says_who_sends_it_and_replaces_itself(site: Running, target: Target) -> None:
    """By VAPID (RFC 8292), with the key that the page subscribed by; and a topic (RFC 8030)."""
    ada, browser = site.player("Ada"), Browser(f"{target.url}/push/1")
    offered = ada.get("/api/me/notifications")["offers"]["push"]
    target.answers = [503]
    made = ada.post("/api/me/channels", browser.subscription())
    until(lambda: ada.get("/api/me/notifications")["channels"][0]["fault"])
    (call,) = target.calls
    token, _, shown = call.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    assert shown == offered
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(offered))
    claims = jwt.decode(token, public, ["ES256"], audience="http://127.0.0.1")
    assert claims["sub"] == f"mailto:{CONTACT}"
    assert call.headers["ttl"] == "86400"
    assert len(call.headers["topic"]) <= 32
    ada.post(f"/api/me/channels/{made['id']}/test")
    until(lambda: len(target.calls) == 2)
    assert target.calls[1].headers["topic"] != call.headers["topic"]


def test_a_browser_that_is_gone_is_called_no_more(site: Running, target: Target) -> None:
    ada, browser = site.player("Ada"), Browser(f"{target.url}/push/1")
    target.answers = [410]
    ada.post("/api/me/channels", browser.subscription())
    until(lambda: ada.get("/api/me/notifications")["channels"][0]["stopped"])


def test_a_browser_belongs_to_who_used_it_last(site: Running, target: Target) -> None:
    ada, ben, browser = site.player("Ada"), site.player("Ben"), Browser(f"{target.url}/push/1")
    for player in (ada, ben, ben):
        player.post("/api/me/channels", browser.subscription())
    assert ada.get("/api/me/notifications")["channels"] == []
    assert len(ben.get("/api/me/notifications")["channels"]) == 1


def test_keys_that_are_none_are_no_fault_of_ours(site: Running, target: Target) -> None:
    ada = site.player("Ada")
    keys = {"auth": "A" * 22, "p256dh": "A" * 87}
    wish = {"kind": "push", "endpoint": f"{target.url}/x", "keys": keys}
    ada.post("/api/me/channels", {"channel": wish})
    until(lambda: ada.get("/api/me/notifications")["channels"][0]["stopped"])
    assert target.calls == []


def test_a_key_is_never_written_over(key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = key.read_bytes()
    assert main(["push-key", str(key)]) != 0
    assert key.read_bytes() == before


@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN PRIVATE KEY-----\nno\n"])
def test_a_file_without_a_key_is_said_at_the_start(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "key"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadSetting, match="--push-key"):
        make_app(test_settings(tmp_path, push_key=str(file), contact=CONTACT))
