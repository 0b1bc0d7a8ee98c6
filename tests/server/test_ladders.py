"""Ladders: which one a game counts on or why none, what it changed, and who may read that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from cradle.server.bots.pool import BotFailed, Thinkers
from cradle.server.people import rating_changes, ratings
from cradle.server.people.ladders import ladder_of, why_unrated
from cradle.server.people.ratings import LadderKey
from cradle.server.problems import Problem
from cradle.server.store.facts import Score, SeatFacts, TableFacts
from cradle.server.store.pace import NoPace
from cradle.server.tables import odds, previews, seats
from cradle.server.tables.hints import MOST_WAITING, hints
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import plain_table
from cradle.server.tables.played_games import played_games
from cradle.server.timestamps import DAY_MS
from tests.server.running import Running
from tests.server.test_rated_games import BOT, FREE, ME, Rating, finished, rate_new, rated


def alone(**more: Any) -> TableFacts:
    """A game that Ada has won against two bots of one level."""
    facts = finished(rated=False, **more)
    facts.seats[1:] = [SeatFacts.new(seat, "bot", level="novice") for seat in (1, 2)]
    facts.size = 3
    facts.scores = [
        Score(seat=seat, total=9 - seat, rank=seat + 1, tie=0, parts={"huts": 9 - seat})
        for seat in range(3)
    ]
    return facts


BENT: list[tuple[dict[str, Any], str]] = [
    ({"kind": "hot-seat"}, "hot-seat"),
    ({"kind": "sandbox"}, "sandbox"),
    ({"from_table": "t0"}, "continued"),
    ({"luck": "daily"}, "luck"),
    ({"state": "closed"}, "closed"),
    ({"undone": True}, "undone"),
    ({"helped": True}, "helped"),
]


@pytest.mark.parametrize(("bent", "why"), BENT)
def test_why_a_game_against_bots_does_not_count(bent: dict[str, Any], why: str) -> None:
    assert ladder_of(alone()) == "solo"
    assert ladder_of(alone(**bent)) is None
    assert why_unrated(alone(**bent)) == why


def test_who_sits_there_decides_the_ladder() -> None:
    assert ladder_of(finished()) == "people"
    assert why_unrated(finished(rated=False)) == "unrated"
    guest = finished(rated=False)
    guest.seats[1].guest = True
    assert why_unrated(guest) == "guest"
    waiting = alone(state="open")
    waiting.seats[1] = SeatFacts.new(1, "open")
    assert why_unrated(waiting) == "unrated"
    mine = alone()
    mine.seats[0].guest = True
    assert why_unrated(mine) == "guest"
    left = alone()
    left.seats[0].stand_in = "casual"
    assert why_unrated(left) == "left"
    left.rated = True  # Who leaves it has lost.
    assert ladder_of(left) == "solo"
    left.state, left.scores = "closed", None
    assert ladder_of(left) == "solo"
    mine.seats[0] = SeatFacts.new(0, "bot", level="casual")
    assert why_unrated(mine) == "bots"


def test_that_two_may_be_one_is_not_said_while_they_play() -> None:
    assert ladder_of(finished(flagged=True, state="playing")) == "people"
    assert why_unrated(finished(flagged=True)) == "unsure"


def test_a_game_against_bots_counts_on_its_own_ladder(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def play(connection: Connection) -> None:
            rate_new(connection, alone())
            rate_new(connection, alone(helped=True))
            assert ratings.ratings_of(connection, "ada", "people") == {}
            mine = ratings.ratings_of(connection, "ada", "solo")["hadara"]
            assert (mine["games"], mine["rating"] > 1500) == (1, True)
            bot = ratings.ratings_of(connection, "bot:novice", "solo")["hadara"]
            assert (bot["games"], bot["rating"] < 1500) == (1, True)
            assert ratings.rated(connection, LadderKey("hadara", "people")) == []
            rows = ratings.rated(connection, LadderKey("hadara", "solo"))
            assert [row["name"] for row in rows] == ["ada", "novice"]

        it.parts.database.write_now(play)

    rated(tmp_path, work)


def test_each_number_of_players_has_a_rating_of_its_own(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def play(connection: Connection) -> None:
            for facts in (alone(over_at=1), alone(over_at=2), finished(over_at=3)):
                rate_new(connection, facts)
            keys = [LadderKey("hadara", "solo", players) for players in (0, 2, 3)]
            counts = [[row["games"] for row in ratings.rated(connection, key)] for key in keys]
            assert counts == [[2, 2], [], [2, 2]]
            two, *three = rating_changes.over_time(connection, "ada", "ada")
            assert (two["ladder"], two["players"]) == ("people", 2)
            assert [(each["ladder"], each["players"]) for each in three] == [("solo", 3)] * 2
            assert three[1]["before"] == 1500
            assert three[0]["before"] == three[1]["rating"]
            assert three[0]["among"]["rating"] == three[0]["rating"]
            assert three[0]["uncertainty"] < three[1]["uncertainty"] < 333

        it.parts.database.write_now(play)

    rated(tmp_path, work)


def test_a_game_says_what_it_changed_or_why_nothing(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def play(connection: Connection) -> None:
            counted, helped = alone(), alone(helped=True)
            for facts in (counted, helped):
                rate_new(connection, facts)
            told = rating_changes.of_game(connection, counted)
            assert (told["ladder"], told["why"]) == ("solo", None)
            mine, *bots = told["seats"]
            assert mine["before"] == 1500 < mine["rating"]
            assert bots[0] == bots[1]
            nothing = {"ladder": None, "why": "helped", "seats": [None] * 3}
            assert rating_changes.of_game(connection, helped) == nothing

        it.parts.database.write_now(play)

    rated(tmp_path, work)


def test_guests_are_not_listed(tmp_path: Path) -> None:
    """Once they were rated, and have a place that they keep if they open an account."""

    async def work(it: Rating) -> None:
        def play(connection: Connection) -> list[str]:
            game = finished()
            game.seats[1] = SeatFacts.new(1, "person", person="eve")
            rate_new(connection, game)
            assert ratings.ratings_of(connection, "eve", "people")["hadara"]["games"] == 1
            return [row["name"] for row in ratings.rated(connection, LadderKey("hadara", "people"))]

        assert it.parts.database.write_now(play) == ["ada"]

    rated(tmp_path, work)


def test_others_learn_nothing_of_private_tables(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def play(connection: Connection) -> None:
            shown, hidden = finished(visibility="public"), finished(visibility="link")
            for number, facts in enumerate((shown, hidden)):
                facts.over_at = 3 * DAY_MS + number
                rate_new(connection, facts)
            for viewer in (None, "eve", "ben"):
                (game,) = played_games(connection, "ada", viewer)
                assert game["table"] == shown.id
                points = rating_changes.over_time(connection, "ada", viewer)
                assert [each["table"] for each in points] == [None, shown.id]
                assert [each["at"] / DAY_MS for each in points] == [3.5, 3]
            own = [each["table"] for each in played_games(connection, "ada", "ada")]
            assert own == [hidden.id, shown.id]
            points = rating_changes.over_time(connection, "ada", "ada")
            assert [each["table"] for each in points] == [hidden.id, shown.id]
            assert points[0]["at"] == 3 * DAY_MS + 1

        it.parts.database.write_now(play)

    rated(tmp_path, work)


def test_help_against_bots_is_noted_and_said(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        table = await it.make(it.ada, ME, BOT, rated=False, pace=NoPace())
        live = await it.tables.get(table)
        told = plain_table(live.facts, "ada", live.time, live)
        assert (told["ladder"], told["unrated"]) == ("solo", None)
        await odds.answer(it.tables, table, "ada", 0, "hunt 3")
        assert it.kept(table).helped
        told = plain_table(live.facts, "ada", live.time, live)
        assert (told["ladder"], told["unrated"]) == (None, "helped")
        both = await it.make(it.ada, ME, FREE, rated=False, pace=NoPace())
        await it.join(both, it.ben)
        await odds.answer(it.tables, both, "ada", None, "hunt 3")
        assert not it.kept(both).helped

    rated(tmp_path, work)


class Hinter:
    """A bot that is asked for hints: too busy, unable, and able."""

    def __init__(self) -> None:
        self.turns, self.crowded, self.able = self, True, False

    def waits(self, *_: str) -> int:
        return MOST_WAITING if self.crowded else 0

    @asynccontextmanager
    async def turn(self, *_: str) -> AsyncIterator[None]:
        yield

    def question(self, *_: Any) -> dict[str, Any]:
        return {}

    async def ask(self, _: dict[str, Any]) -> dict[str, Any]:
        if not self.able:
            raise BotFailed("no idea")
        return {"hints": [{"text": "hunt 3"}]}


def test_only_a_hint_that_was_given_is_help(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        live, hinter = await begun_by_ada(it), Hinter()
        thinkers, table = cast(Thinkers, hinter), live.facts.id
        with pytest.raises(Problem, match="bots-busy"):
            await hints(it.tables, thinkers, table, "ada", 0, "en")
        hinter.crowded = False
        assert await hints(it.tables, thinkers, table, "ada", 0, "en") == []
        assert not it.kept(table).helped
        hinter.able = True
        assert await hints(it.tables, thinkers, table, "ada", 0, "en")
        assert it.kept(table).helped

    rated(tmp_path, work)


async def begun_by_ada(it: Rating) -> LiveTable:
    """A game against a bot in which Ada is asked first, as the dice decide sooner or later."""
    while True:
        live = await it.tables.get(await it.make(it.ada, ME, BOT, rated=False, pace=NoPace()))
        if live.table is not None and 0 in live.table.asked:
            return live


def test_averages_are_no_help(tmp_path: Path) -> None:
    """They are shown to everybody, unasked."""

    async def work(it: Rating) -> None:
        live = await begun_by_ada(it)
        told = await previews.preview(it.tables, live.facts.id, "ada", 0, ["send hunt 3"])
        assert told["expected"]["send hunt 3"]["name"] == "food"
        assert not it.kept(live.facts.id).helped

    rated(tmp_path, work)


def test_leaving_bots_is_not_climbing(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        table = await it.make(it.ada, ME, BOT, rated=False, pace=NoPace())
        live = await it.tables.get(table)
        await seats.go(it.tables, table, "ada")
        assert why_unrated(live.facts) in ("left", "closed")

    rated(tmp_path, work)


def test_pages_of_players_over_http(server: Running) -> None:
    ada = server.player("Ada")
    assert ada.get(f"/api/people/{ada.id}/games") == []
    assert ada.get(f"/api/people/{ada.id}/ratings") == []
    table = ada.table("stone-age", "me", "novice")
    assert (table["unrated"], table["seats"][0]["guest"]) == ("guest", True)
    told = ada.get(f"/api/tables/{table['id']}/ratings")
    assert told == {"ladder": None, "why": "guest", "seats": [None, None]}
    ada.post("/api/me/account", {"login": "ada", "password": "three odd words"})
    member = ada.get(f"/api/tables/{table['id']}")
    assert (member["ladder"], member["seats"][0]["guest"]) == ("solo", False)
    assert ada.get("/api/ratings/stone-age", ladder="solo", players=2) == []
    ada.get("/api/people/nobody/games", status=404)
    ada.get("/api/people/nobody/ratings", status=404)
