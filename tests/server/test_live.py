"""Whole games over real sockets: several clients, repeats, cuts, stale clients."""

from __future__ import annotations

import random
import threading
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.running import Json, Player, Running, Socket, play_out, test_settings

GAMES = [
    ("stone-age", 2, {}),
    ("stone-age", 4, {}),
    ("hadara", 2, {"mode": "advanced"}),
    ("hadara", 5, {}),
]


def friends(server: Running, game: str, seats: int, **more: object) -> tuple[list[Player], str]:
    """A table where each seat has a person."""
    players = [server.player(f"Player {number}") for number in range(seats)]
    table = players[0].table(game, "me", *["open"] * (seats - 1), **more)["id"]
    for player in players[1:]:
        player.join(table)
    return players, table


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_whole_game_by_several_clients(
    server: Running, game: str, seats: int, options: Json
) -> None:
    players, table = friends(server, game, seats, options=options)
    with ExitStack() as stack:
        wires = [stack.enter_context(player.socket(table)) for player in players]
        last = play_out(wires, random.Random(seats), twice=True)
    scores = last[0]["scores"]
    assert [each["seat"] for each in scores] == list(range(seats))
    assert all(each["scores"] == scores for each in last)
    told = players[0].get(f"/api/tables/{table}")
    assert told["state"] == "over"
    assert told["scores"] == scores
    assert players[0].post(f"/api/tables/{table}/verify")["ok"]
    history = players[0].get(f"/api/tables/{table}/history")
    assert history["plies"] == last[0]["ply"]
    record = players[0].http.get(f"/api/tables/{table}/record").text
    uploaded = players[1].post("/api/records", {"text": record})
    assert uploaded["scores"] == scores
    assert uploaded["kind"] == "record"


def test_the_numbers_rise_and_the_news_fit_together(server: Running) -> None:
    players, table = friends(server, "stone-age", 2)
    with players[0].socket(table) as one, players[1].socket(table) as two:
        play_out([one, two], random.Random(1), most=150)
        for wire in (one, two):
            wire.catch_up(players[0].view(table)["seq"])
            plays = [each for each in wire.heard if each["type"] == "play"]
            assert all(a["seq"] < b["seq"] for a, b in pairwise(plays))
            assert all(b["since"] == a["seq"] for a, b in pairwise(plays))
        told = [news for each in two.heard if each["type"] == "play" for news in each["news"]]
    history = players[1].get(f"/api/tables/{table}/history", seat=1)
    full = [news for entry in history["entries"] for news in entry["news"]]
    assert full[-len(told) :] == told


def test_a_repeat_is_harmless(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    with ada.socket(table) as wire:
        first = wire.until("play")
        move = first["moves"][0]["text"]
        wire.send({"type": "move", "id": "a", "text": move})
        done = wire.until("done", id="a")
        assert not done["again"]
        for _ in range(3):
            wire.send({"type": "move", "id": "a", "text": move})
            assert wire.until("done", id="a") == done | {"again": True}
    assert ada.move(table, move, id="a")["again"]
    assert ada.view(table)["seq"] == done["seq"]


def test_a_question_is_as_old_as_it_was_for_whoever_loads_the_table(server: Running) -> None:
    """Who hasn't seen yet that another has sealed a choice isn't stale, at any process."""
    players, table = friends(server, "hadara", 2, options={"mode": "advanced"})
    views = [player.view(table) for player in players]
    assert views[0]["asked"] == [0, 1]
    players[1].move(table, views[1]["moves"][0]["text"], seq=views[1]["seq"])
    memory = server.state.tables.memory
    memory.forget(memory.peek(table))
    done = players[0].move(table, views[0]["moves"][0]["text"], seq=views[0]["seq"])
    assert done["seq"] > views[0]["seq"] + 1


def test_a_stale_client_is_told_so(server: Running) -> None:
    (ada, ben), table = friends(server, "stone-age", 2)
    view = ada.view(table)
    mover = ada if view["moves"] else ben
    old = mover.view(table)
    mover.move(table, old["moves"][0]["text"], seq=old["seq"])
    other = ben if mover is ada else ada
    new = other.view(table)
    other.move(table, new["moves"][0]["text"], seq=new["seq"])
    refused = mover.move(table, old["moves"][0]["text"], status=409, seq=old["seq"])
    assert refused["error"]["key"] == "stale"


def test_two_move_at_the_same_instant(server: Running) -> None:
    """In a sealed choice both are taken; a seat's two different answers are not."""
    (ada, ben), table = friends(server, "hadara", 2, options={"mode": "advanced"})
    barrier = threading.Barrier(4)
    results: list[tuple[str, int]] = []

    def send(player: Player, number: int) -> None:
        view = player.view(table)
        barrier.wait()
        body = {"text": view["moves"][number]["text"], "id": f"i{number}", "seq": view["seq"]}
        answer = player.http.post(f"/api/tables/{table}/moves", json=body)
        results.append((player.id, answer.status_code))

    threads = [
        threading.Thread(target=send, args=(player, number))
        for player in (ada, ben)
        for number in (0, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for player in (ada, ben):
        codes = sorted(code for who, code in results if who == player.id)
        assert codes[0] == 200
        assert codes[1] in (200, 409)
    assert len([code for _, code in results if code == 200]) >= 2


@pytest.mark.parametrize("game", ["stone-age", "hadara"])
def test_cuts_at_random_moments_lose_nothing(server: Running, game: str) -> None:
    """Two clients whose sockets are cut every few messages still hear every news, once."""
    rng = random.Random(7)
    players, table = friends(server, game, 2)
    heard: list[list[Json]] = [[], []]
    seqs, fresh, over = [0, 0], [0, 0], [False, False]
    number, patience = 0, 0.05
    while not all(over):
        before = list(seqs)
        for seat, player in enumerate(players):
            with player.socket(table, seq=seqs[seat]) as wire:
                for _ in range(rng.randrange(1, 6)):
                    number += 1
                    try:
                        message = wire.hear(patience)
                    except (TimeoutError, ConnectionClosed):
                        break
                    if message["type"] != "play":
                        continue
                    fresh[seat] += message["fresh"] and message["seq"] > 0
                    heard[seat] += message["news"]
                    seqs[seat], over[seat] = message["seq"], message["over"]
                    if message["moves"]:
                        move = rng.choice(message["moves"])["text"]
                        wire.send({"type": "move", "id": f"n{number}", "text": move})
        # A machine so slow that nothing comes in time must be waited for.
        patience = 0.05 if seqs != before else min(5.0, patience * 2)
    for seat, player in enumerate(players):
        history = player.get(f"/api/tables/{table}/history", seat=seat)
        full = [news for entry in history["entries"] for news in entry["news"]]
        assert fresh[seat] <= 1
        assert heard[seat] == full[len(full) - len(heard[seat]) :]


def test_who_was_away_too_long_gets_a_fresh_view(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    first = ada.view(table)
    for _ in range(60):
        view = ada.view(table)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    view = ada.view(table, since=first["seq"])
    assert view["fresh"]
    assert view["news"] == []
    near = ada.view(table, since=view["seq"])
    assert not near["fresh"]
    assert near["view"] == view["view"]


def test_a_hot_seat_shows_whose_turn_it_is(ada: Player) -> None:
    made = ada.table("stone-age", "me", "me", "me")
    assert made["kind"] == "hot-seat"
    with ada.socket(made["id"]) as wire:
        for _ in range(10):
            play = wire.until("play")
            assert play["seat"] in play["asked"]
            wire.send({"type": "move", "id": str(play["seq"]), "text": play["moves"][0]["text"]})
        wire.send({"type": "seat", "seat": 2})
        wire.until("play", seat=2)


def test_a_spectator_sees_and_can_do_nothing(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me", visibility="public")["id"]
    nobody = server.player(None)
    with nobody.socket(table) as wire:
        play = wire.until("play")
        assert play["seat"] is None
        assert play["moves"] == []
        wire.send({"type": "move", "id": "x", "text": "send forest 1"})
        assert wire.until("refused", id="x")["error"]["key"] == "who-are-you"
    with server.player("Eve").socket(table) as wire:
        wire.send({"type": "move", "id": "x", "text": "send forest 1"})
        assert wire.until("refused", id="x")["error"]["key"] == "not-yours"


def test_the_server_says_bye_and_clients_come_back(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as running:
        ada = running.player()
        table = ada.table("stone-age", "me", "novice")["id"]
        with ada.socket(table) as wire:
            play = wire.until("play")
            running.server.should_exit = True
            assert wire.until("bye")["reason"] == "restart"
    with Running(settings), ada.socket(table, seq=play["seq"]) as wire:
        back = wire.until("play")
        assert back["seq"] >= play["seq"]
        assert not back["fresh"]


def test_who_writes_at_a_table_of_mine_is_heard_elsewhere(server: Running, ada: Player) -> None:
    """Not those whom I don't want to hear, nor where I want to hear nothing, nor myself."""
    ben, eve = server.player("Ben"), server.player("Eve")
    first, second, quiet = (ada.table("stone-age", "me", "open")["id"] for _ in range(3))
    for table in (first, second, quiet):
        ben.join(table)
    ada.http.put(f"/api/me/people/{eve.id}/mute").raise_for_status()
    ada.post(f"/api/tables/{quiet}/mute", {"on": True})
    url = server.url.replace("http", "ws") + "/api/socket"
    with connect(url, additional_headers={"Cookie": ada.cookie}, max_size=None) as connection:
        wire = Socket(connection)
        wire.send({"type": "hello", "lobby": False})
        wire.until("mine")
        eve.post(f"/api/tables/{second}/chat", {"text": "you don't hear me"})
        ben.post(f"/api/tables/{quiet}/chat", {"text": "nor me here"})
        ada.post(f"/api/tables/{second}/chat", {"text": "nor yourself"})
        ben.post(f"/api/tables/{first}/chat", {"text": "hello"})
        assert wire.until("said") == {"type": "said", "table": first}
        ben.post(f"/api/tables/{second}/chat", {"text": "hello again"})
        assert wire.until("said") == {"type": "said", "table": second}


def test_the_lobby_tells_of_open_tables_and_whose_turn_it_is(server: Running, ada: Player) -> None:
    url = server.url.replace("http", "ws") + "/api/socket"
    with connect(url, additional_headers={"Cookie": ada.cookie}, max_size=None) as connection:
        wire = Socket(connection)
        wire.send({"type": "hello"})
        wire.until("mine")
        table = ada.table("stone-age", "me", "open", visibility="public")["id"]
        while table not in {each["id"] for each in wire.until("lobby")["tables"]}:
            pass
        ben = server.player("Ben")
        ben.join(table)
        while True:
            mine = wire.until("mine")["tables"]
            if mine and mine[0]["id"] == table and mine[0]["state"] == "playing":
                break
        wire.send({"type": "ping"})
        wire.until("pong")
