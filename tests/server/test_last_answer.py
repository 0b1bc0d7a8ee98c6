"""A table in a list tells what everybody has heard of the last answer, and when clocks run out."""

from __future__ import annotations

from dataclasses import replace

from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.tables.messages import plain_table
from cradle.server.timestamps import ServerTime, now_ms
from tests.server.running import Player, Running


def test_what_was_answered_last_is_told_and_taken_back(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]

    def last() -> dict[str, object]:
        (mine,) = [each for each in ada.get("/api/me/tables") if each["id"] == table]
        found: dict[str, object] = mine["last"]
        return found

    view = ada.view(table)
    ada.move(table, view["moves"][0]["text"])
    assert last()["kind"] == "sent"
    assert last()["seat"] == view["seat"]
    ada.post(f"/api/tables/{table}/undo", {})
    assert last() == {"kind": "took-back", "seat": view["seat"]}


def test_a_sealed_answer_is_told_to_nobody(server: Running, ada: Player, ben: Player) -> None:
    table = ada.table("hadara", "me", "open")["id"]
    ben.join(table)
    while len(ada.get(f"/api/tables/{table}")["asked"]) < 2:
        for who in (ada, ben):
            if moves := who.view(table)["moves"]:
                who.move(table, moves[0]["text"])
    before = ada.get(f"/api/tables/{table}")["last"]
    sealed = ada.view(table)["moves"][0]["text"]
    ada.move(table, sealed)
    for who in (ada, ben):
        told = who.get(f"/api/tables/{table}")["last"]
        assert told == before or not set(sealed.split()) & {str(v) for v in told.values()}


def facts_of(**more: object) -> TableFacts:
    seats = [SeatFacts.new(0, "person", person="ada", left_ms=5000, since_ms=1000)]
    about = {"id": "t", "game": "hadara", "kind": "game", "state": "playing", "host": "ada"}
    rest = {"visibility": "link", "options": {}, "rules": 1, "hash": "", "secret": "", "scheme": 2}
    times = {"created_at": 0, "moved_at": 0, "invite": "", "last": {"kind": "sent", "seat": 0}}
    return TableFacts.new(seats, **{**about, **rest, **times, **more})


def test_a_luck_that_others_may_still_play_is_not_given_away() -> None:
    time = ServerTime()
    for luck, viewer, told in ((None, None, True), ("day", "ada", True), ("day", "ben", False)):
        plain = plain_table(facts_of(luck=luck), viewer, time)
        assert (plain["last"] is not None) == told


def test_a_clock_that_runs_has_an_end() -> None:
    time, facts = ServerTime(clock=lambda: 7000), facts_of()
    time.start = 3000
    (seat,) = plain_table(facts, None, time)["seats"]
    assert abs(seat["due_at"] - (now_ms() + 3000)) < 60_000  # It is asked for a little later.
    for change in ({"since_ms": None}, {"left_ms": None}, {"stand_in": "casual"}):
        facts.seats = [replace(facts_of().seats[0], **change)]
        assert plain_table(facts, None, time)["seats"][0]["due_at"] is None
