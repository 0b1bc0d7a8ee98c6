"""Duplicates: tables with the same luck for several groups, closed to each other until the end."""

from __future__ import annotations

import pytest

from cradle.server.http.shapes import duplicates as shapes
from cradle.server.ops.verify import verify
from cradle.server.tables import shared_luck
from tests.server.running import Json, Player, Running

BOT, LINK, OPEN = {"kind": "bot", "level": "novice"}, {"kind": "link"}, {"kind": "open"}


def make(host: Player, *seats: Json, count: int = 2, **more: object) -> Json:
    body = {"game": "stone-age", "tables": count, "seats": list(seats or (LINK, BOT)), **more}
    made: Json = host.post("/api/duplicates", body)
    shapes.Duplicate.model_validate(made)
    return made


def sit(player: Player, table: Json) -> None:
    player.join(table["id"], key=table["invite"])


def test_groups_play_the_same_luck_and_compare(server: Running) -> None:
    host, ada, ben = server.player("Host"), server.player("Ada"), server.player("Ben")
    made = make(host)
    first, second = made["tables"]
    assert first["luck"] == second["luck"]
    assert first["dice"] == second["dice"]
    assert {each["state"] for each in made["tables"]} == {"open"}
    shown = ada.get(f"/api/duplicates/{made['id']}")
    assert [each["invite"] for each in shown["tables"]] == [None, None]
    sit(ada, first)
    sit(ben, second)
    views = [player.view(t["id"])["view"] for player, t in ((ada, first), (ben, second))]
    assert views[0]["cards"] == views[1]["cards"]
    # Nobody sees another group's game, the host included, nor sits down at a second table.
    for viewer in (ben, host, server.player(None)):
        for path in ("", "/view", "/history", "/record", "/dice", "/chat"):
            told = viewer.get(f"/api/tables/{first['id']}{path}", 403)
            assert told["error"]["key"] == "luck-closed"
    third = make(host)["tables"][0]
    sit(ada, third)  # Other luck is another matter.
    assert not ada.get(f"/api/duplicates/{made['id']}")["told"]


def test_nobody_plays_the_same_luck_twice(server: Running) -> None:
    host, ada = server.player("Host"), server.player("Ada")
    first, second = make(host, LINK, LINK)["tables"]
    sit(ada, first)
    answer = ada.post(f"/api/tables/{second['id']}/join", {"key": second["invite"]}, 409)
    assert answer["error"]["key"] == "luck-once"
    sit(host, second)
    path = f"/api/tables/{first['id']}/seats/1"
    answered = host.http.put(path, json={"kind": "me"})
    assert (answered.status_code, answered.json()["error"]["key"]) == (409, "luck-once")


def test_who_waits_at_a_table_hears_nothing_once_others_begin(server: Running) -> None:
    host, ada, eve = server.player("Host"), server.player("Ada"), server.player("Eve")
    first = make(host)["tables"][0]
    with eve.socket(first["id"]) as wire:
        assert wire.until("table")["table"]["state"] == "open"
        sit(ada, first)
        assert wire.until("refused")["error"]["key"] == "luck-closed"
        assert {each["type"] for each in wire.heard} == {"table", "refused"}
        assert all(each["table"]["state"] == "open" for each in wire.heard if "table" in each)


def test_when_all_have_ended_everything_is_told(server: Running) -> None:
    host, ada, ben = server.player("Host"), server.player("Ada"), server.player("Ben")
    made = make(host, OPEN, BOT)
    first, second = (each["id"] for each in made["tables"])
    sit(host, made["tables"][0])
    host.post(f"/api/tables/{first}/close")  # Ended early, it tells no more than any other.
    assert ada.get(f"/api/tables/{first}/dice", 403)["error"]["key"] == "luck-closed"
    assert host.get(f"/api/tables/{first}/dice")["secret"] is None
    assert "; fair" not in host.http.get(f"/api/tables/{first}/record").text
    host.post(f"/api/tables/{second}/close")
    assert ben.get(f"/api/duplicates/{made['id']}")["told"]
    assert ben.get(f"/api/tables/{first}/dice")["secret"]
    assert verify(ben.http.get(f"/api/tables/{first}/record").text).ok


def test_the_host_ends_a_table_that_keeps_the_others_waiting(server: Running) -> None:
    host, ada, ben = server.player("Host"), server.player("Ada"), server.player("Ben")
    made = make(host)
    first, second = made["tables"]
    assert made["to_end"] == [first["id"], second["id"]]  # Nobody plays there yet.
    sit(ada, first)
    sit(ben, second)
    path = f"/api/duplicates/{made['id']}"
    assert host.get(path)["to_end"] == []
    refused = host.post(f"{path}/tables/{first['id']}/end", status=409)
    assert refused["error"]["key"] == "others-play"
    with pytest.MonkeyPatch.context() as later:
        later.setattr(shared_luck, "ABANDONED_MS", 0)
        assert host.get(path)["to_end"] == [first["id"], second["id"]]
        assert ada.get(path)["to_end"] == []
        assert ada.post(f"{path}/tables/{second['id']}/end", status=403)
        assert not host.post(f"{path}/tables/{first['id']}/end")["told"]
        assert host.post(f"{path}/tables/{second['id']}/end")["told"]
    other = make(host)["tables"][0]["id"]
    assert host.post(f"{path}/tables/{other}/end", status=404)


def test_a_repeat_makes_no_more_tables(server: Running) -> None:
    host, other = server.player("Host"), server.player("Other")
    first, again = make(host, id="d1", count=3), make(host, id="d1", count=3)
    assert [each["id"] for each in first["tables"]] == [each["id"] for each in again["tables"]]
    assert len(first["tables"]) == 3
    assert make(other, id="d1")["id"] != first["id"]


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        ({"seats": [BOT, BOT]}, 409, "duplicate-people"),
        ({"tables": 1}, 422, "bad-request"),
        ({"tables": 13}, 422, "bad-request"),
        ({"seats": [{"kind": "me"}, LINK]}, 422, "bad-request"),
        ({"seats": [LINK]}, 400, None),
        ({"game": "chess"}, 400, None),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    ada: Player, change: Json, status: int, key: str | None
) -> None:
    body = {"game": "stone-age", "tables": 2, "seats": [LINK, BOT]} | change
    error = ada.post("/api/duplicates", body, status)["error"]
    assert key is None or error["key"] == key
    assert error["text"]
    assert "\n" not in error["text"]
    assert ada.get("/api/me/tables") == []


def test_there_is_no_duplicate_that_nobody_made(ada: Player) -> None:
    assert ada.get("/api/duplicates/nosuch", 404)["error"]["key"] == "not-found"
