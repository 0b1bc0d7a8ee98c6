"""Safety: headers, origins, sizes, rates, no secret in a log."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cradle import i18n
from cradle.games import GAMES
from cradle.server.ops.logs import JsonLines
from tests.server.running import Player, Running, test_settings


def test_every_answer_has_safe_headers(server: Running, ada: Player) -> None:
    for path in ("/", "/api/me", "/api/nosuch", "/healthz", "/table/abc", "/api/docs"):
        headers = ada.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert ada.http.get("/api/me").headers["cache-control"] == "no-store"


def test_other_sites_can_change_nothing(server: Running, ada: Player) -> None:
    evil = {"Origin": "https://evil.example"}
    refused = ada.http.post("/api/logout", headers=evil)
    assert refused.status_code == 403
    assert refused.json()["error"]["key"] == "wrong-origin"
    assert ada.http.post("/api/logout", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert ada.http.patch("/api/me", json={}, headers={"Origin": server.url}).status_code == 200
    table = ada.table("stone-age", "me", "me")["id"]
    url = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus), connect(url, additional_headers=evil):
        pass
    with connect(url, additional_headers={"Origin": server.url}):
        pass


def test_a_secure_server_believes_https_alone(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, secure=True)) as server:
        ada = Player(server.url)
        headers = ada.http.get("/api/me").headers
        assert headers["strict-transport-security"] == "max-age=31536000"
        session = {"Cookie": f"cradle={ada.http.cookies['cradle']}"}  # not sent by itself over HTTP
        codes = {
            origin: httpx.patch(
                f"{server.url}/api/me", json={}, headers=session | {"Origin": origin}
            ).status_code
            for origin in (server.url, server.url.replace("http:", "https:"))
        }
        assert list(codes.values()) == [403, 200]


def test_pages_of_named_origins_may_read_answers(tmp_path: Path) -> None:
    friend, stranger = {"Origin": "https://friend.example"}, {"Origin": "https://evil.example"}
    asks = {"Access-Control-Request-Method": "PATCH"}
    with Running(test_settings(tmp_path, origins=friend["Origin"], requests=40)) as server:
        ada = Player(server.url)
        for path in ("/api/me", "/api/nosuch"):
            headers = ada.http.get(path, headers=friend).headers
            assert headers["access-control-allow-origin"] == friend["Origin"]
            assert headers["access-control-allow-credentials"] == "true"
            assert "access-control-allow-origin" not in ada.http.get(path, headers=stranger).headers
            for origin in (friend, stranger, {}):
                assert "Origin" in ada.http.get(path, headers=origin).headers["vary"]
        asked = ada.http.options("/api/me", headers=friend | asks)
        assert asked.status_code == 200
        assert "PATCH" in asked.headers["access-control-allow-methods"]
        asked = ada.http.options("/api/me", headers=stranger | asks)
        assert asked.status_code == 400
        assert "access-control-allow-origin" not in asked.headers
        assert ada.http.patch("/api/me", json={}, headers=friend).status_code == 200
        assert ada.http.patch("/api/me", json={}, headers=stranger).status_code == 403
        refused = [ada.http.get("/api/me", headers=friend) for _ in range(41)][-1]
        assert refused.status_code == 429
        assert refused.headers["access-control-allow-origin"] == friend["Origin"]
        assert "access-control-allow-origin" not in ada.http.get("/healthz").headers


def test_what_is_too_large_is_refused(ada: Player) -> None:
    answer = ada.http.post("/api/me", json={"name": "x" * 100_000})
    assert answer.status_code == 413
    chunks = (b'{"name": "' + b"x" * 1000 for _ in range(200))
    assert ada.http.post("/api/me", content=chunks).status_code == 413
    assert ada.post("/api/records", {"text": "[Game"}, 400)["error"]["key"] == "bad-record"
    assert ada.http.post("/api/records", json={"text": "x" * 5_000_000}).status_code == 413


def test_what_comes_too_often_is_refused(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, requests=20, guests=2, logins=2, sockets=1)) as server:
        ada = Player(server.url)
        Player(server.url)
        assert ada.post("/api/me", {"name": "Third"}, 429)["error"]["key"] == "too-often"
        wrong = {"login": "nobody", "password": "x" * 8}
        codes = [ada.http.post("/api/login", json=wrong).status_code for _ in range(3)]
        assert codes == [403, 403, 429]
        table = ada.table("stone-age", "me", "me")["id"]
        with ada.socket(table), pytest.raises(InvalidStatus), ada.socket(table):
            pass
        answers = [ada.http.get("/api/me") for _ in range(30)]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"


def test_numbers_for_the_host(server: Running, ada: Player) -> None:
    ada.table("stone-age", "me", "me")
    page = httpx.get(f"{server.url}/metrics").text
    told = set(re.findall(r"^(?:# TYPE )?(cradle_\w+)", page, re.MULTILINE))
    named = set[str]()
    for file in ("deploy/alerts.yml", "deploy/grafana.json"):
        named.update(re.findall(r"cradle_\w+", Path(file).read_text()))
    written = set(re.findall(r"`(cradle_\w+)`", Path("docs/hosting.md").read_text()))
    assert {"cradle_moves_total", "cradle_write_batch_bucket"} | named | written <= told


def test_what_is_kept_together_is_measured(server: Running, ada: Player) -> None:
    def figure(name: str) -> float:
        lines = httpx.get(f"{server.url}/metrics").text.splitlines()
        return float(next(line.split()[-1] for line in lines if line.startswith(f"{name} ")))

    before = figure("cradle_write_batch_sum"), figure("cradle_lock_wait_seconds_count")
    table = ada.table("stone-age", "me", "me")["id"]
    ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
    assert figure("cradle_write_batch_sum") >= before[0] + 2
    assert figure("cradle_lock_wait_seconds_count") >= before[1] + 2
    assert figure("cradle_write_queue") >= 0
    with ada.http.stream("GET", "/api/stream") as answer:
        lines = answer.iter_lines()
        next(lines)
        assert figure("cradle_sockets") >= 1


def test_whatever_refuses_is_counted(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, requests=5)) as server:
        ada = Player(server.url)
        assert [ada.http.get("/api/me").status_code for _ in range(9)][-1] == 429
        evil = {"Origin": "https://evil.example"}
        with (
            pytest.raises(InvalidStatus),
            connect(server.url.replace("http", "ws") + "/api/socket", additional_headers=evil),
        ):
            pass
        page = httpx.get(f"{server.url}/metrics").text
        assert 'cradle_refused_total{key="too-often"}' in page
        assert 'cradle_refused_total{key="wrong-origin"} 1.0' in page


def test_no_secret_in_a_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "cradle")
    with Running(test_settings(tmp_path)) as server:
        ada = server.player()
        ada.post("/api/me/account", {"login": "ada", "password": "secret words"})
        token = ada.post("/api/me/tokens", {"label": "x"})["token"]
        httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"})
        table = ada.table("stone-age", "me", "me")["id"]
        secret = server.state.tables.memory.lives[table].facts.secret
    form = JsonLines()
    lines = "\n".join(form.format(record) for record in caplog.records)
    assert json.loads(lines.splitlines()[0])["level"]
    for hidden in ("secret words", token, secret, ada.cookie.partition("=")[2]):
        assert hidden not in lines


def test_a_fault_is_told_without_details(
    server: Running, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the inner secret")

    monkeypatch.setattr("cradle.server.http.routes.people.plain", broken)
    answer = ada.http.get("/api/me")
    assert answer.status_code == 500
    assert answer.json()["error"]["key"] == "fault"
    assert "inner secret" not in answer.text


def test_facts_go_out_compressed_to_who_takes_it(ada: Player) -> None:
    plain = ada.http.get("/api/games/hadara", headers={"Accept-Encoding": "identity"})
    small = ada.http.get("/api/games/hadara", headers={"Accept-Encoding": "gzip"})
    assert plain.json() == small.json()
    assert (plain.headers["vary"], small.headers["content-encoding"]) == ("Accept-Encoding", "gzip")
    assert int(small.headers["content-length"]) * 5 < int(plain.headers["content-length"])


def test_facts_are_kept_by_their_tag(ada: Player) -> None:
    for path in ("/api/games", "/api/games/hadara", "/api/texts/cs", "/api/rules/stone-age/fr"):
        first = ada.http.get(path)
        again = ada.http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code) == (200, 304)
    assert ada.get("/api/about")["levels"]
    for path in ("/api/games/chess", "/api/texts/xx", "/api/rules/chess/en"):
        assert ada.http.get(path).status_code == 404


def test_all_games_are_listed_with_what_a_choice_needs(ada: Player) -> None:
    listed = {each["game"]: each for each in ada.http.get("/api/games").json()}
    assert list(listed) == list(GAMES)
    for name, game in GAMES.items():
        assert listed[name]["seats"] == list(game.seats)
        assert listed[name]["options"].keys() == game.options.keys()
        assert listed[name]["titles"]["cs"] == i18n.title("cs", name)
