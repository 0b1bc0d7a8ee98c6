"""The third game on a server: listed, described, and played to the end over HTTP and sockets."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.running import Running, play_out, test_settings


@pytest.fixture(scope="module")
def server(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(test_settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


def test_it_is_listed_and_described(server: Running) -> None:
    ada = server.player("Ada")
    listed = {each["game"]: each for each in ada.get("/api/games")}
    market = listed["night-market"]
    assert market["seats"] == [2, 3, 4]
    assert market["titles"]["de"] == "Night market"
    assert market["options"]["prices"]["order_of"] == ["tea", "silk", "salt", "jade"]
    assert "night-market" in ada.get("/api/about")["games"]
    assert ada.get("/api/games/night-market")["components"]["wares"][0]["ware"] == "tea"
    assert ada.get("/api/rules/night-market/en") == {"chapters": [], "clauses": {}}


def test_a_game_with_bots_over_http(server: Running) -> None:
    ada, rng = server.player("Ada"), random.Random(1)
    table = ada.table("night-market", "me", "skilled", "novice", options={"days": "3"})["id"]
    while not (seen := ada.view(table))["over"]:
        if seen["moves"]:
            ada.move(table, rng.choice(seen["moves"])["text"])
        else:
            time.sleep(0.02)
    assert len(seen["scores"]) == 3
    assert ada.post(f"/api/tables/{table}/verify")["ok"]
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert ada.post("/api/records", {"text": record})["scores"] == seen["scores"]


def test_two_people_over_sockets(server: Running) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    table = ada.table("night-market", "me", "open")["id"]
    ben.join(table)
    with ExitStack() as stack:
        wires = [stack.enter_context(each.socket(table)) for each in (ada, ben)]
        last = play_out(wires, random.Random(1))
    assert last[0]["over"]
    assert last[0]["scores"] == last[1]["scores"]


def test_hints_are_given_without_a_reason(server: Running) -> None:
    ada = server.player("Ada")
    table = ada.table("night-market", "me", "novice")["id"]
    found = ada.get(f"/api/tables/{table}/hints")
    assert found
    assert all(each["why"] == "" for each in found)
