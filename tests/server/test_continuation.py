"""Playing on: from any ply of a finished game, at a table of its own with dice of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event

from cradle.cli import main
from cradle.server.ops import admin
from cradle.server.ops.verify import verify
from cradle.table import Table
from tests.server.running import Json, Player, Running

BOT = {"kind": "bot", "level": "novice"}
ME, LINK = {"kind": "me"}, {"kind": "link"}


@pytest.fixture(scope="module")
def over(server: Running) -> Json:
    """A finished game of Stone Age for two, as somebody uploaded it."""
    table, rng = Table("stone-age", 2, seed=3), Random(3)
    while not table.over:
        table.submit(table.asked[0], rng.choice(table.moves(table.asked[0])))
    made: Json = server.player("Eve").post("/api/records", {"text": table.record})
    assert made["state"] == "over"
    return made


def play_on(player: Player, table: str, ply: int, *seats: Json, **more: object) -> Json:
    body = {"ply": ply, "seats": list(seats), "dice": player.dice(), **more}
    made: Json = player.post(f"/api/tables/{table}/play-on", body)
    return made


def answers(player: Player, table: str) -> list[str | None]:
    """All answers of a table that has ended."""
    return [each["text"] for each in player.get(f"/api/tables/{table}/history")["entries"]]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8])
def test_a_game_goes_on_against_bots_as_it_stood(ada: Player, over: Json, share: float) -> None:
    plies = ada.get(f"/api/tables/{over['id']}/history")["plies"]
    ply = int(plies * share)
    mine = play_on(ada, over["id"], ply, ME, BOT)
    assert mine["from"] == {"table": over["id"], "ply": ply}
    assert (mine["kind"], mine["state"], mine["rated"]) == ("game", "playing", False)
    assert [seat["kind"] for seat in mine["seats"]] == ["person", "bot"]
    assert mine["dice"]["commitment"] != over["dice"]["commitment"]
    while not (view := ada.view(mine["id"]))["moves"] and not view["over"]:
        pass
    assert view["ply"] >= ply
    ada.post(f"/api/tables/{mine['id']}/close")
    assert answers(ada, mine["id"])[:ply] == answers(ada, over["id"])[:ply]
    assert ada.post(f"/api/tables/{mine['id']}/verify")["ok"]


def test_what_was_tried_from_a_game_is_kept_and_public_tries_are_shared(
    server: Running, over: Json
) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    late = play_on(ada, over["id"], 30, ME, ME)
    early = play_on(ada, over["id"], 12, ME, BOT)
    shared = play_on(ada, over["id"], 20, ME, ME, visibility="public")
    ada.post(f"/api/tables/{late['id']}/close")
    further = play_on(ada, late["id"], 30, ME, ME)
    made = {each["id"] for each in (late, early, shared, further)}

    def tried(player: Player, table: str) -> list[tuple[str, int]]:
        found = player.get(f"/api/tables/{table}/play-on")
        return [(each["id"], each["from"]["ply"]) for each in found if each["id"] in made]

    every = sorted([(late["id"], 30), (further["id"], 30)])
    assert tried(ada, over["id"]) == [(early["id"], 12), (shared["id"], 20), *every]
    assert tried(ada, late["id"]) == [(further["id"], 30)]
    for other in (ben, server.player(None)):
        assert tried(other, over["id"]) == [(shared["id"], 20)]
    ada.http.put(f"/api/tables/{further['id']}/shared", json={"on": True})
    assert tried(ben, over["id"]) == [(shared["id"], 20), (further["id"], 30)]
    nearest = ada.get(f"/api/tables/{over['id']}/play-on", limit=3)
    assert [each["id"] for each in nearest] == [early["id"], shared["id"], late["id"]]


def test_tries_from_one_ply_are_told_apart_by_their_first_move(server: Running, over: Json) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    ids, moved = [], []
    for choice in (0, -1):
        table = ada.post(f"/api/tables/{over['id']}/what-if", {"ply": 12})["id"]
        view = ada.view(table)
        ada.move(table, view["moves"][choice]["text"], seat=view["seat"])
        ids.append(table)
        moved.append({"seat": view["seat"], "move": view["moves"][choice]})
        ada.http.put(f"/api/tables/{table}/shared", json={"on": True})
    assert moved[0] != moved[1]

    def first(player: Player, table: str) -> Json | None:
        found = player.get(f"/api/tables/{over['id']}/play-on")
        told: Json | None = next(each["first"] for each in found if each["id"] == table)
        return told

    for player in (ada, ben, server.player(None)):
        assert [first(player, each) for each in ids] == moved
    ada.post(f"/api/tables/{ids[0]}/undo", {"seat": moved[0]["seat"]})
    assert first(ben, ids[0]) is None
    ada.move(ids[0], moved[1]["move"]["text"], seat=moved[1]["seat"])
    assert first(ben, ids[0]) == moved[1]


def test_whoever_tries_alone_may_name_the_seats(server: Running, over: Json) -> None:
    ada, path = server.player("Ada"), f"/api/tables/{over['id']}/what-if"

    def names(table: Json) -> list[str]:
        return [seat["name"] for seat in table["seats"]]

    assert names(ada.post(path, {"ply": 12, "names": ["Ada", "Belo"]})) == ["Ada", "Belo"]
    refused = ada.post(path, {"ply": 12, "names": ["Ada"]}, 400)
    assert refused["error"]["key"] == "seats-as-played"


def forced_at(record: str) -> int:
    """A ply at which somebody has one answer only, and a choice afterwards."""
    played = Table.replay(record, by_hand=True)
    again = Table.resume(played.setup)
    for ply, entry in enumerate(played.entries):
        if entry.seat is not None and len(again.moves(entry.seat)) == 1:
            return ply
        again.enter(entry.seat, entry.text)
    raise AssertionError("nobody was forced")


def test_what_has_only_one_answer_does_not_tell_a_try_apart(server: Running, over: Json) -> None:
    ada = server.player("Ada")
    record = ada.http.get(f"/api/tables/{over['id']}/record").text
    ply = forced_at(record)
    table = ada.post(f"/api/tables/{over['id']}/what-if", {"ply": ply})["id"]

    def first() -> Json | None:
        found = ada.get(f"/api/tables/{over['id']}/play-on")
        told: Json | None = next(each["first"] for each in found if each["id"] == table)
        return told

    view = ada.view(table)
    while len(view["moves"]) == 1:
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
        view = ada.view(table)
    assert view["ply"] > ply
    assert first() is None
    ada.move(table, view["moves"][-1]["text"], seat=view["seat"])
    assert first() == {"seat": view["seat"], "move": view["moves"][-1]}


def counted(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Any]) -> tuple[int, int]:
    """How many statements a piece of work makes, and how many answers it plays again."""
    statements, answers = list[str](), list[str | None]()
    enter = Table.enter

    def entered(table: Table, seat: int | None, text: str) -> None:
        answers.append(text)
        enter(table, seat, text)

    def made(*facts: Any) -> None:
        statements.append(facts[2])

    event.listen(Engine, "before_cursor_execute", made)
    with monkeypatch.context() as patch:
        patch.setattr(Table, "enter", entered)
        work()
    event.remove(Engine, "before_cursor_execute", made)
    return len(statements), len(answers)


def test_tries_are_found_at_once_and_what_they_share_is_played_once(
    server: Running, over: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ply = server.player("Ada"), 60
    ended = play_on(ada, over["id"], ply, ME, ME)["id"]
    ada.post(f"/api/tables/{ended}/close")  # A game of its own: others try from the other one.

    def found() -> list[Json]:
        told: list[Json] = ada.get(f"/api/tables/{ended}/play-on")
        return told

    def attempt(ply: int) -> None:
        table = ada.post(f"/api/tables/{ended}/what-if", {"ply": ply})["id"]
        chosen = False
        while not chosen:
            view = ada.view(table)
            ada.move(table, view["moves"][0]["text"], seat=view["seat"])
            chosen = len(view["moves"]) > 1

    def needed() -> tuple[int, int]:
        """The statements it takes at least, for the server has others to make too."""
        tries = [counted(monkeypatch, found) for _ in range(3)]
        return min(statements for statements, _ in tries), tries[0][1]

    attempt(ply)
    one, _ = needed()
    for each in (ply, ply, ply - 10, ply - 10):
        attempt(each)
    several, played = needed()
    assert several == one
    assert [each["from"]["ply"] for each in found()] == [ply - 10] * 2 + [ply] * 3
    assert all(each["first"] is not None for each in found())
    assert played < 2 * ply


def test_what_somebody_tries_with_others_is_told_to_strangers_at_its_end(
    server: Running, over: Json
) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    table = play_on(ada, over["id"], 12, ME, LINK, visibility="public")
    ben.join(table["id"], key=table["invite"])
    views = {player: player.view(table["id"]) for player in (ada, ben)}
    mover = next(player for player, view in views.items() if view["moves"])
    text = views[mover]["moves"][0]["text"]
    mover.move(table["id"], text)

    def first(player: Player) -> str | None:
        found = player.get(f"/api/tables/{over['id']}/play-on")
        told = next(each["first"] for each in found if each["id"] == table["id"])
        return None if told is None else str(told["move"]["text"])

    others = [ben if mover is ada else ada, server.player("Cem")]
    assert first(mover) == text
    assert [first(each) for each in others] == [None, None]
    list(admin.run(server.settings, "close", [table["id"]]))
    assert [first(each) for each in others] == [text, text]


def test_a_try_is_shown_to_everybody_once_its_host_says_so(server: Running, over: Json) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    alone = ada.post(f"/api/tables/{over['id']}/what-if", {"ply": 12})["id"]

    def seen(path: str) -> bool:
        return alone in [each["id"] for each in ben.get(path)]

    def share(player: Player, table: str, on: bool) -> int:
        return player.http.put(f"/api/tables/{table}/shared", json={"on": on}).status_code

    tries = f"/api/tables/{over['id']}/play-on"
    assert not seen(tries)
    assert share(ben, alone, True) == 403
    assert share(ada, alone, True) == 200
    assert seen(tries)
    assert not seen("/api/tables")  # What one tries alone isn't a game to watch.
    assert share(ada, alone, False) == 200
    assert not seen(tries)
    assert share(ada, ada.table("stone-age", "me", "open")["id"], True) == 409


def test_the_position_is_the_one_looked_at(ada: Player, over: Json) -> None:
    looked = ada.get(f"/api/tables/{over['id']}/history/20", seat=0)
    assert looked["asked"]
    alone = play_on(ada, over["id"], 20, ME, ME)
    assert alone["kind"] == "hot-seat"
    view = ada.view(alone["id"], seat=0)
    if view["ply"] == 20:  # Nothing was forced.
        assert view["view"] == looked["view"]


def test_dice_are_new_each_time(ada: Player, over: Json) -> None:
    found = [answers(ada, over["id"])[:7]]
    for _ in range(2):
        table = play_on(ada, over["id"], 0, ME, ME)["id"]
        ada.post(f"/api/tables/{table}/close")
        found.append(answers(ada, table)[:7])
    assert all(str(text).split()[0] in ("first", "uncover", "deal") for text in found[0])
    assert len({tuple(each) for each in found}) == 3


def test_friends_come_by_a_link(server: Running, ada: Player, ben: Player, over: Json) -> None:
    table = play_on(ada, over["id"], 30, ME, LINK)
    assert (table["state"], table["seq"]) == ("open", 0)
    assert table["from"] == {"table": over["id"], "ply": 30}
    begun = ben.join(table["id"], key=table["invite"])
    assert (begun["state"], begun["from"]) == ("playing", table["from"])
    before = ada.view(table["id"])
    assert before["ply"] >= 30
    live = server.state.tables.memory.lives[table["id"]]
    server.state.tables.memory.forget(live)
    after = ada.view(table["id"])
    assert (after["view"], after["moves"]) == (before["view"], before["moves"])


@pytest.mark.parametrize("ply", range(8, 40, 4))
def test_what_came_before_cannot_be_taken_back(ada: Player, over: Json, ply: int) -> None:
    table = play_on(ada, over["id"], ply, ME, ME)["id"]
    view = ada.view(table)
    ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    for seat in (0, 1, 0, 1):
        ada.http.post(f"/api/tables/{table}/undo", json={"seat": seat})
        now = ada.view(table, seat=seat)
        assert now["ply"] >= ply
    assert not now["undo"]
    assert ada.post(f"/api/tables/{table}/undo", {"seat": 1}, 409)["error"]["key"] == "undo-nothing"


def test_the_record_says_where_it_comes_from(
    ada: Player, over: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = play_on(ada, over["id"], 5, ME, ME)["id"]
    for _ in range(3):
        view = ada.view(table)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    ada.post(f"/api/tables/{table}/close")
    text = ada.http.get(f"/api/tables/{table}/record").text
    checked = verify(text)
    assert (checked.ok, checked.start, checked.source) == (True, 5, over["id"])
    file = tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert f"from ply 5 of the table {over['id']}" in capsys.readouterr().out


def test_where_all_choose_at_once_all_choose_anew(ada: Player) -> None:
    table = ada.table("hadara", "me", "me")["id"]
    while (view := ada.view(table))["step"]["kind"] != "lay-one":
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    ply = ada.view(table)["ply"]
    ada.post(f"/api/tables/{table}/close")
    again = play_on(ada, table, ply, ME, ME)
    assert again["from"] == {"table": table, "ply": ply - 1}
    assert again["asked"] == [0, 1]


def test_only_finished_games_and_their_own_plies_and_seats(ada: Player, over: Json) -> None:
    plies = ada.get(f"/api/tables/{over['id']}/history")["plies"]
    running = ada.table("stone-age", "me", "me")["id"]
    for table, ply, seats, status, key in (
        (running, 0, [ME, ME], 403, "not-while-running"),
        (over["id"], plies + 1, [ME, BOT], 404, "no-such-ply"),
        (over["id"], plies, [ME, BOT], 409, "game-over"),
        (over["id"], 9, [ME, BOT, BOT], 400, "seats-as-played"),
    ):
        body = {"ply": ply, "seats": seats}
        assert ada.post(f"/api/tables/{table}/play-on", body, status)["error"]["key"] == key
    body = {"ply": 9, "seats": [ME, BOT], "rated": True}
    assert ada.post(f"/api/tables/{over['id']}/play-on", body, 422)


def test_a_repeat_makes_no_second_table(ada: Player, over: Json) -> None:
    made = [play_on(ada, over["id"], 12, ME, ME, id="once")["id"] for _ in range(2)]
    assert made[0] == made[1]
