"""Previews: what a move would bring, without dice and without anybody's secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cradle import Table
from cradle.kernel.piece import dump
from cradle.kernel.step import Together, play
from cradle.table.previews import outcomes, previews
from tests.server.running import Player, Running


def of(table: Table, seat: int) -> dict[str, Any]:
    return previews(table.game, table.state, seat, table.moves(seat))


def some(table: Table, seat: int) -> list[Any]:
    """A few of the moves, so that many positions can be looked at."""
    moves = table.moves(seat)
    return list(moves[:: 1 + len(moves) // 5])


def after(table: Table, seat: int) -> dict[str, Any]:
    return outcomes(table.game, table.state, seat, some(table, seat))


def steps(game: str, seats: int, seed: int) -> Any:
    """A random game, position by position, with the seat that is asked."""
    table = Table(game, seats, seed=seed)
    rng = random.Random(seed)
    while not table.over:
        seat = table.asked[0]
        yield table, seat
        table.submit(seat, rng.choice(table.moves(seat)))


@pytest.mark.parametrize(("game", "seats"), [("stone-age", 3), ("hadara", 3)])
def test_a_preview_comes_true(game: str, seats: int) -> None:
    """Whatever was foretold is what is heard first once the move is made."""
    rng = random.Random(1)
    table = Table(game, seats, seed=5)
    told = 0
    while not table.over:
        seat = table.asked[0]
        move = rng.choice(table.moves(seat))
        foretold = previews(table.game, table.state, seat, [move])[move.text]
        table.news(seat)
        table.submit(seat, move)
        heard = table.news(seat)
        if foretold is not None:
            assert heard[: len(foretold)] == foretold
            told += bool(foretold)
    assert told > 50


@pytest.mark.parametrize(("game", "seats"), [("stone-age", 4), ("hadara", 3)])
def test_previews_are_the_same_in_every_world_the_seat_can_imagine(game: str, seats: int) -> None:
    rng = random.Random(2)
    for table, seat in steps(game, seats, seed=11):
        here = of(table, seat)
        for _ in range(2):
            world = table.game.imagine(table.state, seat, rng)
            assert previews(table.game, world, seat, table.moves(seat)) == here
            assert outcomes(table.game, world, seat, some(table, seat)) == after(table, seat)


@pytest.mark.parametrize(("game", "seats"), [("stone-age", 2), ("hadara", 2)])
def test_a_preview_changes_nothing_and_tells_only_own_news(game: str, seats: int) -> None:
    for table, seat in steps(game, seats, seed=3):
        before = dump(table.state)
        for preview in of(table, seat).values():
            assert all(news["seat"] == seat for news in preview or [])
            assert not {news["kind"] for news in preview or []} & {"rolled", "dealt", "uncovered"}
        assert dump(table.state) == before


def test_nothing_is_foretold_where_all_choose_at_once() -> None:
    secret = 0
    for table, seat in steps("hadara", 3, seed=7):
        if isinstance(table.state.stack[-1], Together):
            secret += 1
            assert set(of(table, seat).values()) == {None}
    assert secret > 3


@pytest.mark.parametrize(("game", "seats"), [("stone-age", 3), ("hadara", 3)])
def test_an_outcome_comes_true(game: str, seats: int) -> None:
    """Who makes a move stands as foretold, as long as nothing else has happened since."""
    rng = random.Random(4)
    true = changed = 0
    for table, seat in steps(game, seats, seed=9):
        move = rng.choice(table.moves(seat))
        now = table.view(seat)["players"][seat]
        foretold = outcomes(table.game, table.state, seat, [move])[move.text]
        trial = table.state.copy()
        if isinstance(trial.stack[-1], Together):
            continue
        trial.news = []
        play(trial, move)
        if trial.turn == seat and all(news.seat == seat for news in trial.news):
            assert table.game.view(trial, seat)["players"][seat] == foretold
            true += 1
            changed += foretold != now
    assert true > 10
    assert changed > 10


def test_a_sealed_choice_foretells_what_it_does_to_its_own_seat() -> None:
    """Whatever the others choose: what is bought is paid, and its steps are taken (H-A4)."""
    bought = 0
    for table, seat in steps("hadara", 3, seed=7):
        if not isinstance(table.state.stack[-1], Together):
            continue
        now = table.view(seat)
        prices = {each["card"]: each["price"] for each in now["own"]["hand"]}
        for text, outcome in after(table, seat).items():
            _, laid, deal = text.split()
            (kept,) = prices.keys() - {laid}
            paid = now["players"][seat]["coins"] - outcome["coins"]
            if deal == "buy":
                bought += 1
                assert kept in outcome["cards"][kept.split("-")[0]]
            assert paid <= prices[kept] if deal == "buy" else paid < 0
    assert bought > 10


def ask(player: Player, table: str, *texts: str, status: int = 200, **more: Any) -> Any:
    answer = player.http.get(f"/api/tables/{table}/previews", params={"text": list(texts)} | more)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_server_foretells_what_is_asked_for(server: Running) -> None:
    ada = server.player("Ada")
    table = ada.table("stone-age", "me", "me")["id"]
    view = ada.view(table)
    seat = view["seat"]
    answer = ask(ada, table, "send forest 3", "send nowhere 1", "dance", seat=seat)
    sent = {"kind": "sent", "seat": seat, "place": "forest", "count": 3}
    me = view["view"]["players"][seat]
    assert answer == {
        "seq": view["seq"],
        "seat": seat,
        "previews": {"send forest 3": [sent]},
        "after": {"send forest 3": me | {"idle": me["idle"] - 3}},
        "expected": {"send forest 3": {"name": "wood", "amount": 684 / 216}},
    }
    assert ask(ada, table, "send forest 3", seat=seat) == answer, "and again the same"
    assert ask(ada, table, "send forest 3", seat=1 - seat)["previews"] == {}, "only who is asked"
    ada.move(table, "send forest 3", seat=seat)
    assert ask(ada, table, "send forest 3", seat=seat)["previews"] == {}, "nothing stale"


def test_strangers_and_floods_are_refused(server: Running) -> None:
    ada = server.player("Ada")
    table = ada.table("stone-age", "me", "me")["id"]
    assert ask(server.player("Eve"), table, "send forest 3", status=403)
    assert ask(ada, table, *["send forest 3"] * 65, status=422)
    assert ask(ada, table, "send forest 3", seat=7, status=403)
