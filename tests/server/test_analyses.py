"""Accounts of finished games: for nobody while a game runs, quick first, and by today's judge."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cradle import Table
from cradle.i18n import LANGUAGES, has
from cradle.server.bots import process
from cradle.server.bots.pool import BotFailed, Thinkers
from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.tables.analyses import MOST_EACH, Analyses, Finished
from cradle.server.tasks import Tasks
from tests.server.running import Player, Running, test_settings

GAME = Finished("t", 9, "v1")


async def record() -> str:
    """The record of a game, whichever."""
    return "record"


class Judge(Thinkers):
    """Processes that answer when a test lets them."""

    def __init__(self) -> None:
        super().__init__(2, 1.0, Metrics(), share=100)
        self.asked: list[dict[str, Any]] = []
        self.may = asyncio.Semaphore(0)
        self.fails = False

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(question)
        await self.may.acquire()
        if self.fails:
            raise BotFailed("no")
        return {"look": "deep" if question["deep"] else "quick", "seats": []}


def judged(work: Callable[[Analyses, Judge], Awaitable[None]], most: int = 200) -> None:
    async def do() -> None:
        judge, tasks = Judge(), Tasks(Metrics())
        try:
            await work(Analyses(judge, tasks, most), judge)
        finally:
            await settled()  # What never began can't be cancelled without a warning.
            await tasks.cancel()

    asyncio.run(do())


async def settled() -> None:
    """Let everything go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_first_one_waits_then_comes_a_quick_account_and_then_a_deep_one() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        found = [analyses.look(GAME, "ada", record)]
        for _ in range(2):
            await settled()
            judge.may.release()
            await settled()
            found.append(analyses.look(GAME, "ben", record))
        assert [(each["look"], each["more"]) for each in found] == [
            ("waiting", True),
            ("quick", True),
            ("deep", False),
        ]
        assert found[0]["account"] is None
        assert found[2]["account"] == {"seats": []}
        assert [each["deep"] for each in judge.asked] == [False, True]  # Each once, for all.
        assert all(each["record"] == "record" for each in judge.asked)

    judged(work)


@pytest.mark.parametrize("change", [{"version": "v2"}, {"seq": 11}])
def test_another_judge_or_another_end_needs_another_account(change: dict[str, Any]) -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(4)
        analyses.look(GAME, "ada", record)
        await settled()
        assert analyses.look(GAME, "ada", record)["look"] == "deep"
        other = replace(GAME, **change)
        assert analyses.look(other, "ada", record)["look"] == "waiting"
        await settled()
        assert analyses.look(other, "ada", record)["look"] == "deep"
        assert len(judge.asked) == 4

    judged(work)


def test_what_fails_is_not_tried_for_ever() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        analyses.look(GAME, "ada", record)
        await settled()
        judge.may.release()
        await settled()
        judge.fails = True
        judge.may.release()
        await settled()
        assert analyses.look(GAME, "ada", record) | {"account": None} == {
            "look": "quick",
            "more": False,
            "account": None,
        }
        analyses.look(replace(GAME, table="u"), "ada", record)
        judge.may.release()
        await settled()
        with pytest.raises(Problem, match="no-analysis"):
            analyses.look(replace(GAME, table="u"), "ada", record)
        assert len(judge.asked) == 3

    judged(work)


def test_nobody_may_wait_for_many_accounts_at_once() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        for number in range(MOST_EACH):
            analyses.look(replace(GAME, table=f"t{number}"), None, record)
        with pytest.raises(Problem, match="bots-busy"):
            analyses.look(replace(GAME, table="one-more"), None, record)
        assert analyses.look(replace(GAME, table="one-more"), "ada", record)["look"] == "waiting"
        judge.may = asyncio.Semaphore(99)
        for _ in range(MOST_EACH):
            await settled()
        assert not analyses.running
        assert analyses.look(replace(GAME, table="last"), None, record)["look"] == "waiting"

    judged(work)


def test_who_finds_no_room_is_served_when_asking_again() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        judge.may = asyncio.Semaphore(2)
        judge.turns.slow.most = judge.turns.count = 0
        assert analyses.look(GAME, "ada", record)["look"] == "waiting"
        await settled()
        assert not analyses.kept["t"].running
        judge.turns.slow.most = judge.turns.count = 2
        analyses.look(GAME, "ada", record)
        await settled()
        assert analyses.look(GAME, "ada", record)["look"] == "deep"

    judged(work)


def test_the_games_looked_at_last_are_kept() -> None:
    async def work(analyses: Analyses, judge: Judge) -> None:
        for table in ("a", "b", "a", "c"):
            analyses.look(replace(GAME, table=table), "ada", record)
        assert list(analyses.kept) == ["a", "c"]

    judged(work, most=2)


def finished(game: str) -> Table:
    table, rng = Table(game, 2, seed=3), random.Random(3)
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def test_a_process_makes_both_accounts() -> None:
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
        assert len(found["account"]["seats"]) == 2


def wait_for(player: Player, table: str) -> Any:
    """The account of a game, when there is one."""
    while True:
        answer = player.http.get(f"/api/tables/{table}/analysis")
        if answer.status_code != 202:
            return answer.json()


def test_every_refusal_is_said_in_words() -> None:
    assert all(has(f"error.{key}") for key in ("analysis-unfinished", "no-analysis", "bots-busy"))
