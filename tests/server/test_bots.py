"""Bots of a server: processes in which they think, stay, fail and are replaced."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cradle import Table
from cradle.bots import LEVELS, Budget, Seen, make_bot
from cradle.bots.levels import SECONDS
from cradle.bots.search_bot import SearchBot
from cradle.hadara.moves import Pass
from cradle.kernel.step import Move
from cradle.learning.player import LearnedBot
from cradle.learning.tree import Node
from cradle.server.bots import pool, process
from cradle.server.bots.pool import (
    START_S,
    THINKER,
    BotFailed,
    NotStarted,
    Thinkers,
    Worker,
    weaker,
)
from cradle.server.bots.process import MOST_BOTS, Bots
from cradle.server.metrics import Metrics
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.tables.bot_turns import BotTurns
from cradle.server.tables.dice import FairDice, new_secret
from cradle.server.tables.game import resumed, setup_of
from cradle.server.tables.live import LiveTable
from cradle.server.timestamps import ServerTime
from tests.server.running import Player, Running

Question = dict[str, Any]
FACTS: dict[str, Any] = {
    "id": "t",
    "game": "hadara",
    "kind": "game",
    "state": "playing",
    "visibility": "link",
    "host": "p",
    "options": {},
    "rules": 1,
    "hash": "",
    "scheme": 2,
    "secret": "00",
    "invite": "",
    "created_at": 0,
    "moved_at": 0,
}


def question_of(table: Table, level: str = "expert") -> Question:
    """What the bot of the seat that is asked is asked."""
    thinkers = Thinkers(1, 0.3, Metrics())
    thinkers.rng = random.Random(1)
    return thinkers.question(table, table.asked[0], level)


def test_a_bot_that_is_named_stays_and_one_that_is_not_goes() -> None:
    bots, question = Bots(), {"level": "novice", "seed": 1}
    with bots.borrow(question | {"bot": "t/0/novice"}) as first:
        pass
    with bots.borrow(question | {"bot": "t/0/novice"}) as second:
        assert second is first
    with bots.borrow(question | {"bot": "t/1/novice"}) as other:
        assert other is not first
    with bots.borrow(question):
        pass
    assert list(bots.bots) == ["t/0/novice", "t/1/novice"]


def test_the_longest_unused_bot_goes_first() -> None:
    bots, question = Bots(most=2), {"level": "novice", "seed": 1}
    for name in ("a", "b", "a", "c"):
        with bots.borrow(question | {"bot": name}):
            pass
    assert list(bots.bots) == ["a", "c"]


def test_a_bot_that_failed_begins_anew() -> None:
    bots, question = Bots(), {"level": "novice", "seed": 1, "bot": "a"}
    with pytest.raises(KeyError), bots.borrow(question):
        raise KeyError
    assert not bots.bots


class CountingBot(SearchBot):
    """A search that counts simulations instead of seconds, and the trees it found again."""

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        self.found = getattr(self, "found", 0)
        self.found += self.remembered(seen) is not None
        return super().choose(seen, Budget(simulations=150))


def test_a_bot_that_stays_goes_on_with_its_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it thought about its opponent's answer before is there when the answer has come."""
    monkeypatch.setattr(process, "make_bot", lambda _, seed, counted: CountingBot(seed))
    bots, table = Bots(), Table("stone-age", 2, seed=3)
    for _ in range(24):
        seat = table.asked[0]
        question = question_of(table) | {"bot": f"t/{seat}"}
        table.submit(seat, process.choose(bots, question)["text"])
    assert len(bots.bots) == 2
    assert all(isinstance(bot, CountingBot) and bot.found for bot in bots.bots.values())


def test_a_level_that_stays_goes_on_with_its_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest level, as the server makes it, but by a count instead of the clock."""
    monkeypatch.setattr(process, "make_bot", lambda level, seed, _: make_bot(level, seed, True))
    found: list[bool] = []

    def remembered(self: LearnedBot, seen: Seen) -> Node | None:
        root = known(self, seen)
        found.append(root is not None)
        return root

    known = LearnedBot.remembered
    monkeypatch.setattr(LearnedBot, "remembered", remembered)
    bots, table = Bots(), Table("stone-age", 2, seed=3)
    for _ in range(16):
        seat = table.asked[0]
        question = question_of(table, "master") | {"bot": f"t/{seat}", "seconds": 60.0}
        table.submit(seat, process.choose(bots, question)["text"])
    assert sum(found) > len(found) / 2


class Scripted(Thinkers):
    """Thinkers whose processes are names, and answer when they are told to."""

    def __init__(self, count: int) -> None:
        super().__init__(count, 1.0, Metrics())
        self.asked: list[tuple[Any, str]] = []
        self.held: asyncio.Event | None = None

    async def _spawn(self) -> Any:
        return len(self.workers)

    async def _converse(self, worker: Worker, question: Question) -> Question:
        self.asked.append((worker.process, question["bot"]))
        if self.held is not None:
            await self.held.wait()
        return {}


def test_a_bot_is_asked_where_it_was_asked_before() -> None:
    async def ask() -> list[tuple[Any, str]]:
        thinkers = Scripted(2)
        thinkers.held = asyncio.Event()
        both = [asyncio.ensure_future(thinkers.ask({"bot": name})) for name in "ab"]
        await asyncio.sleep(0)
        thinkers.held.set()
        await asyncio.gather(*both)
        for name in "bbaabca":
            await thinkers.ask({"bot": name})
        return thinkers.asked

    asked = asyncio.run(ask())
    homes = {name: {process for process, bot in asked if bot == name} for name in "abc"}
    assert [len(homes[name]) for name in "abc"] == [1, 1, 1]
    assert homes["a"] != homes["b"]


def test_a_bot_whose_process_is_busy_is_asked_elsewhere() -> None:
    async def ask() -> list[tuple[Any, str]]:
        thinkers = Scripted(2)
        await thinkers.ask({"bot": "a"})
        thinkers.held = asyncio.Event()
        first = asyncio.ensure_future(thinkers.ask({"bot": "b"}))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(thinkers.ask({"bot": "a"}))
        await asyncio.sleep(0)
        thinkers.held.set()
        await asyncio.gather(first, second)
        return thinkers.asked

    assert asyncio.run(ask()) == [(0, "a"), (0, "b"), (1, "a")]


def test_a_bot_waits_for_its_turn_and_is_asked_what_is_so_then(
    ada: Player, server: Running
) -> None:
    """Another's bots think; ours takes its turn for the table's host, and only then looks."""
    tables, tasks = server.state.tables, server.state.tasks
    table = ada.table("stone-age", "me", "me")["id"]
    live, thinkers = tables.memory.lives[table], Scripted(1)
    seat = live.table.asked[0]
    turns, found = BotTurns(tables, thinkers, tasks, 0.0), thinkers.turns

    async def play() -> tuple[str, int]:
        async with found.take("mallory", "m", 5.0), found.take("mallory", "n", 0.1):
            waiting = asyncio.ensure_future(turns._chosen(live, seat))
            await asyncio.sleep(0.01)
            assert not waiting.done()
            assert [(turn.person, turn.table) for turn in found.waiting] == [(ada.id, table)]
            live.gone = True
        return await waiting

    assert asyncio.run(play()) == ("", -1)
    assert not thinkers.asked


def test_a_process_forgets_the_same_bots_as_the_pool_does() -> None:
    worker, bots = Worker(0), Bots()  # type: ignore[arg-type]
    rng = random.Random(2)
    for _ in range(4 * MOST_BOTS):
        name = str(rng.randrange(2 * MOST_BOTS))
        worker.asked(name)
        with bots.borrow({"level": LEVELS[0], "seed": 1, "bot": name}):
            pass
    assert list(worker.bots) == list(bots.bots)


def test_a_bot_that_fails_gives_way_to_a_weaker_one() -> None:
    assert [weaker("casual"), weaker("novice"), weaker("random"), weaker("mine")] == [
        "novice",
        "random",
        None,
        "novice",
    ]
    asked: list[str] = []

    async def ask(question: dict[str, Any]) -> dict[str, Any]:
        asked.append(question["level"])
        if question["level"] == "casual":
            raise BotFailed("no idea")
        return {"text": "illegal" if question["level"] == "novice" else "b"}

    async def choose(answer: Any) -> str:
        thinkers = Thinkers(1, 1.0, Metrics())
        thinkers.ask = answer  # type: ignore[method-assign]
        question = {"game": "hadara", "level": "casual", "seed": 3, "seat": 0}
        return await thinkers.choose("t", question, ["a", "b"])

    async def never(_: dict[str, Any]) -> dict[str, Any]:
        raise BotFailed("never")

    assert asyncio.run(choose(ask)) == "b"
    assert asked == ["casual", "novice", "random"]
    assert asyncio.run(choose(never)) == "b"


@pytest.fixture
def asked_at_once(monkeypatch: pytest.MonkeyPatch) -> Question:
    """A question to a bot whose process is started again without a pause."""
    monkeypatch.setattr(pool, "START_PAUSE_S", 0.0)
    return {"game": "hadara", "level": "casual", "seed": 3, "seat": 0, "seconds": 1.0}


def test_a_process_that_cant_be_started_is_a_bot_that_failed(asked_at_once: Question) -> None:
    """As without memory: the server goes on, and a move is played all the same."""

    async def ask() -> str:
        thinkers = Thinkers(1, 1.0, Metrics())
        thinkers.program = ("/nowhere", "-m", "nothing")
        with pytest.raises(NotStarted, match="can't be started"):
            await thinkers.ask(asked_at_once | {"ask": "choose"})
        return await thinkers.choose("t", asked_at_once, ["a", "b"])

    assert asyncio.run(ask()) == "b"


class Late(Scripted):
    """Thinkers on a machine that is short of something until the last try."""

    tries = 0

    async def _spawn(self) -> Any:
        self.tries += 1
        if self.tries < pool.START_TRIES:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return await super()._spawn()

    async def _converse(self, worker: Worker, question: Question) -> Question:
        await super()._converse(worker, question)
        return {"text": "a"}


def test_a_process_that_cant_be_started_for_a_moment_is_tried_again(
    asked_at_once: Question,
) -> None:
    """What a machine is short of just now costs a bot neither its level nor its move."""
    thinkers = Late(1)
    assert asyncio.run(thinkers.choose("t", asked_at_once, ["a", "b"])) == "a"
    assert thinkers.tries == pool.START_TRIES
    assert [bot for _, bot in thinkers.asked] == ["t/0/casual"]


def test_a_bot_that_hangs_is_ended() -> None:
    async def wait() -> None:
        thinkers = Thinkers(1, 1.0, Metrics())
        question = {"ask": "choose", "game": "x", "level": "novice", "seed": 1}
        thinkers.program = (sys.executable, "-c", "import time; time.sleep(600)")
        with pytest.raises(BotFailed, match="late"):
            await thinkers.ask(question | {"seconds": -START_S})
        thinkers.program = THINKER
        with pytest.raises(BotFailed, match="no game"):
            await thinkers.ask(question | {"seconds": 1.0})
        assert len(thinkers.workers) == 1
        await thinkers.close()

    asyncio.run(wait())


@pytest.mark.parametrize("alone", [False, True])
def test_bots_give_way_to_the_server(alone: bool, tmp_path: Path) -> None:
    """In a session that is theirs alone, as the pool starts them, the session does so too."""
    session = tmp_path / "autogroup"
    code = f"from cradle.server.bots.process import *; process.SESSION = Path({str(session)!r})"
    code = f"from cradle.server.bots import process; {code}; give_way(); print(os.nice(0))"
    run = partial(subprocess.run, check=True, capture_output=True, text=True)
    found = run([sys.executable, "-c", code], start_new_session=alone)
    assert int(found.stdout) >= process.NICE
    assert session.exists() == alone
    assert not alone or int(session.read_text()) == process.SESSION_NICE


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores can't be chosen here")
def test_bots_leave_a_core_to_the_server() -> None:
    code = "from cradle.server.bots.process import *; {}; print(*os.sched_getaffinity(0))"
    run = partial(subprocess.run, check=True, capture_output=True, text=True)
    cores = sorted(os.sched_getaffinity(0))
    found = run([sys.executable, "-c", code.format("give_way()")]).stdout
    assert found.split() == [str(core) for core in cores[1:] or cores]
    one = f"os.sched_setaffinity(0, [{cores[0]}]); give_way()"
    assert run([sys.executable, "-c", code.format(one)]).stdout.split() == [str(cores[0])]


def test_sealed_choices_are_never_automatic() -> None:
    """That an answer comes at once may tell that it was the only one."""
    table = resumed(setup_of("hadara", 2, {"mode": "advanced"}))
    table.go_on(FairDice(new_secret(), "t", [], {}))
    table.moves = lambda seat: [Pass()]  # type: ignore[method-assign]
    facts = TableFacts.new([SeatFacts.new(seat, "person") for seat in range(2)], **FACTS)
    live = LiveTable(facts, ServerTime())
    live.put(table)
    assert live.sealing
    assert not live.forced(0)
    table.state.stack.clear()
    assert live.forced(0)


def test_a_bots_pace_over_sealed_choices_tells_nothing(ada: Player, server: Running) -> None:
    """However long it thought, its answer comes after the longest it could have thought."""
    sides = {"mode": "advanced"}  # H-S7: all choose a side at once, in secret.
    tables = server.state.tables
    sealed = tables.memory.lives[ada.table("hadara", "me", "master", options=sides)["id"]]
    plain = tables.memory.lives[ada.table("stone-age", "me", "master")["id"]]
    slow = BotTurns(tables, Thinkers(1, 5.0, Metrics()), server.state.tasks, 0.35)
    assert slow.least_time(sealed, 1) > SECONDS["master"]
    assert slow.least_time(plain, 1) == 0.35
    quick = BotTurns(tables, Thinkers(1, 0.5, Metrics()), server.state.tasks, 0.35)
    assert 0.5 < quick.least_time(sealed, 1) < 1


def test_no_two_questions_have_one_number(server: Running, ada: Player) -> None:
    """What a bot has thought out is no answer to what is asked after something was taken back."""
    memory, table = server.state.tables.memory, ada.table("hadara", "me", "me")["id"]
    live, numbers = memory.lives[table], []

    def answer(seat: int) -> None:
        ada.move(table, ada.view(table, seat=seat)["moves"][0]["text"], seat=seat)
        numbers.append(live.arose)

    answer(live.table.asked[0])
    assert live.sealing
    answer(0)
    assert numbers.pop() == numbers[-1]  # The other's question is the same.
    answer(1)
    ada.post(f"/api/tables/{table}/undo", {"seat": 1})
    assert (live.table.asked, [*live.table.state.sealed]) == ([1], [0])
    numbers.append(live.arose)
    assert numbers == sorted(set(numbers))
    memory.forget(live)
    ada.view(table)
    assert memory.lives[table] is not live
    assert memory.lives[table].arose == numbers[-1]
