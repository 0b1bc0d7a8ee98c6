"""Plans: played when the turn comes, dropped if they don't fit, and told to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cradle.server.app import make_parts, stop
from cradle.server.problems import Problem
from cradle.server.store import people, plans as kept
from cradle.server.store.log import Answer
from cradle.server.store.pace import NoPace
from cradle.server.store.plans import Plan
from cradle.server.tables import plans, seats, undo
from cradle.server.tables.answers import take
from tests.server.running import Player, test_settings
from tests.server.test_fair_time import Timed

HUT, FIELD = "send hut 2", "send field 1"


def run(tmp_path: Path, work: Callable[[Timed], Awaitable[None]]) -> None:
    """Two people in a game of Stone Age, both of whom answer everything themselves."""

    async def do() -> None:
        parts = make_parts(test_settings(tmp_path))
        try:
            it = Timed(parts)
            await it.begin("stone-age", NoPace())
            await work(it)
        finally:
            await stop(parts)

    asyncio.run(do())


async def last(it: Timed) -> tuple[int | None, str]:
    live = await it.live()
    assert live.table is not None
    return live.table.entries[-1].seat, live.table.entries[-1].text


async def found(it: Timed, seat: int) -> list[Plan]:
    me = it.people[seat].id
    return await it.parts.database.read(lambda c: kept.read(c, it.table, me))


async def play(it: Timed, seat: int, text: str) -> None:
    await take(it.tables, it.table, Answer(seat, text, it.people[seat].id))


@pytest.mark.parametrize("again", [False, True])
def test_a_plan_is_played_when_the_turn_comes(tmp_path: Path, again: bool) -> None:
    """The first that is still free; also after the table was read anew."""

    async def work(it: Timed) -> None:
        me = await it.asked()
        other = 1 - me
        await plans.lay(it.tables, it.key(other), None, [FIELD, HUT])
        if again:
            await it.again()
        await play(it, me, FIELD)
        assert await last(it) == (other, HUT)
        assert await it.asked() == me
        assert await found(it, other) == []
        assert (await it.again()).plans == {}

    run(tmp_path, work)


def test_a_plan_that_does_not_fit_is_dropped_and_says_so(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        me = await it.asked()
        other = 1 - me
        await plans.lay(it.tables, it.key(other), other, [FIELD])
        await play(it, me, FIELD)
        assert await last(it) == (me, FIELD)
        assert await it.asked() == other
        assert await found(it, other) == [Plan(other, (FIELD,), dropped=True)]
        assert (await it.again()).plans == {}
        await plans.withdraw(it.tables, it.key(other))
        assert await found(it, other) == []

    run(tmp_path, work)


def test_a_plan_is_replaced_and_withdrawn(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        me = await it.asked()
        other = 1 - me
        for text in (FIELD, HUT):
            await plans.lay(it.tables, it.key(other), None, [text])
        assert await found(it, other) == [Plan(other, (HUT,))]
        await plans.withdraw(it.tables, it.key(other))
        await play(it, me, FIELD)
        assert await it.asked() == other

    run(tmp_path, work)


def test_taking_back_drops_all_plans(tmp_path: Path) -> None:
    """What was planned was planned for another game."""

    async def work(it: Timed) -> None:
        me = await it.asked()
        other = 1 - me
        await play(it, me, FIELD)
        await plans.lay(it.tables, it.key(me), None, [HUT])
        await undo.undo(it.tables, it.key(me), me)
        assert await it.asked() == me
        assert [each.dropped for each in await found(it, me)] == [True]
        await play(it, me, FIELD)
        await play(it, other, "send forest 1")
        assert await it.asked() == me

    run(tmp_path, work)


def test_a_bot_that_stands_in_follows_no_plan(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        me = await it.asked()
        other = 1 - me
        await plans.lay(it.tables, it.key(other), None, [HUT])
        await seats.leave(it.tables, it.key(other))
        await play(it, me, FIELD)
        assert await last(it) == (me, FIELD)
        assert [each.dropped for each in await found(it, other)] == [True]
        await it.parts.database.write(lambda c: people.forget(c, it.people[other].id))
        assert await found(it, other) == []

    run(tmp_path, work)


def test_what_is_refused(tmp_path: Path) -> None:
    async def work(it: Timed) -> None:
        me = await it.asked()
        for seat, text, key in (
            (me, HUT, "plan-now"),
            (1 - me, "send hut 02", "bad-plan"),
            (1 - me, "dance", "bad-plan"),
        ):
            with pytest.raises(Problem, match=key):
                await plans.lay(it.tables, it.key(seat), None, [text])
        with pytest.raises(Problem, match="not-yours"):
            await plans.lay(it.tables, it.key(me), 1 - me, [HUT])

    run(tmp_path, work)


def test_what_the_rules_no_longer_know_is_shown_as_it_was_laid_down() -> None:
    shown = plans.plain_plan("stone-age", Plan(0, ("dance 3", HUT)))
    assert shown["answers"] == ("dance 3", HUT)
    assert [move["text"] for move in shown["moves"]] == [HUT]


def test_nobody_else_hears_of_a_plan(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    path = f"/api/tables/{table}"
    asked = ada if ada.get(f"{path}/view")["moves"] else ben
    waits, watcher = ben if asked is ada else ada, Player(ada.url, "Watcher")

    def seen() -> list[str]:
        pages = ("", "/view", "/history", "/chat", "/record", "/plan")
        return [who.http.get(path + page).text for who in (asked, watcher) for page in pages]

    with asked.socket(table) as wire, watcher.socket(table) as other:
        for each in (wire, other):
            each.until("play")
        before, heard = seen(), [len(each.heard) for each in (wire, other)]
        answer = waits.http.put(f"{path}/plan", json={"answers": [HUT]})
        hut = {"text": HUT, "kind": "send", "place": "hut", "count": 2}
        seat = 1 if waits is ben else 0
        plan = {"seat": seat, "answers": [HUT], "moves": [hut], "dropped": False}
        assert answer.json()["plans"] == [plan]
        assert seen() == before
        for each, count in zip((wire, other), heard, strict=True):
            each.send({"type": "ping"})
            each.until("pong")
            assert {message["type"] for message in each.heard[count:]} <= {"pong", "table"}
            assert HUT not in str(each.heard[count:])
    assert waits.http.delete(f"{path}/plan").status_code == 204
    assert waits.get(f"{path}/plan") == {"plans": []}
    assert watcher.http.delete(f"{path}/plan").status_code == 403
    assert watcher.http.put(f"{path}/plan", json={"answers": [HUT]}).status_code == 403
