"""Signing in by a provider of OpenID Connect: a real one, and ones that lie."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey

from cradle.server.app import make_parts, stop
from cradle.server.ops import admin
from cradle.server.people import openid
from cradle.server.problems import Problem
from tests.server.openid_provider import openid_provider
from tests.server.running import Player, Running, free_port, test_settings

Json = dict[str, Any]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose people may sign in by a club."""
    port = free_port()
    with openid_provider() as provider:
        more = {
            "port": port,
            "site": f"http://127.0.0.1:{port}",
            "openid": provider,
            "openid_client": "cradle",
            "openid_secret": "secret",
            "openid_name": "Chess Club",
        }
        with Running(test_settings(tmp_path_factory.mktemp("club"), **more)) as running:
            yield running


def back(player: Player, who: str) -> str:
    """Sign in at the provider; where it sends the browser."""
    there = player.post("/api/openid")["url"]
    answer = httpx.post(there, data={"sub": who})
    assert answer.status_code == 302
    return answer.headers["location"]


def enter(player: Player, who: str) -> Json:
    """Sign in by the provider; who that is here."""
    answer = player.http.get(back(player, who))
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    person: Json = player.get("/api/me")["person"]
    return person


def failed(player: Player, location: str) -> None:
    answer = player.http.get(location)
    assert answer.headers["location"] == "/me?problem=openid-failed"


def test_what_is_asked_of_the_provider(club: Running) -> None:
    assert club.player().get("/api/about")["openid"] == "Chess Club"
    first, second = (
        parse_qs(urlsplit(club.player().post("/api/openid")["url"]).query) for _ in range(2)
    )
    assert first["code_challenge_method"] == ["S256"]
    for name in ("state", "nonce", "code_challenge"):
        assert len(first[name][0]) >= 43
        assert first[name] != second[name]


def test_somebody_new_comes_by_the_club_and_comes_again(club: Running) -> None:
    person = enter(club.player(None), "ada@club.org")
    assert (person["login"], person["guest"]) == ("ada@club.org", False)
    assert enter(club.player(None), "ada@club.org")["id"] == person["id"]
    assert enter(club.player(None), "ben@club.org")["id"] != person["id"]


def test_a_guest_and_an_account_keep_everything(club: Running) -> None:
    guest = club.player("Guest")
    assert enter(guest, "guest@club.org")["id"] == guest.id
    member = club.player("Member")
    member.post("/api/me/account", {"login": "member", "password": "three odd words"})
    person = enter(member, "member@club.org")
    assert (person["id"], person["login"]) == (member.id, "member")
    assert enter(club.player("Other"), "member@club.org")["id"] == member.id
    # Who is known by one name there isn't by another one, too.
    assert enter(member, "second@club.org")["id"] != member.id


def test_a_login_that_is_taken_is_made_another(club: Running) -> None:
    member = club.player("Member")
    member.post("/api/me/account", {"login": "taken@club.org", "password": "three odd words"})
    person = enter(club.player(None), "taken@club.org")
    assert person["id"] != member.id
    assert person["login"].startswith("taken@club.org-")


def test_whoever_is_forgotten_comes_as_somebody_new(club: Running) -> None:
    player = club.player(None)
    before = enter(player, "gone@club.org")
    assert player.http.delete("/api/me").status_code == 204
    assert enter(player, "gone@club.org")["id"] != before["id"]


def test_who_is_banned_has_no_way_in(club: Running) -> None:
    player = club.player(None)
    person = enter(player, "bad@club.org")
    list(admin.run(club.settings, "ban", [person["id"]]))
    answer = club.player(None)
    refused = answer.http.get(back(answer, "bad@club.org"))
    assert refused.headers["location"] == "/me?problem=banned"
    assert answer.get("/api/me")["person"] is None


def test_a_way_back_counts_once_and_in_its_own_browser(club: Running) -> None:
    ada, eve = club.player(None), club.player(None)
    location = back(ada, "ada@club.org")
    failed(eve, location)
    eve.post("/api/openid")
    failed(eve, location)
    assert ada.http.get(location).headers["location"] == "/me"
    failed(ada, location)
    location = back(ada, "ada@club.org")
    failed(ada, location.replace("code=", "code=x"))
    failed(ada, "/api/openid/callback?error=access_denied")
    assert eve.get("/api/me")["person"] is None


def test_without_a_provider_there_is_no_such_way(ada: Player) -> None:
    assert ada.get("/api/about")["openid"] is None
    assert ada.post("/api/openid", {}, 409)["error"]["key"] == "no-such-way"


ISSUER, KEY, OTHER_KEY = "https://id.club.org", ECKey.generate_key(), ECKey.generate_key()


def finish(folder: Path, monkeypatch: pytest.MonkeyPatch, **lies: Any) -> str:
    """Who comes back from a provider that says something else than asked for."""
    more = {"site": "https://x.org", "openid": ISSUER, "openid_client": "cradle"}
    key = lies.pop("key", KEY)
    about = {name: f"{ISSUER}/{name}" for name in ("authorization_endpoint", "jwks_uri")}
    about |= {"issuer": lies.pop("issuer", ISSUER), "token_endpoint": f"{ISSUER}/token"}
    nonces: list[str] = []

    async def answer(_: Any, method: str, url: str, **__: Any) -> Json:
        if url.endswith("openid-configuration"):
            return about
        if url.endswith("jwks_uri"):
            return {"keys": [KEY.as_dict(private=False)]}
        now = int(time.time())
        claims: Json = {"iss": ISSUER, "aud": "cradle", "sub": "ada", "nonce": nonces[0]}
        claims |= {"iat": now, "exp": now + 600} | lies
        told = {name: value for name, value in claims.items() if value is not None}
        return {"id_token": jwt.encode({"alg": "ES256"}, told, key)}

    async def do() -> str:
        parts = make_parts(test_settings(folder, **more))
        try:
            url, state = await parts.openid.begin(None)
            nonces.extend(parse_qs(urlsplit(url).query)["nonce"])
            return (await parts.openid.finish(state, "code")).login or ""
        finally:
            await stop(parts)

    monkeypatch.setattr(openid, "_json", answer)
    return asyncio.run(do())


def test_a_provider_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finish(tmp_path, monkeypatch, preferred_username="Ada Byron!") == "adabyron"


@pytest.mark.parametrize(
    "lie",
    [
        {"iss": "https://evil.org"},
        {"issuer": "https://evil.org"},
        {"aud": "another"},
        {"nonce": "another"},
        {"nonce": None},
        {"exp": 1},
        {"exp": None},
        {"sub": None},
        {"sub": "x" * 300},
        {"key": OTHER_KEY},
    ],
)
def test_a_provider_that_lies_is_not_believed(
    lie: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Problem, match="openid-failed"):
        finish(tmp_path, monkeypatch, **lie)
