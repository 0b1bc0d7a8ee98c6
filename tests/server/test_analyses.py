"""Analyses of finished games: for nobody while a game runs, quick first, and by today's judge."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from benchmarks.population import Population, fill
from cradle import Table
from cradle.i18n import LANGUAGES, has
from cradle.server.bots import process
from cradle.server.bots.pool import BotFailed, BotLate, Thinkers
from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import analyses as store
from cradle.server.store.analyses import Finished
from cradle.server.store.database import make_engine
from cradle.server.store.revisions import opened
from cradle.server.tables.analyses import MOST_EACH, MOST_LATE, Analyses, Storage
from cradle.server.tasks import Tasks
from cradle.table.errors import Refusal
from tests.server.running import Player, Running, test_settings

GAME = Finished("t", 9, "v1")


class Memory(Storage):
    """What is kept without a database."""

    def __init__(self) -> None:
        self.kept: dict[Finished, dict[str, Any]] = {}

    async def find(self, game: Finished) -> dict[str, Any] | None:
        return self.kept.get(game)

    async def keep(self, game: Finished, summary: dict[str, Any]) -> None:
        self.kept[game] = summary

    async def record(self, table: str) -> str:
        return "record"


class Judge(Thinkers):
    """Processes that answer when a test lets them."""

    def __init__(self) -> None:
        super().__init__(2, 1.0, Metrics(), share=100)
        self.asked: list[dict[str, Any]] = []
        self.may = asyncio.Semaphore(0)
        self.fails: BotFailed | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(question)
        await self.may.acquire()
        if self.fails:
            raise self.fails
        return {"look": "deep" if question["deep"] else "quick", "seats": []}


def judged(work: Callable[[Analyses, Judge], Awaitable[None]], most: int = 32) -> None:
    async def do() -> None:
        judge, tasks = Judge(), Tasks(Metrics())
        try:
            await work(Analyses(judge, Memory(), tasks, most), judge)
        finally:
            await settled()  # What never began can't be cancelled without a warning.
            await tasks.cancel()

    asyncio.run(do())


async def settled() -> None:
    """Let everything go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_first_one_waits_then_comes_a_quick_analysis_and_then_a_deep_one() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        found = [await analyses.look(GAME, "ada")]
        for _ in range(2):
            await settled()
            judge.may.release()
            await settled()
            found.append(await analyses.look(GAME, "ben"))
        assert [(each["look"], each["more"]) for each in found] == [
            ("waiting", True),
            ("quick", True),
            ("deep", False),
        ]
        assert found[0]["summary"] is None
        assert found[2]["summary"] == {"seats": []}
        assert [each["deep"] for each in judge.asked] == [False, True]  # Each once, for all.
        assert all(each["record"] == "record" for each in judge.asked)

    judged(work)


@pytest.mark.parametrize("change", [{"version": "v2"}, {"seq": 11}])
def test_another_judge_or_another_end_needs_another_analysis(change: dict[str, Any]) -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(4)
        await analyses.look(GAME, "ada")
        await settled()
        assert (await analyses.look(GAME, "ada"))["look"] == "deep"
        other = replace(GAME, **change)
        assert (await analyses.look(other, "ada"))["look"] == "waiting"
        await settled()
        assert (await analyses.look(other, "ada"))["look"] == "deep"
        assert len(judge.asked) == 4

    judged(work)


def test_what_fails_is_not_tried_for_ever() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        await analyses.look(GAME, "ada")
        await settled()
        judge.may.release()
        await settled()
        judge.fails = BotFailed("no")
        judge.may.release()
        await settled()
        assert (await analyses.look(GAME, "ada")) | {"summary": None} == {
            "look": "quick",
            "more": False,
            "summary": None,
        }
        await analyses.look(replace(GAME, table="u"), "ada")
        judge.may.release()
        await settled()
        with pytest.raises(Problem, match="no-analysis"):
            await analyses.look(replace(GAME, table="u"), "ada")
        assert len(judge.asked) == 3

    judged(work)


def test_what_is_late_is_tried_again_by_whoever_asks_next_but_not_for_ever() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may, judge.fails = asyncio.Semaphore(MOST_LATE), BotLate("too late")
        for asked in range(1, MOST_LATE + 1):
            assert (await analyses.look(GAME, "ada"))["look"] == "waiting"
            await settled()
            assert len(judge.asked) == asked
        with pytest.raises(Problem, match="no-analysis"):
            await analyses.look(GAME, "ada")

    judged(work)


def test_a_game_that_todays_rules_refuse_has_no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: Storage, table: str) -> str:
        raise Refusal("no-such-move")

    async def work(analyses: Analyses, judge: Judge) -> None:
        assert (await analyses.look(GAME, "ada"))["look"] == "waiting"
        await settled()
        with pytest.raises(Problem, match="no-analysis"):
            await analyses.look(GAME, "ada")
        assert judge.asked == []

    monkeypatch.setattr(Memory, "record", refuse)
    judged(work)


def test_nobody_may_wait_for_many_analyses_at_once() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        for number in range(MOST_EACH):
            await analyses.look(replace(GAME, table=f"t{number}"), None)
        with pytest.raises(Problem, match="bots-busy"):
            await analyses.look(replace(GAME, table="one-more"), None)
        assert (await analyses.look(replace(GAME, table="one-more"), "ada"))["look"] == "waiting"
        judge.may = asyncio.Semaphore(99)
        for _ in range(MOST_EACH):
            await settled()
        assert not analyses.running
        assert (await analyses.look(replace(GAME, table="last"), None))["look"] == "waiting"

    judged(work)


def test_who_finds_no_room_is_served_when_asking_again() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(2)
        judge.turns.slow.most = judge.turns.count = 0
        assert (await analyses.look(GAME, "ada"))["look"] == "waiting"
        await settled()
        assert not analyses.latest["t"].running
        judge.turns.slow.most = judge.turns.count = 2
        await analyses.look(GAME, "ada")
        await settled()
        assert (await analyses.look(GAME, "ada"))["look"] == "deep"

    judged(work)


def test_what_was_looked_at_last_is_at_hand_and_what_is_being_made_stays() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        for table in ("a", "b", "a", "c"):
            await analyses.look(replace(GAME, table=table), "ada")
        assert list(analyses.latest) == ["b", "a", "c"]
        judge.may = asyncio.Semaphore(99)
        await settled()
        await analyses.look(replace(GAME, table="a"), "ada")
        assert list(analyses.latest) == ["c", "a"]

    judged(work, most=2)


def test_an_analysis_outlives_the_process_that_made_it() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(2)
        await analyses.look(GAME, "ada")
        await settled()
        later = Analyses(judge, analyses.storage, analyses.tasks)
        assert (await later.look(GAME, "ben"))["look"] == "deep"
        assert (await later.look(replace(GAME, version="v2"), "ben"))["look"] == "waiting"
        await settled()
        assert len(judge.asked) == 3

    judged(work)


def test_analyses_that_nobody_waits_for_are_deep_at_once_and_made_one_after_the_other() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        games = [replace(GAME, table=table) for table in ("a", "b")]
        asked = []
        for _ in range(3):
            asked.append((await analyses.catch_up(games, "ada"), len(judge.asked)))
            await settled()
            judge.may.release()
            await settled()
        assert asked == [(True, 0), (True, 1), (False, 2)]
        assert all(each["deep"] for each in judge.asked)

    judged(work)


def test_games_that_wait_to_be_judged_displace_no_analysis() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(2)
        await analyses.look(GAME, "ben")
        await settled()
        games = [replace(GAME, table=f"game {number}") for number in range(50)]
        for _ in range(3):
            assert await analyses.catch_up(games, "ada")
        assert list(analyses.latest) == [GAME.table, "game 0"]

    judged(work, most=2)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Connection]:
    """A database with some finished games."""
    settings = ServerSettings(data=tmp_path)
    opened(settings).dispose()
    fill(settings.url, Population(games=12, people=4, guests=1, playing=2, open=1, waiting=1))
    engine = make_engine(settings.url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection
    engine.dispose()


def test_an_analysis_is_kept_whole_for_the_latest_and_in_short_for_all(played: Connection) -> None:
    summary = {"look": "deep", "seats": [{"accuracy": 0.5}, {"accuracy": 1.0}], "plies": []}
    games = [Finished(f"t{number}", 0, "v1") for number in range(5)]
    for at, game in enumerate(games):
        store.keep(played, game, summary, at)
    assert [store.whole(played, game) for game in games] == [summary] * 5
    store.make_room(played, 3)
    assert [store.whole(played, game) is None for game in games] == [True] * 2 + [False] * 3
    assert store.whole(played, replace(games[4], seq=1)) is None
    assert store.whole(played, replace(games[4], version="v2")) is None
    told = store.of_person(played, "p1", None, 100)
    assert [each.table for each in told] == ["t11", "t9", "t5", "t3", "t1"]
    assert [each.seat for each in told] == [1, 0, 0, 1, 0]
    assert [each.summary for each in told[:3]] == [None] * 3
    assert [each.summary for each in told[3:]] == summary["seats"][::-1]
    store.keep(played, games[1], summary | {"seats": [{"accuracy": 0.25}, {}]}, 9)
    assert store.of_person(played, "p1", None, 100)[-1].summary == {"accuracy": 0.25}
    assert [each.table for each in store.of_person(played, "p1", "hadara", 1)] == ["t9"]


def finished(game: str) -> Table:
    table, rng = Table(game, 2, seed=3), random.Random(3)
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def test_a_process_makes_both_analyses() -> None:
    table = finished("hadara")
    question = {"record": table.record, "deep": False}
    found = process.analyse(process.Bots(), question)
    assert found["look"] == "quick"
    assert [each["ply"] for each in found["plies"]] == list(range(1, len(table.entries) + 1))
    winners = [score.seat for score in table.scores if score.rank == 1]
    assert [seat for seat, each in enumerate(found["seats"]) if each["result"]] == winners
    for told in found["costliest"]:
        assert set(told["reasons"]) == set(LANGUAGES)
        assert told["made"] != told["better"]
        assert found["plies"][told["ply"] - 1]["mark"] == told["mark"] != "mistake"  # One look.


def test_a_running_game_is_refused_and_a_finished_one_is_not(tmp_path: Path) -> None:
    async def at_once(question: dict[str, Any]) -> dict[str, Any]:
        return process.analyse(process.Bots(), question | {"deep": False})

    with Running(test_settings(tmp_path)) as server:
        server.state.thinkers.ask = at_once
        ada, nobody = server.player("Ada"), server.player(None)
        running = ada.table("hadara", "me", "me")["id"]
        for who in (ada, nobody):
            error = who.get(f"/api/tables/{running}/analysis", 409)["error"]
            assert error["key"] == "analysis-unfinished"
        ada.post(f"/api/tables/{running}/close")
        ada.get(f"/api/tables/{running}/analysis", 409)  # Nobody has won what was broken off.
        over = ada.post("/api/records", {"text": finished("hadara").record})["id"]
        ada.get(f"/api/tables/{over}/analysis", 202)
        found = wait_for(nobody, over)
        for seat in found["summary"]["seats"]:
            costs = [kind["cost"] for kind in seat["kinds"]]
            assert costs == sorted(costs, reverse=True)
            assert sum(costs) == pytest.approx(-seat["own"], abs=1e-5)
            assert sum(kind["decisions"] for kind in seat["kinds"]) == seat["decisions"]
        assert ada.get("/api/me/analyses") == {"games": [], "more": False}  # no record is one's own


def wait_for(player: Player, table: str) -> Any:
    """The account of a game, when there is one."""
    while True:
        answer = player.http.get(f"/api/tables/{table}/analysis")
        if answer.status_code != 202:
            return answer.json()


def test_every_refusal_is_said_in_words() -> None:
    assert all(has(f"error.{key}") for key in ("analysis-unfinished", "no-analysis", "bots-busy"))
