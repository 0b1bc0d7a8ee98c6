"""Who is served next, where more ask than can be answered."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from hypothesis import given, strategies as st
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from cradle.server.bots.turns import Turns
from cradle.server.http import turnstile
from cradle.server.http.limits import MOST_HELD, Limits
from cradle.server.http.middleware import Guard
from cradle.server.http.turnstile import Turnstile
from cradle.server.metrics import Metrics
from cradle.server.people import passwords
from tests.server.asgi_calls import call
from tests.server.running import test_settings

HOUR_S = 3600.0
PARTS = (b"a", b"b")
POST: Scope = {"type": "http", "method": "POST", "path": "/api/me", "headers": [], "client": None}
ADDRESSES = st.lists(st.sampled_from("abcde"), min_size=1, max_size=40)


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


class Visitors:
    """Clients that hold their slot until they are told to go."""

    def __init__(self, at_once: int, long_s: float) -> None:
        self.time = 0.0
        self.turnstile = Turnstile(at_once, long_s, lambda: self.time)
        self.served: list[str] = []
        self.going: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def visit(self, address: str) -> None:
        """Wait for a slot, and stay."""
        async with self.turnstile.turn(address):
            self.served.append(address)
            self.going.append(go := asyncio.Event())
            await go.wait()

    async def come(self, *addresses: str) -> None:
        """So many come, one after the other."""
        for address in addresses:
            self.tasks.append(asyncio.ensure_future(self.visit(address)))
            await settle()

    async def go(self, number: int) -> None:
        """Whoever was served as this one leaves."""
        self.going[number].set()
        await settle()

    async def all_go(self) -> None:
        """Everybody is served and leaves."""
        while not all(task.done() for task in self.tasks):
            for each in self.going:
                each.set()
            await settle()


def visiting(
    at_once: int, course: Callable[[Visitors], Awaitable[None]], long_s: float = HOUR_S
) -> None:
    """A turnstile, and what happens at it."""

    async def run() -> None:
        await course(Visitors(at_once, long_s))

    asyncio.run(run())


def test_nobody_waits_while_few_are_served() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", "a", "a")
        assert visitors.served == ["a", "a", "a"]
        await visitors.all_go()

    visiting(3, course)


def test_who_asks_now_and_then_passes_who_asks_for_much() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", *"aaaa", "b")
        await visitors.go(0)
        assert visitors.served == ["a", "b"]
        await visitors.come("b", "c")
        await visitors.all_go()
        assert "".join(visitors.served) == "abcabaaa"

    visiting(1, course)


def test_who_asks_for_what_takes_long_waits_for_who_does_not() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", "b", *"aaabbb")
        for number in range(8):
            slow = visitors.served[number] == "a"
            visitors.time += 0.03 if slow else 0.01
            await visitors.go(number)
        assert "".join(visitors.served) == "abbbabaa"

    visiting(1, course)


def test_nobody_saves_up_by_staying_away() -> None:
    async def course(visitors: Visitors) -> None:
        for number in range(9):
            await visitors.come("a")
            visitors.time += 1.0
            await visitors.go(number)
        await visitors.come("a", *"aabb")
        await visitors.all_go()
        assert "".join(visitors.served) == "a" * 9 + "ababa"

    visiting(1, course)


@given(st.integers(1, 4), ADDRESSES)
def test_everybody_is_served_once_and_no_more_at_once_than_may(
    at_once: int, addresses: list[str]
) -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come(*addresses)
        assert len(visitors.served) == min(at_once, len(addresses))
        for number in range(len(addresses)):
            await visitors.go(number)
            assert len(visitors.served) == min(at_once + number + 1, len(addresses))
        assert Counter(visitors.served) == Counter(addresses)
        assert visitors.turnstile.free == at_once
        assert (visitors.turnstile.lines, visitors.turnstile.order) == ({}, [])

    visiting(at_once, course)


def test_who_gives_up_while_waiting_takes_no_place() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", "b", "c")
        visitors.tasks[1].cancel()
        await settle()
        await visitors.go(0)
        assert visitors.served == ["a", "c"]
        await visitors.go(1)
        assert visitors.turnstile.free == 1

    visiting(1, course)


def test_who_gives_up_just_when_it_is_their_turn_gives_it_on() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", "b", "c")
        visitors.turnstile.leave()  # as `a` would: the slot is b's, who doesn't know it yet
        visitors.tasks[1].cancel()
        await settle()
        assert visitors.served == ["a", "c"]

    visiting(1, course)


def test_who_takes_long_keeps_nobody_waiting() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come("a", "b")
        while len(visitors.served) < 2:
            await asyncio.sleep(0.001)
        await visitors.all_go()
        assert visitors.turnstile.free == 1

    visiting(1, course, long_s=0.0)


def test_few_addresses_are_remembered() -> None:
    async def course(visitors: Visitors) -> None:
        await visitors.come(*(str(number) for number in range(8)))
        visitors.turnstile.used |= {f"x{n}": -n for n in range(turnstile.MOST_KNOWN)}
        await visitors.come("last")
        await visitors.all_go()
        known = visitors.turnstile.used
        assert len(known) < turnstile.MOST_KNOWN
        assert {"7", "last"} <= known.keys()

    visiting(8, course)


def test_a_refusal_that_waits_keeps_nobody_waiting(tmp_path: Path) -> None:
    settings = test_settings(tmp_path, hold_ms=int(HOUR_S * 1000))
    guard = Guard(PlainTextResponse("no", 429), settings, Limits(settings), Metrics())

    async def ask() -> None:
        asking = [asyncio.ensure_future(call(guard, "GET", "/api/me", {}, b"")) for _ in range(5)]
        await settle()
        assert guard.turnstile.free == turnstile.AT_ONCE
        assert not any(each.done() for each in asking)
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(ask())


def test_who_waits_for_a_bot_keeps_nobody_waiting(tmp_path: Path) -> None:
    settings, turns = test_settings(tmp_path), Turns(1, 100, 10, Metrics())

    async def hint(scope: Scope, receive: Receive, send: Send) -> None:
        assert guard.turnstile.free == turnstile.AT_ONCE - 1
        async with turns.take("a", "hints", 1.0):
            assert guard.turnstile.free == turnstile.AT_ONCE
            await PlainTextResponse("so")(scope, receive, send)

    guard = Guard(hint, settings, Limits(settings), Metrics())
    assert asyncio.run(call(guard, "GET", "/api/me", {}, b""))[0] == 200


def test_who_tries_passwords_keeps_nobody_waiting(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)

    async def login(scope: Scope, receive: Receive, send: Send) -> None:
        fitting = asyncio.ensure_future(passwords.fits(None, "secret"))
        await settle()
        assert guard.turnstile.free == turnstile.AT_ONCE
        assert not await fitting
        await PlainTextResponse("no", 403)(scope, receive, send)

    guard = Guard(login, settings, Limits(settings), Metrics())
    assert asyncio.run(call(guard, "POST", "/api/login", {}, b"{}"))[0] == 403


def test_who_sends_slowly_and_who_reads_slowly_keep_nobody_waiting(tmp_path: Path) -> None:
    """A slot is had from the end of the question to the beginning of the answer."""
    settings, free, sent = test_settings(tmp_path), list[int](), list[Message]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert guard.turnstile.free == turnstile.AT_ONCE - 1
        assert (await receive())["body"] == b"ab"
        await PlainTextResponse("so")(scope, receive, send)

    guard = Guard(app, settings, Limits(settings), Metrics())
    coming = [{"type": "http.request", "body": part, "more_body": part == b"a"} for part in PARTS]

    async def receive() -> Message:
        free.append(guard.turnstile.free)
        return coming.pop(0)

    async def send(message: Message) -> None:
        free.append(guard.turnstile.free)
        sent.append(message)

    asyncio.run(guard(POST, receive, send))
    assert free == [turnstile.AT_ONCE] * 4
    assert sent[0]["status"] == 200


def test_who_goes_before_all_is_sent_is_served_nothing(tmp_path: Path) -> None:
    settings, heard = test_settings(tmp_path), list[str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        heard.append((await receive())["type"])

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    guard = Guard(app, settings, Limits(settings), Metrics())
    asyncio.run(guard(POST, receive, asyncio.Event().wait))  # type: ignore[arg-type]
    assert heard == ["http.disconnect"]


def test_refusals_wait_but_not_many_of_one_address(tmp_path: Path) -> None:
    async def hold() -> int:
        found = Limits(test_settings(tmp_path, hold_ms=int(HOUR_S * 1000)))
        tasks = [asyncio.ensure_future(found.hold("a")) for _ in range(MOST_HELD + 3)]
        await settle()
        waiting = sum(not task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert found.held == {}
        return waiting

    assert asyncio.run(hold()) == MOST_HELD


def test_a_socket_gives_its_place_back_when_it_is_let_in(tmp_path: Path) -> None:
    settings, stays = test_settings(tmp_path), asyncio.Event()

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        assert guard.turnstile.free == turnstile.AT_ONCE - 1
        await send({"type": "websocket.accept"})
        assert guard.turnstile.free == turnstile.AT_ONCE
        stays.set()

    guard = Guard(socket, settings, Limits(settings), Metrics())

    async def open_socket() -> list[Message]:
        sent = list[Message]()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "websocket", "client": ("127.0.0.1", 1), "headers": []}
        await guard(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
        return sent

    assert asyncio.run(open_socket()) == [{"type": "websocket.accept"}]
    assert stays.is_set()
