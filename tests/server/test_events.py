"""Events from the first entry to the last standing, on both databases; no test waits for time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select
from websockets.sync.client import connect

from cradle.server.app import Parts, make_parts, stop
from cradle.server.events import hosting, rounds, views
from cradle.server.events.hosting import EventRequest
from cradle.server.ops import tidy
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import channels, events, people, relations
from cradle.server.store.channels import Channel
from cradle.server.store.facts import Score
from cradle.server.store.pace import DaysPace, LivePace
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key
from cradle.server.store.schema import OUTBOX, TABLES
from cradle.server.tables import creation, seats
from cradle.server.tables.live import STAND_IN, LiveTable
from cradle.server.tables.notices import event_topic
from cradle.server.timestamps import DAY_MS, HOUR_MS, now_ms
from tests.server.parts import guests, kept, play, with_parts
from tests.server.running import Json, Player, Running, Socket, test_settings

NAMES = ("ada", "ben", "cem", "dia", "eve")
LIVE, DAYS = LivePace("live", 600_000), DaysPace("days", 2)
LATER = 10**15


class Club:
    """People, and an event that `ada` is the host of."""

    def __init__(self, parts: Parts, event: str = "") -> None:
        self.parts, self.tables, self.event = parts, parts.tables, event
        self.who: dict[str, Person] = {}

    async def open(self, *names: str, **more: Any) -> None:
        """Let these people enter a new event."""
        self.who = {each.id: each for each in await guests(self.parts, *NAMES)}
        wish: Json = {"name": "Cup", "game": "stone-age", "size": 2, "rounds": 2, "pace": LIVE}
        wish |= {"options": {}, "fill": "novice", **more}
        self.event = await hosting.make(self.tables, EventRequest(**wish), self.who["ada"], None)
        for name in names:
            await hosting.enter(self.tables.database, self.event, self.who[name])

    async def start(self, number: int = 1, host: str = "ada") -> None:
        await hosting.start(self.tables, self.event, self.who[host], number)

    async def look(self, now: int | None = None) -> None:
        await rounds.look_after(self.tables, self.event, now or now_ms())

    def show(self, viewer: str | None = None) -> Json:
        return self.parts.database.read_now(lambda c: views.plain(c, self.event, viewer))

    def round(self) -> list[Json]:
        """The tables of the present round."""
        tables: list[Json] = self.show()["played"][-1]["tables"]
        return tables

    async def sit(self, table: Json, *names: str) -> None:
        for each in table["seats"]:
            if not names or each["person"] in names:
                find = partial(people.find, id=each["person"])
                person = self.parts.database.read_now(find)
                assert person is not None
                key = Key(person.id, table["table"])
                await creation.join(self.tables, key, person, None, "")

    async def end(self, table: str, *totals: int) -> None:
        """Let a table be over, with these points seat by seat."""

        async def work(live: LiveTable) -> None:
            ranks = [1 + sum(other > mine for other in totals) for mine in totals]
            live.facts.scores = [
                Score(seat=seat, total=total, rank=rank, tie=0, parts={})
                for seat, (total, rank) in enumerate(zip(totals, ranks, strict=True))
            ]
            live.facts.state, live.facts.over_at = "over", now_ms()
            await self.tables.save(live)

        await self.tables.at(table, work)

    async def play_round(self, *totals: int) -> None:
        """Everybody sits down, every table ends like this, and the event goes on."""
        for table in self.round():
            await self.sit(table)
            await self.end(table["table"], *totals)
        await self.look()


def with_club(settings: ServerSettings, work: Callable[[Club], Awaitable[None]]) -> None:
    async def run(parts: Parts) -> None:
        await work(Club(parts))

    with_parts(settings, run)


@pytest.fixture
def lite(tmp_path: Path) -> ServerSettings:
    """A server on SQLite."""
    return test_settings(tmp_path)


def test_a_whole_event_over_a_restart(settings: ServerSettings) -> None:
    known: list[str] = []

    async def first(club: Club) -> None:
        await club.open(*NAMES, rounds=3)
        known.append(club.event)
        before = club.show()
        assert (before["state"], before["entrants"], before["played"]) == ("open", 5, [])
        await club.start()
        await club.start()  # Once more does nothing.
        assert len(club.round()) == 3
        facts = [kept(club.parts, each["table"]) for each in club.round()]
        assert sum(each.kind == "bot" for f in facts for each in f.seats) == 1
        assert {e.came_by for f in facts for e in f.seats if e.kind == "kept"} == {"round"}
        assert {(f.event, f.event_round, f.state) for f in facts} == {(club.event, 1, "open")}
        await club.play_round(30, 20)
        assert club.show()["round"] == 2

    async def second(club: Club) -> None:
        club.event = known[0]
        await club.look()
        assert club.show()["round"] == 2
        await club.play_round(30, 20)
        await club.play_round(20, 20)
        told = club.show()
        assert (told["state"], told["round"], len(told["played"])) == ("over", 3, 3)
        points = sum(each["points"] for each in told["standings"])
        seated = [s for r in told["played"] for t in r["tables"] for s in t["seats"]]
        assert points == sum(each["points"] for each in seated)
        assert Counter(each["person"] for each in seated) == dict.fromkeys(NAMES, 3)
        tables = [
            frozenset(s["person"] for s in t["seats"]) for r in told["played"] for t in r["tables"]
        ]
        assert max(Counter(each for each in tables if len(each) > 1).values()) == 1
        await club.look(LATER)
        assert club.show() == told

    with_club(settings, first)
    with_club(settings, second)


def test_two_servers_begin_a_round_once(settings: ServerSettings) -> None:
    async def run() -> None:
        sides = [make_parts(settings) for _ in range(2)]
        for side in sides:
            side.tables.wake = lambda _: None
        club = Club(sides[0])
        await club.open(*NAMES)
        other = Club(sides[1], club.event)
        other.who = club.who
        await asyncio.gather(club.start(), other.start(), club.start(), other.start())
        count = select(func.count()).select_from(TABLES)
        assert sides[0].database.read_now(lambda c: c.execute(count).scalar_one()) == 3
        for table in club.round():
            await club.end(table["table"], 5, 4)
        await asyncio.gather(*(each.look() for each in (club, other) * 3))
        assert sides[1].database.read_now(lambda c: c.execute(count).scalar_one()) == 6
        assert other.show()["round"] == 2
        for side in sides:
            await stop(side)

    asyncio.run(run())


def test_who_does_not_come_is_out_and_gets_nothing(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia")
        await club.start()
        first, second = club.round()
        here, gone = (each["person"] for each in first["seats"])
        await club.sit(first, here)
        await club.look()
        assert kept(club.parts, first["table"]).state == "open"
        until = club.show()["sit_until"]
        await club.look(until)
        facts = kept(club.parts, first["table"])
        assert (facts.state, facts.seats_of(gone)) == ("playing", [])
        assert {each.kind for each in facts.seats} == {"person", "bot"}
        assert kept(club.parts, second["table"]).state == "closed"
        with pytest.raises(Problem, match="already-started"):
            await club.sit(first, gone)
        await club.end(first["table"], 10, 20)
        await club.look(until)
        told = club.show()
        # One alone is too few for another round.
        assert (told["state"], told["round"]) == ("over", 1)
        states = {each["person"]: (each["state"], each["games"]) for each in told["standings"]}
        assert states.pop(here) == ("in", 1)
        assert set(states.values()) == {("out", 0)}

    with_club(settings, work)


def test_at_the_end_of_a_leagues_round_bots_play_on(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        wish: Json = {"pace": DAYS, "advance": "schedule", "round_days": 7, "rounds": 2}
        await club.open("ada", "ben", "cem", "dia", **wish)
        await club.start()
        first, second = (each["table"] for each in club.round())
        for table in club.round():
            await club.sit(table)
        ends_at = club.show()["round_ends_at"]
        await club.look(ends_at - 1)
        assert not any(e.stand_in for t in (first, second) for e in kept(club.parts, t).seats)
        await club.end(first, 3, 2)
        await club.look(ends_at)
        facts = kept(club.parts, second)
        assert (facts.state, {each.stand_in for each in facts.seats}) == ("playing", {STAND_IN})
        with pytest.raises(Problem, match="out-of-time"):
            await seats.come_back(club.tables, Key(facts.people()[0], second))
        assert club.show()["round"] == 1
        await club.end(second, 4, 9)
        await club.look(ends_at)
        told = club.show()
        assert (told["round"], told["round_ends_at"]) == (2, ends_at + 7 * DAY_MS)
        # A bot that stood in has played for its person.
        assert [each["points"] for each in told["played"][0]["tables"][1]["seats"]] == [0, 1]
        for table in club.round():
            await club.end(table["table"], 3, 2)
        await club.look(ends_at + 1)
        assert club.show()["state"] == "over"

    with_club(settings, work)


def test_a_scheduled_round_begins_on_its_day_and_not_before(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        starts_at = now_ms() + DAY_MS
        wish: Json = {"advance": "schedule", "round_days": 7, "starts_at": starts_at}
        await club.open("ada", "ben", **wish)
        await club.look()
        assert club.show()["state"] == "open"
        await club.look(starts_at)
        assert club.show()["round"] == 1
        await club.play_round(3, 2)
        assert (club.show()["settled"], club.show()["round"]) == (True, 1)
        await club.look(starts_at + 7 * DAY_MS)
        assert club.show()["round"] == 2

    with_club(lite, work)


def test_an_event_is_read_only_when_something_is_due(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        def due(now: int) -> bool:
            look = partial(events.to_look_after, now=now)
            return club.event in club.parts.database.read_now(look)

        async def look(now: int) -> None:
            assert due(now)
            await club.look(now)

        start = now_ms()
        await club.open("ada", "ben", "cem", "dia", advance="host", starts_at=start + DAY_MS)
        assert not due(start)
        assert due(start + DAY_MS)
        await club.start()
        one, _ = club.round()
        now = now_ms()
        assert not due(now)
        assert due(now + HOUR_MS)  # whatever happens
        sit = club.show()["sit_until"]
        await club.sit(one)
        await look(sit)
        assert [table["state"] for table in club.round()] == ["playing", "closed"]
        await look(sit)  # That table has ended, and its result is kept.
        assert not due(sit)
        await club.end(one["table"], 30, 20)
        await look(sit)
        assert club.show()["settled"]
        assert not due(sit)
        assert due(sit + HOUR_MS)
        await look(sit + DAY_MS)
        assert club.show()["round"] == 2

    with_club(settings, work)


def test_an_event_of_an_older_server_is_looked_at_once(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben")
        await club.start()
        unknown = partial(events.change, event=club.event, due_at=None)
        await club.parts.database.write(unknown)
        look = partial(events.to_look_after, now=now_ms())
        assert club.parts.database.read_now(look) == [club.event]
        await rounds.look_after_all(club.tables, club.parts.tasks)
        assert club.parts.database.read_now(look) == []

    with_club(lite, work)


def test_who_enters_late_plays_from_the_next_round_on(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", late=True)
        await club.start()
        for _ in range(2):
            await hosting.enter(club.tables.database, club.event, club.who["cem"])
        assert [len(table["seats"]) for table in club.round()] == [2]
        assert club.show("cem")["mine"] == "in"
        await club.play_round(40, 30)
        assert {e["person"] for table in club.round() for e in table["seats"]} == {
            "ada",
            "ben",
            "cem",
        }
        last = next(e for e in club.show()["standings"] if e["person"] == "cem")
        assert (last["points"], last["games"]) == (0, 0)
        with pytest.raises(Problem) as refused:  # There is no round left.
            await hosting.enter(club.tables.database, club.event, club.who["dia"])
        assert refused.value.key == "event-begun"

    with_club(settings, work)


def test_an_event_goes_on_without_its_host(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ben", "cem", advance="host")
        await club.start()
        await club.play_round(3, 2)
        assert club.show()["round"] == 1
        await club.look(now_ms() + rounds.HOST_MS + 1000)
        assert club.show()["round"] == 2

    with_club(lite, work)


def test_only_the_host_starts_rounds_and_each_in_its_turn(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", advance="host")
        with pytest.raises(Problem, match="event-too-few"):
            await club.start()
        assert club.show()["state"] == "open"
        await hosting.enter(club.tables.database, club.event, club.who["ben"])
        with pytest.raises(Problem, match="not-yours"):
            await club.start(host="ben")
        await club.start()
        with pytest.raises(Problem, match="event-round-runs"):
            await club.start(2)
        await club.play_round(1, 2)
        await club.start(2)
        await club.start(2)
        assert club.show()["round"] == 2
        with pytest.raises(Problem, match="event-begun"):
            await hosting.enter(club.tables.database, club.event, club.who["cem"])

    with_club(lite, work)


def test_who_drops_out_is_paired_no_more_until_they_come_back(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia", rounds=4)
        await hosting.drop_out(club.tables, club.event, "dia")
        assert [each["person"] for each in club.show()["standings"]] == ["ada", "ben", "cem"]
        await hosting.enter(club.tables.database, club.event, club.who["dia"])
        await club.start()
        first, second = club.round()
        # Before the table begins, its seat is a bot's; after that, a bot stands in.
        early, late = first["seats"][0]["person"], second["seats"][0]["person"]
        await hosting.drop_out(club.tables, club.event, early)
        await club.sit(first, first["seats"][1]["person"])
        assert kept(club.parts, first["table"]).state == "playing"
        await club.sit(second)
        await hosting.drop_out(club.tables, club.event, late)
        assert [e.stand_in for e in kept(club.parts, second["table"]).seats] == [STAND_IN, None]
        for table in (first, second):
            await club.end(table["table"], 9, 8)
        await club.look()
        told = {each["person"]: each for each in club.show()["standings"]}
        assert (told[early]["points"], told[late]["points"]) == (0, 1)
        assert (told[early]["state"], told[late]["state"]) == ("out", "out")
        assert sum(len(each["seats"]) for each in club.round()) == 2
        await hosting.enter(club.tables.database, club.event, club.who[late])
        await club.play_round(3, 2)
        assert sum(len(each["seats"]) for each in club.round()) == 3

    with_club(settings, work)


def test_whom_the_host_removes_does_not_come_back(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem")
        ada, ben = club.who["ada"], club.who["ben"]
        with pytest.raises(Problem, match="not-yours"):
            await hosting.remove(club.tables, club.event, ben, "cem")
        await hosting.remove(club.tables, club.event, ada, "cem")
        with pytest.raises(Problem, match="event-removed"):
            await hosting.enter(club.tables.database, club.event, club.who["cem"])
        with pytest.raises(Problem, match="not-found"):
            await hosting.remove(club.tables, club.event, ada, "dia")
        await club.start()
        assert sum(len(each["seats"]) for each in club.round()) == 2

    with_club(lite, work)


def test_without_bots_there_are_byes_for_a_middle_place(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open(*NAMES, fill=None, size=3, rounds=1)
        await club.start()
        (told,) = club.show()["played"]
        assert (len(told["tables"]), len(told["byes"])) == (1, 2)
        await club.play_round(30, 20, 20)
        points = sorted(each["points"] for each in club.show()["standings"])
        assert points == [0.5, 0.5, 1.0, 1.0, 2.0]

    with_club(lite, work)


def test_who_blocks_each_other_may_sit_at_one_table_only_if_there_is_no_other(
    lite: ServerSettings,
) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia", rounds=1)
        club.parts.database.write_now(lambda c: relations.add(c, "ben", "block", "cem", 0))
        await club.start()
        pairs = [{each["person"] for each in table["seats"]} for table in club.round()]
        assert {"ben", "cem"} not in pairs
        club.parts.database.write_now(lambda c: relations.add(c, "ada", "block", "eve", 0))
        with pytest.raises(Problem, match=r"event-begun|blocked"):
            await hosting.enter(club.tables.database, club.event, club.who["eve"])

    with_club(lite, work)


def test_a_host_who_ends_an_event_ends_what_has_not_begun(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia")
        await club.start()
        first, second = club.round()
        await club.sit(first)
        await hosting.close(club.tables, club.event, club.who["ada"])
        states = [kept(club.parts, each["table"]).state for each in (first, second)]
        assert states == ["playing", "closed"]
        await club.end(first["table"], 2, 1)
        await club.look(LATER)
        assert (club.show()["state"], club.show()["round"]) == ("closed", 1)

    with_club(lite, work)


def test_all_tables_of_a_round_share_its_luck_and_tell_nobody(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia", luck=True, rounds=2)
        await club.start()
        first, second = club.round()
        facts = [kept(club.parts, each["table"]) for each in (first, second)]
        assert facts[0].secret == facts[1].secret
        assert {(each.luck, each.visibility) for each in facts} == {
            (f"event.{club.event}.1", "link")
        }
        for table in (first, second):
            await club.sit(table)
            await play(club.parts, table["table"], 1)
        winner, still = first["seats"][0]["person"], second["seats"][0]["person"]
        others = (still, "eve", None)
        before = [club.show(viewer) for viewer in others]
        await club.end(first["table"], 90, 10)
        await club.look()
        for viewer, known in zip(others, before, strict=True):
            now = club.show(viewer)
            now["played"][0]["tables"][0]["state"] = "playing"  # That it has ended is no secret.
            assert now == known
        seen = {each["person"]: each["points"] for each in club.show(winner)["standings"]}
        assert seen[winner] == 1.0
        await club.end(second["table"], 20, 30)
        await club.look()
        told = club.show()
        assert [e["points"] for t in told["played"][0]["tables"] for e in t["seats"]] == [
            1,
            0,
            0,
            1,
        ]
        assert kept(club.parts, club.round()[0]["table"]).luck == f"event.{club.event}.2"

    with_club(settings, work)


def test_everybody_who_has_a_seat_is_told_once(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem")
        club.tables.tells = True
        about: Json = {"kind": "mail", "label": "x", "created_at": 0, "confirmed_at": 0}
        for name in NAMES:
            channel = Channel(id=name, person=name, address=f"{name}@example.org", **about)
            club.parts.database.write_now(partial(channels.add, channel=channel))
        await club.start()
        await club.start()
        await club.look()
        told = select(OUTBOX.c.person, OUTBOX.c.event).order_by(OUTBOX.c.person)
        rows = club.parts.database.read_now(lambda c: c.execute(told).all())
        assert [tuple(row) for row in rows] == [(n, "round") for n in ("ada", "ben", "cem")]

    with_club(lite, work)


def test_who_is_forgotten_leaves_events_and_their_results_stay(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem")
        running = club.event
        await club.start()
        await club.play_round(2, 1)
        wish = EventRequest("Off", "hadara", 3, 1, LIVE, {})
        never = await hosting.make(club.tables, wish, club.who["ada"], None)
        club.parts.database.write_now(lambda c: people.forget(c, "ada"))
        found = club.parts.database.read_now(lambda c: events.find(c, never))
        assert found is not None
        assert found.state == "closed"
        club.event = running
        told = {each["person"]: each for each in club.show()["standings"]}
        assert (told["ada"]["state"], told["ada"]["name"]) == ("out", people.GONE_NAME)
        assert told["ada"]["games"] == 1

    with_club(settings, work)


def test_an_event_goes_on_when_its_host_is_gone(settings: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben", "cem", "dia", advance="host")
        await club.start()
        await club.play_round(2, 1)
        await club.look()
        told = club.show()
        assert (told["name"], told["host"]["name"], told["round"]) == ("Cup", "Ada", 1)
        club.parts.database.write_now(lambda c: people.forget(c, "ada"))
        (due,) = club.parts.database.read_now(lambda c: events.to_look_after(c, now_ms()))
        assert due == club.event
        await club.look()
        told = club.show("ben")
        assert (told["name"], told["host"], told["round"]) == ("", None, 2)
        seated = [each["person"] for table in club.round() for each in table["seats"]]
        assert sorted(seated) == ["ben", "cem", "dia"]
        (listed,) = club.parts.database.read_now(lambda c: views.listed(c, ["playing"], "ben"))
        assert (listed["name"], listed["host"]) == ("", None)

    with_club(settings, work)


def test_results_stay_when_tables_are_tidied_away(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben")
        await club.start()
        await club.look(club.show()["sit_until"])

        def delete(connection: Connection) -> Sequence[str]:
            return tidy.delete_tables(connection, tidy.unbegun(connection, LATER))

        assert club.parts.database.write_now(delete)
        await club.look()
        (table,) = club.round()
        assert (table["table"], table["state"]) == (None, "closed")
        assert club.show()["state"] == "over"
        idle = club.parts.database.read_now(lambda c: tidy.without_trace(c, NAMES, 0))
        assert sorted(idle) == ["cem", "dia", "eve"]

    with_club(lite, work)


def body(**more: Any) -> Json:
    pace = {"kind": "live", "base_ms": 600_000}
    return {"name": "Cup", "game": "stone-age", "size": 2, "rounds": 2, "pace": pace, **more}


def test_an_event_over_http(server: Running) -> None:
    ada, ben, eve = server.player("Ada"), server.player("Ben"), server.player("Eve")
    made = ada.post("/api/events", body(id="e1", visibility="link", fill="novice"))
    assert ada.post("/api/events", body(id="e1", visibility="link"))["id"] == made["id"]
    path = f"/api/events/{made['id']}"
    assert made["id"] not in {each["id"] for each in eve.get("/api/events", state="open")}
    assert made["id"] in {each["id"] for each in ada.get("/api/events", state="open")}
    for player in (ada, ben, ben):
        assert player.post(f"{path}/enter")["mine"] == "in"
    assert eve.post(f"{path}/start", {"round": 1}, 403)["error"]["key"] == "not-yours"
    assert eve.post(f"{path}/drop-out", status=404)["error"]["key"] == "not-found"
    told = ada.post(f"{path}/start", {"round": 1})
    table = told["played"][0]["tables"][0]["table"]
    shown_table = ben.get(f"/api/tables/{table}")
    assert (shown_table["event"], shown_table["event_round"]) == (made["id"], 1)
    assert [each["id"] for each in ben.get("/api/me/tables")] == [table]
    assert eve.post(f"/api/tables/{table}/join", {}, 409)["error"]["key"] == "no-free-seat"
    assert ben.post(f"/api/tables/{table}/leave", {}, 409)["error"]["key"] == "event-seat"
    ada.join(table)
    ben.join(table)
    asked = ada if ada.view(table)["moves"] else ben
    for act in ("hints", "odds?about=hunt"):
        refused = asked.http.get(f"/api/tables/{table}/{act}").json()["error"]
        assert refused["key"] == "event-no-help"
    assert ben.post(f"{path}/close", status=403)["error"]["key"] == "not-yours"
    assert ada.post(f"{path}/close")["state"] == "closed"
    assert eve.post(f"{path}/enter", status=409)["error"]["key"] == "event-over"
    assert made["id"] in {each["id"] for each in ben.get("/api/events", state="over")}


def test_whoever_looks_at_an_event_hears_of_what_happens_in_it(server: Running) -> None:
    """That something has, and nothing else."""
    ada, eve = server.player("Ada"), server.player(None)
    event = ada.post("/api/events", body(visibility="link", fill="novice"))["id"]
    with connect(server.url.replace("http", "ws") + "/api/socket") as connection:
        wire, told = Socket(connection), {"type": "event", "event": event}
        wire.send({"type": "hello", "lobby": False, "event": event})
        assert wire.hear() == told
        for act in ("enter", "drop-out", "close"):
            ada.post(f"/api/events/{event}/{act}")
            assert wire.hear() == told
    assert eve.get(f"/api/events/{event}")["state"] == "closed"


def test_what_happens_in_an_event_is_told_and_moves_are_not(lite: ServerSettings) -> None:
    async def work(club: Club) -> None:
        await club.open("ada", "ben")
        calls = list[str]()
        club.tables.notices.relay = calls.extend
        topic = event_topic(club.event)

        def told() -> bool:
            found = topic in calls
            calls.clear()
            return found

        await club.start()
        assert told()
        (table,) = club.round()
        for each in table["seats"]:
            await club.sit(table, each["person"])
            assert told()
        await play(club.parts, table["table"], 3)
        assert not told()
        await club.end(table["table"], 2, 1)
        assert told()
        await club.look()
        assert told()

    with_club(lite, work)


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        ({"pace": {"kind": "none"}}, 409, "event-clock"),
        ({"advance": "schedule"}, 409, "event-schedule"),
        ({"fill": "genius"}, 400, "unknown-level"),
        ({"game": "chess"}, 400, None),
        ({"size": 7}, 400, None),
        ({"rounds": 0}, 422, "bad-request"),
        ({"name": " "}, 422, "bad-request"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    ada: Player, change: Json, status: int, key: str | None
) -> None:
    error = ada.post("/api/events", body(**change), status)["error"]
    assert key is None or error["key"] == key
    assert error["text"]
    assert "\n" not in error["text"]


def test_a_host_has_only_so_many_events_at_once(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MOST_EVENTS", 1)
    monkeypatch.setattr(hosting, "MOST_ENTRANTS", 1)
    made = ada.post("/api/events", body())
    assert ada.post("/api/events", body(), 409)["error"]["key"] == "too-many-events"
    path = f"/api/events/{made['id']}"
    ada.post(f"{path}/enter")
    ben = Player(ada.url, "Ben")
    assert ben.post(f"{path}/enter", status=409)["error"]["key"] == "event-full"
