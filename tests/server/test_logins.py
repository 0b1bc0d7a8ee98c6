"""Passwords that are worth something, and a limit to guessing them."""

from __future__ import annotations

import asyncio

import pytest
from argon2 import PasswordHasher, extract_parameters
from hypothesis import given, strategies as st

from cradle.server.people import logins, passwords
from cradle.server.people.logins import FORGOTTEN_S, LONGEST_S, Tries
from cradle.server.people.passwords import LEAST_SCORE, score
from cradle.server.problems import Problem
from tests.server.running import Player, Running

PASSWORD = "three odd words"
FREE = 5


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wait(tries: Tries, key: str) -> int:
    """Try once; the seconds one is told to wait instead, or 0."""
    try:
        tries.take(key)
    except Problem as problem:
        return int(problem.facts["seconds"])
    return 0


def test_a_password_costs_what_argon2_recommends_even_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher())
    kept = asyncio.run(passwords.hash_password(PASSWORD))
    assert asyncio.run(passwords.fits(kept, PASSWORD))
    assert not asyncio.run(passwords.fits(kept, PASSWORD.upper()))
    assert not asyncio.run(passwords.fits(None, PASSWORD))
    assert extract_parameters(kept) == extract_parameters(passwords._nobodys_hash())


def test_a_few_wrong_tries_cost_nothing_then_the_wait_doubles() -> None:
    clock = Clock()
    tries = Tries(FREE, clock)
    assert [wait(tries, "ada") for _ in range(FREE)] == [0] * FREE
    waits = []
    for _ in range(12):
        waits.append(wait(tries, "ada"))
        clock.now += waits[-1]
        assert wait(tries, "ada") == 0
    assert waits[:5] == [1, 2, 4, 8, 16]
    assert waits[-1] == LONGEST_S
    assert wait(tries, "ben") == 0


@pytest.mark.parametrize("forgiven", ["by the right one", "by time"])
def test_wrong_tries_are_forgiven(forgiven: str) -> None:
    clock = Clock()
    tries = Tries(FREE, clock)
    for _ in range(FREE):
        tries.take("ada")
    assert wait(tries, "ada") > 0
    if forgiven == "by time":
        clock.now += FORGOTTEN_S + 10
    else:
        tries.passed("ada")
    assert [wait(tries, "ada") for _ in range(FREE)] == [0] * FREE


@given(st.lists(st.floats(0, 100), max_size=60))
def test_however_one_tries_every_wait_is_waited(pauses: list[float]) -> None:
    """Also by whoever comes again too early: that brings nothing, and costs nothing."""
    clock = Clock()
    tries, start = Tries(FREE, clock), clock.now
    taken = 0
    for pause in pauses:
        clock.now += pause
        if wait(tries, "ada") == 0:
            taken += 1
            assert clock.now - start >= sum(min(LONGEST_S, 2.0**n) for n in range(taken - FREE))


def test_the_tries_that_are_remembered_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logins, "MOST", 10)
    tries = Tries(FREE, Clock())
    for number in range(100):
        tries.take(str(number))
    assert list(tries.wrong) == [str(number) for number in range(90, 100)]


@pytest.mark.parametrize(
    "weak",
    ["12345678", "password1", "qwertyui", "hadara2024", "stone age", "ada-lovelace", "a" * 99],
)
def test_what_is_easily_guessed_is_weak(weak: str) -> None:
    assert score(weak, "ada-lovelace") < LEAST_SCORE


@pytest.mark.parametrize(
    "good", [PASSWORD, "tr0ub4dor&3", "x9$Kqv2#Lm", "ž" * 3 + " kůň a pes" * 20]
)
def test_what_is_not_is_not(good: str) -> None:
    assert score(good) >= LEAST_SCORE


@pytest.fixture
def _timeless(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no wait is over."""
    monkeypatch.setattr(server.state.logins.tries, "clock", Clock())


def test_a_weak_password_is_refused_in_words(ada: Player) -> None:
    weak = {"login": f"w-{ada.id}", "password": "12345678"}
    refused = ada.post("/api/me/account", weak, 422)["error"]
    assert refused["key"] == "weak-password"
    assert "guess" in refused["text"]
    ada.post("/api/me/account", weak | {"password": PASSWORD})
    change = {"old": PASSWORD, "new": f"w-{ada.id}"}
    assert ada.post("/api/me/password", change, 422)["error"]["key"] == "weak-password"


@pytest.mark.usefixtures("_timeless")
def test_guessing_at_a_login_does_not_lock_its_owner_out(server: Running, ada: Player) -> None:
    """Whoever guesses waits, from wherever; the owner's browser is counted for itself."""
    login = f"L-{ada.id}"
    right = {"login": login, "password": PASSWORD}
    ada.post("/api/me/account", right)
    ada.post("/api/logout")
    thief, other = server.player(None), server.player(None)
    for _ in range(FREE):
        thief.post("/api/login", {"login": login, "password": "one odd words"}, 403)
    for player in (thief, other):
        answer = player.http.post("/api/login", json=right | {"login": login.lower()})
        assert answer.status_code == 429
        assert answer.json()["error"]["key"] == "login-wait"
        assert int(answer.headers["retry-after"]) >= 1
    assert ada.post("/api/login", right)["id"] == ada.id


@pytest.mark.usefixtures("_timeless")
def test_a_mark_of_another_login_opens_nothing(server: Running, ada: Player, ben: Player) -> None:
    for player in (ada, ben):
        player.post("/api/me/account", {"login": f"m-{player.id}", "password": PASSWORD})
    wrong = {"login": f"m-{ada.id}", "password": "one odd words"}
    codes = [ben.http.post("/api/login", json=wrong).status_code for _ in range(FREE + 1)]
    assert codes == [403] * FREE + [429]
    assert ada.post("/api/login", wrong | {"password": PASSWORD})["id"] == ada.id


@pytest.mark.usefixtures("_timeless")
def test_whoever_has_a_session_cannot_guess_the_password_either(ada: Player) -> None:
    ada.post("/api/me/account", {"login": f"g-{ada.id}", "password": PASSWORD})
    wrong = {"old": "one odd words", "new": "four even odder words"}
    codes = [ada.http.post("/api/me/password", json=wrong).status_code for _ in range(FREE + 1)]
    assert codes == [403] * FREE + [429]
