"""Passkeys, with a device made of software."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

from cradle.server.app import Parts, make_parts, stop
from cradle.server.people import passkeys
from cradle.server.people.passkeys import Site
from cradle.server.problems import Problem
from cradle.server.store import people
from cradle.server.store.one_time_secrets import LASTS_MS, PASSKEY
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms
from tests.server.running import Player, test_settings

SITE = Site("games.example.org", "https://games.example.org")
PRESENT, VERIFIED, ATTESTED = 1, 4, 64
Json = dict[str, Any]


@dataclass
class Device:
    """A device with one key, which counts how often it is used."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    id: bytes = b"a device's own name"
    flags: int = PRESENT | VERIFIED
    count: int = 0

    def _about(self, site: Site, flags: int) -> bytes:
        self.count += 1
        return sha256(site.name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _plain(self, kind: str, options: Json, site: Site, **response: bytes) -> Json:
        client = {"type": kind, "challenge": options["challenge"], "origin": site.origin}
        response["clientDataJSON"] = json.dumps(client).encode()
        name = bytes_to_base64url(self.id)
        given = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": given}

    def make(self, options: Json, site: Site = SITE) -> Json:
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        about = self._about(site, self.flags | ATTESTED) + bytes(16)
        about += len(self.id).to_bytes(2, "big") + self.id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        return self._plain("webauthn.create", options, site, attestationObject=attested)

    def show(self, options: Json, site: Site = SITE) -> Json:
        about = self._about(site, self.flags)
        plain = self._plain("webauthn.get", options, site, authenticatorData=about)
        client = base64url_to_bytes(plain["response"]["clientDataJSON"])
        signed = self.key.sign(about + sha256(client).digest(), ec.ECDSA(SHA256()))
        plain["response"]["signature"] = bytes_to_base64url(signed)
        return plain


async def member(parts: Parts, id: str) -> Person:
    """Somebody with an account."""

    def work(connection: Any) -> Person:
        people.add_guest(connection, id, id.title(), {}, 0)
        found = people.change(connection, id, login=f"{id}-login")
        assert found is not None
        return found

    return await parts.database.write(work)


def run(folder: Path, work: Callable[[Parts, Person], Awaitable[None]]) -> None:
    async def do() -> None:
        parts = make_parts(test_settings(folder))
        try:
            await work(parts, await member(parts, "ada"))
        finally:
            await stop(parts)

    asyncio.run(do())


async def add(parts: Parts, me: Person, device: Device) -> None:
    options = await passkeys.ask_for_new(parts.database, me, SITE)
    await passkeys.add(parts.database, me, SITE, device.make(options), "My phone")


async def refuse(work: Awaitable[Any]) -> None:
    with pytest.raises(Problem, match="bad-passkey"):
        await work


def test_a_passkey_signs_its_owner_in(tmp_path: Path) -> None:
    async def work(parts: Parts, ada: Person) -> None:
        device, database = Device(), parts.database
        await add(parts, ada, device)
        for _ in range(2):
            options = await passkeys.ask_to_sign_in(database, SITE)
            assert (await passkeys.sign_in(database, SITE, device.show(options))).id == "ada"
        options = await passkeys.ask_for_new(database, ada, SITE)
        assert [each["id"] for each in options["excludeCredentials"]] == [
            bytes_to_base64url(device.id)
        ]
        await database.write(lambda c: people.forget(c, "ada"))
        options = await passkeys.ask_to_sign_in(database, SITE)
        await refuse(passkeys.sign_in(database, SITE, device.show(options)))

    run(tmp_path, work)


def test_who_is_banned_has_no_way_in(tmp_path: Path) -> None:
    async def work(parts: Parts, ada: Person) -> None:
        device, database = Device(), parts.database
        await add(parts, ada, device)
        await database.write(lambda c: people.ban(c, ada, 1))
        options = await passkeys.ask_to_sign_in(database, SITE)
        with pytest.raises(Problem, match="banned"):
            await passkeys.sign_in(database, SITE, device.show(options))

    run(tmp_path, work)


def test_what_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown twice, too late, on another page, by another device, without its lock, counted back."""

    async def work(parts: Parts, ada: Person) -> None:
        device, database = Device(), parts.database
        await add(parts, ada, device)

        async def ask() -> Json:
            return await passkeys.ask_to_sign_in(database, SITE)

        async def enter(shown: Json) -> Person:
            return await passkeys.sign_in(database, SITE, shown)

        shown = device.show(await ask())
        await enter(shown)
        await refuse(enter(shown))
        await refuse(enter(device.show(await ask(), Site("games.example.org", "https://x.org"))))
        await refuse(enter(device.show(await ask(), Site("x.org", SITE.origin))))
        await refuse(enter(Device().show(await ask())))
        await refuse(enter(Device(id=b"unknown").show(await ask())))
        await refuse(enter(Device(device.key, flags=PRESENT, count=99).show(await ask())))
        await refuse(enter(Device(device.key).show(await ask())))
        await refuse(enter(device.show({"challenge": bytes_to_base64url(b"made up")})))
        options = await ask()
        now = now_ms() + LASTS_MS[PASSKEY]
        monkeypatch.setattr(passkeys, "now_ms", lambda: now)
        await refuse(enter(device.show(options)))

    run(tmp_path, work)


def test_a_passkey_is_made_for_who_asked(tmp_path: Path) -> None:
    async def work(parts: Parts, ada: Person) -> None:
        database, ben = parts.database, await member(parts, "ben")
        options = await passkeys.ask_for_new(database, ada, SITE)
        await refuse(passkeys.add(database, ben, SITE, Device().make(options), "x"))
        options = await passkeys.ask_to_sign_in(database, SITE)
        await refuse(passkeys.add(database, ben, SITE, Device().make(options), "x"))
        device = Device()
        await add(parts, ada, device)
        options = await passkeys.ask_for_new(database, ben, SITE)
        await refuse(passkeys.add(database, ben, SITE, device.make(options), "x"))

    run(tmp_path, work)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"response": 7},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": "e30"}},
        {"id": [], "response": {"clientDataJSON": bytes_to_base64url(b'{"challenge": {}}')}},
        {"response": {"clientDataJSON": bytes_to_base64url(b"[]")}},
    ],
)
def test_nonsense_is_refused(ada: Player, given: Json) -> None:
    assert ada.post("/api/passkey", {"credential": given}, 403)["error"]["key"] == "bad-passkey"


def test_passkeys_are_for_accounts(ada: Player) -> None:
    assert ada.post("/api/me/passkeys/options", {}, 409)["error"]["key"] == "no-account"
    ada.post("/api/me/account", {"login": f"k-{ada.id}", "password": "three odd words"})
    assert ada.post("/api/me/passkeys/options")["user"]["name"] == f"k-{ada.id}"
    assert ada.get("/api/me/passkeys") == []
    assert ada.http.delete("/api/me/passkeys/none").status_code == 404
