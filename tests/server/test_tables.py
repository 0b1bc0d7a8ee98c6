"""Tables from making to playing again: seats, hosts, bots, undo, chat, sandboxes, clocks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cradle.server.tables.game import KEPT_UNDOS
from tests.server.running import Json, Player, Running, test_settings


def mover(players: list[Player], table: str) -> tuple[Player, Player, Json]:
    """Who is asked, who isn't, and what the first one sees."""
    views = [player.view(table) for player in players]
    first = 0 if views[0]["moves"] else 1
    return players[first], players[1 - first], views[first]


def pair(server: Running, **more: object) -> tuple[list[Player], str]:
    players = [server.player("Ada"), server.player("Ben")]
    table = players[0].table("stone-age", "me", "open", **more)["id"]
    players[1].join(table)
    return players, table


def test_two_clicks_to_a_game_against_bots(ada: Player) -> None:
    table = ada.table("hadara", "me", "novice", "casual")
    assert table["state"] == "playing"
    for _ in range(4):
        view = ada.view(table["id"])
        while not view["moves"]:
            time.sleep(0.05)
            view = ada.view(table["id"])
        ada.move(table["id"], view["moves"][0]["text"])


def test_bad_tables_are_refused(ada: Player) -> None:
    me, bot = {"kind": "me"}, {"kind": "bot"}
    for body, key in [
        ({"game": "chess", "seats": [me, me]}, "unknown-game"),
        ({"game": "stone-age", "seats": [me]}, "bad-seats"),
        ({"game": "stone-age", "seats": [me, me], "options": {"x": True}}, "unknown-option"),
        ({"game": "stone-age", "seats": [me, bot | {"level": "god"}]}, "unknown-level"),
    ]:
        assert ada.post("/api/tables", body, 400)["error"]["key"] == key


def test_a_friend_comes_by_link(server: Running, ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "link", "open", visibility="public")
    assert table["invite"]
    assert ben.get(f"/api/tables/{table['id']}")["invite"] is None
    eve = server.player("Eve")
    assert eve.post(f"/api/tables/{table['id']}/join", {"seat": 1}, 409)
    assert eve.post(f"/api/tables/{table['id']}/join", {"seat": 1, "key": "guess"}, 409)
    eve.join(table["id"])
    joined = ben.join(table["id"], key=table["invite"])
    assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Ben", "Eve"]
    assert joined["state"] == "playing"


def test_the_host_kicks_fills_and_starts(server: Running, ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open", "open")["id"]
    ben.join(table)
    assert ben.http.put(f"/api/tables/{table}/seats/1", json={"kind": "open"}).status_code == 403
    kicked = ada.http.put(f"/api/tables/{table}/seats/1", json={"kind": "open"}).json()
    assert kicked["seats"][1]["kind"] == "open"
    assert ada.post(f"/api/tables/{table}/start", {}, 409)["error"]["key"] == "seats-free"
    assert ben.post(f"/api/tables/{table}/start", {"fill": "novice"}, 403)
    started = ada.post(f"/api/tables/{table}/start", {"fill": "novice"})
    assert [seat["kind"] for seat in started["seats"]] == ["person", "bot", "bot"]
    assert ada.post(f"/api/tables/{table}/start", {}, 409)["error"]["key"] == "already-started"


def test_who_leaves_is_stood_in_for_and_may_return(server: Running) -> None:
    players, table = pair(server)
    first, second, view = mover(players, table)
    left = first.post(f"/api/tables/{table}/leave")
    seat = next(each for each in left["seats"] if each["mine"])
    assert seat["stand_in"]
    refused = first.move(table, view["moves"][0]["text"], status=409)
    assert refused["error"]["key"] in ("stood-in", "stale")
    deadline = time.monotonic() + 20
    while not second.view(table)["moves"]:
        assert time.monotonic() < deadline, "the stand-in doesn't play"
        time.sleep(0.05)
    back = first.post(f"/api/tables/{table}/return")
    assert not next(each for each in back["seats"] if each["mine"])["stand_in"]
    assert server.player("Eve").post(f"/api/tables/{table}/leave", status=403)


def test_a_host_who_leaves_before_the_start_closes(ada: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    assert ada.post(f"/api/tables/{table}/leave")["state"] == "closed"


def test_free_undo_until_another_has_moved(server: Running) -> None:
    players, table = pair(server)
    first, second, view = mover(players, table)
    first.move(table, view["moves"][0]["text"])
    undone = first.post(f"/api/tables/{table}/undo", {})
    assert undone["done"]
    again = first.view(table)
    assert again["view"] == view["view"]
    assert again["moves"] == view["moves"]
    assert again["seq"] > view["seq"]
    assert again["ply"] == view["ply"]
    first.move(table, view["moves"][1]["text"])
    other = second.view(table, since=again["seq"])
    assert [each["kind"] for each in other["news"]] == ["sent"]


def test_undo_beyond_that_if_all_agree(server: Running) -> None:
    players, table = pair(server)
    first, second, view = mover(players, table)
    first.move(table, view["moves"][0]["text"])
    second.move(table, second.view(table)["moves"][0]["text"])
    asked = first.post(f"/api/tables/{table}/undo", {})
    assert not asked["done"]
    request = second.get(f"/api/tables/{table}")["undo"]
    assert request["ply"] == view["ply"]
    assert second.post(f"/api/tables/{table}/undo-answer", {"agree": False})["undo"] is None
    assert second.post(f"/api/tables/{table}/undo-answer", {"agree": True}, 409)
    first.post(f"/api/tables/{table}/undo", {})
    second.post(f"/api/tables/{table}/undo-answer", {"agree": True})
    assert first.view(table)["view"] == view["view"]
    assert first.view(table)["moves"] == view["moves"]


def test_a_sealed_choice_can_be_opened_again(tmp_path: Path) -> None:
    """Until all have chosen; what was chosen shows nowhere, before and after a restart."""
    settings = test_settings(tmp_path)
    with Running(settings) as quiet:
        ada, ben = quiet.player("Ada"), quiet.player("Ben")
        table = ada.table("hadara", "me", "open", options={"mode": "advanced"})["id"]
        ben.join(table)
        first = ben.view(table)
        assert ada.view(table)["asked"] == [0, 1]
        ben.move(table, first["moves"][0]["text"])
        assert ben.view(table)["moves"] == []
        assert ben.post(f"/api/tables/{table}/undo", {})["done"]
        assert ben.view(table)["moves"] == first["moves"]
        ben.move(table, first["moves"][1]["text"])
    with Running(settings):
        assert ada.view(table)["asked"] == [0]
        history = ada.get(f"/api/tables/{table}/history")
        assert [each["text"] for each in history["entries"] if each["seat"] == 1] == [None]
        mine = ben.get(f"/api/tables/{table}/history")
        texts = [each["text"] for each in mine["entries"] if each["seat"] == 1]
        assert texts == [first["moves"][1]["text"]]


def test_taking_back_reaches_further_than_memory(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    start = ada.view(table)
    ada.post(f"/api/tables/{table}/automatic", {"on": False})
    for _ in range(KEPT_UNDOS + 2):
        view = ada.view(table)
        ada.move(table, view["moves"][-1]["text"], seat=view["seat"])
    for _ in range(KEPT_UNDOS + 2):
        assert ada.post(f"/api/tables/{table}/undo", {})["done"]
    after = ada.view(table)
    assert after["ply"] == start["ply"]
    assert after["moves"] == start["moves"]


def test_undo_over_chance_gives_new_dice(ada: Player) -> None:
    """Alone at the table nobody must agree; what chance brings then comes anew, provably."""
    table = ada.table("stone-age", "me", "me")["id"]
    rolls = []
    for _ in range(16):  # of one die: four were all equal in one run of 216
        while True:
            view = ada.view(table)
            before = view["ply"]
            ada.move(table, view["moves"][0]["text"], seat=view["seat"])
            news = ada.view(table, since=view["seq"])["news"]
            rolled = [each["dice"] for each in news if each["kind"] == "rolled"]
            if rolled:
                break
        rolls.append(rolled[0])
        ada.post(f"/api/tables/{table}/undo", {"seat": view["seat"]})
        assert ada.view(table)["ply"] <= before
    assert len({tuple(roll) for roll in rolls}) > 1
    ada.post(f"/api/tables/{table}/close")
    assert ada.get(f"/api/tables/{table}/dice")["again"]
    assert ada.post(f"/api/tables/{table}/verify")["ok"]


def test_forced_moves_answer_themselves_unless_switched_off(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    for _ in range(120):
        view = ada.view(table)
        assert len(view["moves"]) > 1
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    ada.post(f"/api/tables/{table}/automatic", {"on": False})
    lengths = set()
    for _ in range(120):
        view = ada.view(table)
        lengths.add(len(view["moves"]) == 1)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    assert lengths == {True, False}


def test_chat_is_said_once_and_kept_as_plain_text(server: Running) -> None:
    (ada, ben), table = pair(server)
    text = "<script>alert(1)</script> & ž"
    with ben.socket(table) as wire:
        wire.until("play")
        for _ in range(2):
            assert ada.post(f"/api/tables/{table}/chat", {"text": text, "id": "one"})["number"] == 1
        assert wire.until("chat")["lines"][0]["text"] == text
        wire.send({"type": "chat", "id": "b", "text": "hi"})
        wire.until("done", id="b")
    with ben.socket(table, chat=1) as wire:
        assert [each["text"] for each in wire.until("chat")["lines"]] == ["hi"]
    assert ada.post(f"/api/tables/{table}/chat", {"text": "a" * 501}, 422)
    assert ada.post(f"/api/tables/{table}/chat", {"text": "  "}, 422)
    assert [each["seat"] for each in ada.get(f"/api/tables/{table}/chat")] == [0, 1]


def test_rematch_gives_everybody_the_same_table(server: Running) -> None:
    players, table = pair(server)
    assert players[0].post(f"/api/tables/{table}/rematch", status=409)
    live = server.state.tables.memory.lives[table]
    live.facts.state = "over"
    again = players[0].post(f"/api/tables/{table}/rematch")
    same = players[1].post(f"/api/tables/{table}/rematch")
    assert again["id"] == same["id"]
    assert same["state"] == "playing"
    assert [seat["name"] for seat in same["seats"]] == ["Ben", "Ada"]


def test_what_if_from_my_own_hot_seat(server: Running, ada: Player) -> None:
    table = ada.table("hadara", "me", "me")["id"]
    for _ in range(6):
        view = ada.view(table)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    plies = ada.get(f"/api/tables/{table}/history")["plies"]
    for ply in (0, plies // 2, plies):
        box = ada.post(f"/api/tables/{table}/what-if", {"ply": ply})
        assert box["kind"] == "sandbox"
        assert box["from"] == {"table": table, "ply": ply}
        view = ada.view(box["id"])
        ada.move(box["id"], view["moves"][0]["text"], seat=view["seat"])
        ada.post(f"/api/tables/{box['id']}/close")
        assert ada.post(f"/api/tables/{box['id']}/verify")["ok"]
    assert ada.post(f"/api/tables/{table}/what-if", {"ply": plies + 1}, 404)
    assert server.player("Eve").post(f"/api/tables/{table}/what-if", {"ply": 0}, 403)


def test_no_what_if_while_others_or_bots_have_secrets(server: Running, ada: Player) -> None:
    (one, _), table = pair(server)
    assert one.post(f"/api/tables/{table}/what-if", {"ply": 0}, 403)
    mixed = ada.table("stone-age", "me", "me", "novice")["id"]
    assert ada.post(f"/api/tables/{mixed}/what-if", {"ply": 0}, 403)


def test_a_running_record_holds_only_what_its_reader_knows(server: Running) -> None:
    players, table = pair(server)
    first, second, view = mover(players, table)
    first.move(table, view["moves"][0]["text"])
    mine = first.http.get(f"/api/tables/{table}/record").text
    theirs = second.http.get(f"/api/tables/{table}/record").text
    text = view["moves"][0]["text"]
    assert f"\n{view['seat']} {text}\n" in mine
    assert f"\n{view['seat']} {text}\n" not in theirs
    assert "; sent" in theirs
    assert "secret" not in mine
    assert "\n* " not in mine
    assert first.get(f"/api/tables/{table}/dice")["secret"] is None
    assert first.post(f"/api/tables/{table}/verify", status=409)


def test_hints_come_from_a_bot(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    view = ada.view(table)
    hints = ada.get(f"/api/tables/{table}/hints", seat=view["seat"], lang="de")
    legal = {move["text"] for move in view["moves"]}
    assert 1 <= len(hints) <= 3
    assert {hint["text"] for hint in hints} <= legal
    assert all(0 <= hint["chance"] <= 1 and hint["why"] for hint in hints)
    assert ada.get(f"/api/tables/{table}/hints", seat=1 - view["seat"]) == []


def test_odds_are_exact_and_for_ones_own_seat(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "novice")["id"]
    found = ada.get(f"/api/tables/{table}/odds", about="hunt 2")
    assert (found["seat"], found["kind"], found["name"], found["clause"]) == (
        0, "goods", "food", "S-A5",
    )  # fmt: skip
    assert [each["ways"] for each in found["chances"]] == [36, 33, 26, 15, 6, 1]
    assert found["chances"][1] == {"amount": 2, "ways": 33, "chance": 33 / 36}
    assert (found["total"], found["expected"]) == (36, 3.25)
    card = ada.get(f"/api/tables/{table}/odds", about="card-12")
    assert (card["kind"], card["expected"]) == ("draws", None)
    asked = ada.get(f"/api/tables/{table}/odds/questions")
    assert [(each["kind"], each["counts"][-1:]) for each in asked["topics"][:2]] == [
        ("goods", [5]), ("missing", [5]),
    ]  # fmt: skip
    assert ada.get(f"/api/tables/{table}/odds", about=asked["topics"][2]["names"][0])["chances"]
    refused = ada.http.get(f"/api/tables/{table}/odds", params={"about": "hunt x", "lang": "de"})
    assert refused.status_code == 400
    assert refused.json()["error"]["key"] == "not-a-number"
    stranger = server.player("Eve").http.get(f"/api/tables/{table}/odds?about=food")
    assert stranger.status_code == 403


def test_salt_for_the_dice(server: Running, ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    commitment = ada.get(f"/api/tables/{table}")["dice"]["commitment"]
    ada.post(f"/api/tables/{table}/salt", {"salt": "stone; bone"})
    ben.join(table)
    assert ben.post(f"/api/tables/{table}/salt", {"salt": "late"}, 409)
    facts = ada.get(f"/api/tables/{table}/dice")
    assert facts["salt"] == ["stone; bone", ""]
    assert facts["commitment"] == commitment


def test_a_list_of_open_tables_and_of_mine(server: Running, ada: Player) -> None:
    public = ada.table("stone-age", "me", "open", visibility="public")["id"]
    hidden = ada.table("stone-age", "me", "open")["id"]
    mine = ada.table("stone-age", "me", "me")["id"]
    listed = [each["id"] for each in server.player("Eve").get("/api/tables", state="open")]
    assert public in listed
    assert hidden not in listed
    assert ada.get("/api/me/tables")[0]["id"] == mine
    assert {each["id"] for each in ada.get("/api/me/tables", state="open")} == {public, hidden}


@pytest.fixture
def quick(tmp_path: Path) -> Running:
    return Running(test_settings(tmp_path))


def let_time_pass(server: Running, table: str, ms: int) -> None:
    """As if the clocks that run had been running for longer."""
    live = server.state.tables.memory.lives[table]
    for seat in list(live.clocks.since):
        live.clocks.since[seat] -= ms
    live.facts.deadline_ms = live.clocks.deadline()


def test_who_runs_out_of_time_is_replaced(quick: Running) -> None:
    with quick as server:
        pace = {"kind": "live", "base_ms": 600_000, "increment_ms": 100}
        players, table = pair(server, pace=pace)
        first, second, view = mover(players, table)
        clocks = view["clocks"]["seats"]
        assert clocks[view["seat"]]["running"]
        assert not clocks[1 - view["seat"]]["running"]
        with second.socket(table) as wire:
            wire.until("play")
            let_time_pass(server, table, 700_000)
            told = wire.until("table")
            while not any(seat["stand_in"] for seat in told["table"]["seats"]):
                told = wire.until("table")
            wire.until("play")
        refused = first.post(f"/api/tables/{table}/return", status=409)
        assert refused["error"]["key"] == "out-of-time"
        assert first.view(table)["clocks"]["seats"][view["seat"]]["left_ms"] == 0


def test_days_are_counted_over_restarts(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        players, table = pair(server, pace={"kind": "days", "days": 2})
        first, _, view = mover(players, table)
        left = view["clocks"]["seats"][view["seat"]]["left_ms"]
        assert 2 * 86_400_000 - 600_000 < left <= 2 * 86_400_000
        first.move(table, view["moves"][0]["text"])
        seq = first.view(table)["seq"]
    with Running(settings):
        back = first.view(table, since=seq)
        assert back["seq"] == seq
        assert not back["fresh"]
        assert any(clock["running"] for clock in back["clocks"]["seats"])
        assert first.post(f"/api/tables/{table}/undo", {})["done"]


def test_a_finished_game_counts_and_goes_to_the_archive(server: Running) -> None:
    ada = server.player("Ada")
    ada.post("/api/me/account", {"login": ada.id, "password": "an unlikely password"})
    clock = {"kind": "live", "base_ms": 3_600_000}
    made = ada.table("hadara", "me", "novice", visibility="public", pace=clock, rated=True)
    assert made["rated"]
    table = made["id"]
    with ada.socket(table) as wire:
        while True:
            play = wire.until("play", timeout=60)
            if play["over"]:
                break
            if play["moves"]:
                wire.send(
                    {"type": "move", "id": str(play["seq"]), "text": play["moves"][0]["text"]}
                )
    found = ada.get("/api/archive", game="hadara", seats=2, person=ada.id)
    assert [each["id"] for each in found] == [table]
    assert ada.get("/api/archive", game="stone-age", person=ada.id) == []
    profile = ada.get(f"/api/people/{ada.id}")
    assert profile["games"] == 1
    assert profile["ratings"] == {}
    assert profile["solo"]["hadara"]["games"] == 1
    assert ada.get("/api/ratings/hadara") == []
    names = [each["name"] for each in ada.get("/api/ratings/hadara", ladder="solo", players=2)]
    assert {"Ada", "novice"} <= set(names)
    other = server.player("Eve")
    assert other.post(f"/api/tables/{table}/what-if", {"ply": 9})["kind"] == "sandbox"
    assert other.get(f"/api/tables/{table}/history/9", seat=1)["seat"] == 1
