"""Previews: what a move would bring, without dice and without anybody's secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cradle import Table
from cradle.kernel.piece import dump
from cradle.kernel.step import Together
from cradle.table.previews import previews
from tests.server.running import Player, Running


def of(table: Table, seat: int) -> dict[str, Any]:
    return previews(table.game, table.state, seat, table.moves(seat))


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
    assert answer == {"seq": view["seq"], "seat": seat, "previews": {"send forest 3": [sent]}}
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
