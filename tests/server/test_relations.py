"""Following, inviting, muting, blocking, reporting, and what moderators do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cradle.server.ops import admin
from cradle.server.settings import ServerSettings
from cradle.server.store import relations
from cradle.table.errors import Refusal
from tests.server.running import Json, Player, Running, test_settings

PASSWORD = "three odd words"


def relate(me: Player, other: Player, kind: str, on: bool = True, status: int = 204) -> None:
    call = me.http.put if on else me.http.delete
    assert call(f"/api/me/people/{other.id}/{kind}").status_code == status


def key_of(refused: Json) -> str:
    return str(refused["error"]["key"])


def admins(settings: ServerSettings, *what: str) -> list[str]:
    return list(admin.run(settings, what[0], list(what[1:])))


def test_whom_one_follows_mutes_and_blocks_is_listed_for_oneself(ada: Player, ben: Player) -> None:
    relate(ada, ben, "follow")
    relate(ada, ben, "follow")
    relate(ada, ben, "block")
    mine = [(each["kind"], each["person"]) for each in ada.get("/api/me/people")]
    assert sorted(mine) == [("block", ben.id), ("follow", ben.id)]
    assert ben.get("/api/me/people") == []
    relate(ada, ben, "block", on=False)
    relate(ada, ben, "block", on=False)
    assert [each["kind"] for each in ada.get("/api/me/people")] == ["follow"]
    relate(ada, ada, "follow", status=404)
    assert ada.http.put("/api/me/people/nobody/follow").status_code == 404
    assert ada.http.put(f"/api/me/people/{ben.id}/hate").status_code == 422


def test_nobody_follows_more_people_than_can_be_listed(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relations, "MOST", 1)
    relate(ada, ben, "follow")
    relate(ada, ben, "follow")
    answer = ada.http.put(f"/api/me/people/{Player(ada.url, 'Cem').id}/follow")
    assert (answer.status_code, key_of(answer.json())) == (409, "too-many-people")


def test_a_friend_who_is_invited_has_a_seat_kept(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "link")["id"]
    path = f"/api/tables/{table}/invite"
    assert ada.post(path, {"person": ben.id}, 404)
    relate(ada, ben, "follow")
    assert key_of(ben.post(path, {"person": ada.id}, 404))
    invited = ada.post(path, {"person": ben.id, "id": "one"})
    assert invited["seats"][1]["kind"] == "kept"
    assert invited["seats"][1]["came_by"] == "invited"
    assert ada.post(path, {"person": ben.id}) == invited
    assert [each["id"] for each in ben.get("/api/me/tables")] == [table]
    assert ben.join(table)["state"] == "playing"
    cem = Player(ada.url, "Cem")
    relate(ada, cem, "follow")
    assert key_of(ada.post(path, {"person": cem.id}, 409)) == "already-started"


def test_an_invitation_is_refused_where_one_of_both_blocks(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    relate(ada, ben, "follow")
    for who, whom in ((ada, ben), (ben, ada)):
        relate(who, whom, "block")
        assert key_of(ada.post(f"/api/tables/{table}/invite", {"person": ben.id}, 403)) == "blocked"
        relate(who, whom, "block", on=False)


def test_who_is_blocked_gets_no_seat_and_is_not_heard(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open", "open", visibility="public")["id"]
    relate(ada, ben, "block")
    assert key_of(ben.post(f"/api/tables/{table}/join", {}, 403)) == "blocked"
    cem = Player(ada.url, "Cem")
    cem.join(table)
    ben.post(f"/api/tables/{table}/chat", {"text": "hello"})
    assert [each["text"] for each in cem.get(f"/api/tables/{table}/chat")] == ["hello"]
    assert ada.get(f"/api/tables/{table}/chat") == []
    with ada.socket(table) as wire:
        cem.post(f"/api/tables/{table}/chat", {"text": "hi"})
        assert [each["text"] for each in wire.until("chat")["lines"]] == ["hi"]
    relate(ada, ben, "block", on=False)
    relate(ada, ben, "mute")
    assert len(ada.get(f"/api/tables/{table}/chat")) == 1
    assert ben.join(table)["state"] == "playing"


def test_pairing_brings_nobody_together_who_block_each_other(ada: Player, ben: Player) -> None:
    wish = {"game": "hadara", "players": 2, "pace": "days"}
    relate(ben, ada, "block")
    for who in (ada, ben):
        assert who.http.put("/api/me/search", json=wish).json()["table"] is None
    cem = Player(ada.url, "Cem")
    found = cem.http.put("/api/me/search", json=wish).json()["table"]
    assert ada.get("/api/search")["table"] == found
    ben.http.delete("/api/me/search")


@pytest.fixture
def watched(tmp_path: Path) -> Any:
    """A server with a moderator, and two people."""
    with Running(test_settings(tmp_path)) as server:
        mo = server.player("Mo")
        mo.post("/api/me/account", {"login": "the-mo", "password": PASSWORD})
        assert admins(server.settings, "role", "the-mo", "moderator") == [
            f"{mo.id}: Mo is moderator"
        ]
        yield server, mo, server.player("Ada"), server.player("Ben")


def test_a_report_comes_with_what_was_said_and_is_settled_once(watched: Any) -> None:
    server, mo, ada, ben = watched
    table = ben.table("stone-age", "me", "open")["id"]
    ben.post(f"/api/tables/{table}/chat", {"text": "you fool"})
    wish = {"person": ben.id, "table": table, "reason": "chat", "text": "rude"}
    ada.post("/api/reports", wish)
    assert ada.http.get("/api/moderation/reports").status_code == 403
    assert ada.http.get("/api/moderation/audit").status_code == 403
    (found,) = mo.get("/api/moderation/reports")
    assert (found["by"], found["whom"], found["table_id"]) == ("Ada", "Ben", table)
    assert [line["text"] for line in found["context"]] == ["you fool"]
    assert "you fool" in "\n".join(admins(server.settings, "reports"))
    warn = {"action": "warn", "reason": "Be kind.", "report": found["id"]}
    assert ada.post(f"/api/moderation/people/{ben.id}", warn, 403)
    assert mo.post(f"/api/moderation/people/{ada.id}", warn, 404)
    mo.post(f"/api/moderation/people/{ben.id}", warn)
    assert key_of(mo.post(f"/api/moderation/people/{ben.id}", warn, 409)) == "report-settled"
    assert mo.get("/api/moderation/reports") == []
    assert [each["id"] for each in mo.get("/api/moderation/reports", settled=True)] == [found["id"]]
    deed, *_ = mo.get("/api/moderation/audit", person=ben.id)
    assert (deed["by"], deed["action"], deed["reason"]) == ("Mo", "warn", "Be kind.")
    warning = ben.get("/api/me")["warning"]
    assert (warning["action"], warning["reason"]) == ("warn", "Be kind.")
    assert ada.get("/api/me")["warning"] is None
    ben.post("/api/me/heeded")
    assert ben.get("/api/me")["warning"] is None


def test_who_is_timed_out_may_finish_and_nothing_else(watched: Any) -> None:
    server, mo, ada, ben = watched
    running = ada.table("stone-age", "me", "open")["id"]
    waiting = ada.table("stone-age", "me", "open", "open")["id"]
    ben.join(running)
    path = f"/api/moderation/people/{ben.id}"
    assert mo.post(path, {"action": "timeout"}, 422)
    assert mo.post(path, {"action": "warn", "hours": 3}, 422)
    mo.post(path, {"action": "timeout", "hours": 3, "reason": "x"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    for call, body in (
        (f"/api/tables/{waiting}/join", {}),
        (f"/api/tables/{running}/chat", {"text": "but"}),
        ("/api/tables", {"game": "hadara", "seats": seats}),
    ):
        refused = ben.post(call, body, 403)
        assert key_of(refused) == "timed-out"
        assert refused["error"]["facts"] == {"hours": 3}
    wish = {"game": "hadara", "players": 2, "pace": "now"}
    assert key_of(ben.http.put("/api/me/search", json=wish).json()) == "timed-out"
    for who in (ada, ben):
        if moves := who.view(running)["moves"]:
            who.move(running, moves[0]["text"])
    assert ben.table("stone-age", "me", "novice")["state"] == "playing"
    assert admins(server.settings, "unban", ben.id)
    ben.join(waiting)


def test_a_ban_by_a_moderator_ends_sessions_and_seats(watched: Any) -> None:
    _, mo, ada, ben = watched
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    with ben.socket(table) as wire:
        wire.until("play")
        mo.post(f"/api/moderation/people/{ben.id}", {"action": "ban", "reason": "enough"})
        assert wire.until("bye")["reason"] == "signed-out"
    assert ada.get(f"/api/tables/{table}")["seats"][1]["stand_in"]
    assert ben.get("/api/me")["person"] is None


def test_nobody_but_the_command_line_acts_against_moderators(watched: Any) -> None:
    server, mo, ada, _ = watched
    ada.post("/api/me/account", {"login": "ada", "password": PASSWORD})
    admins(server.settings, "role", "ada", "moderator")
    assert mo.post(f"/api/moderation/people/{ada.id}", {"action": "ban"}, 403)
    admins(server.settings, "warn", "ada", "not", "like", "this")
    assert ada.get("/api/me")["warning"]["reason"] == "not like this"
    admins(server.settings, "role", "ada", "none")
    assert ada.http.get("/api/moderation/audit").status_code == 403
    log = admins(server.settings, "audit", "ada")
    assert ["demote" in log[0], "warn" in log[1], "promote" in log[2]] == [True] * 3
    assert len(admins(server.settings, "audit")) == 4


def test_the_command_says_what_is_wrong(watched: Any) -> None:
    server, *_, ben = watched
    for wrong in (
        ("role", ben.id, "moderator"),  # A guest.
        ("role", "the-mo", "king"),
        ("timeout", ben.id, "soon"),
        ("timeout", ben.id, "99999999"),
        ("warn", ben.id),
        ("warn", "nobody", "why"),
    ):
        with pytest.raises(Refusal):
            admins(server.settings, *wrong)
    assert "timed out for 5 hours" in admins(server.settings, "timeout", ben.id, "5", "x")[0]


def test_who_is_forgotten_leaves_nothing_they_said_in_reports(watched: Any) -> None:
    _, mo, ada, ben = watched
    table = ben.table("stone-age", "me", "open")["id"]
    ben.post(f"/api/tables/{table}/chat", {"text": "secret words"})
    ada.post("/api/reports", {"person": ben.id, "table": table, "reason": "other", "text": "look"})
    relate(ada, ben, "follow")
    assert ben.http.delete("/api/me").status_code == 204
    (left,) = mo.get("/api/moderation/reports")
    assert left["context"] == []
    assert left["whom"] == "–"
    assert ada.get("/api/me/people") == []


def test_reports_are_bounded(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mo, ada, ben = watched
    monkeypatch.setattr("cradle.server.store.reports.MOST_OPEN", 1)
    wish = {"person": ben.id, "reason": "name"}
    assert ada.post("/api/reports", {"person": ada.id, "reason": "name"}, 404)
    ada.post("/api/reports", wish)
    assert key_of(ada.post("/api/reports", wish, 409)) == "too-many-reports"
    mo.post("/api/reports", wish)
    first, second = mo.get("/api/moderation/reports")
    place = f"{first['at']}.{first['id']}"
    assert mo.get("/api/moderation/reports", before=place) == [second]
