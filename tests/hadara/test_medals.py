"""Chapter 8, second half: medals."""

import random

import pytest

from cradle.hadara import GAME
from cradle.hadara.medals import MEDALS, BuyMedals
from cradle.kernel.step import OVER, Closed, closed
from tests.hadara.positions import at, do, game, legal, step, told

BUY = BuyMedals(0)


@pytest.mark.rule("H-M1")
@pytest.mark.parametrize(("epoch", "silver", "gold"), [(1, 2, 3), (2, 6, 9), (3, 20, 30)])
def test_prices_rise_with_the_epoch(epoch: int, silver: int, gold: int) -> None:
    s = at(BUY, epoch=epoch, coins=silver + gold)
    do(s, "silver food")
    assert s.players[0].coins == gold
    do(s, "gold")
    assert s.players[0].coins == 0
    assert told(s) == [f"silver-bought 0 food {silver}", f"gold-bought 0 {gold}"]
    assert legal(s) == ["pass"]


@pytest.mark.rule("H-M1")
def test_at_most_two_of_each_in_the_game() -> None:
    s = at(BUY, coins=99)
    do(s, "silver income", "silver culture", "gold", "gold")
    assert legal(s) == ["pass"]
    assert closed(s, 0) == [
        Closed("silver", "H-M1", "medal_limit", (("limit", 2),)),
        Closed("gold", "H-M1", "medal_limit", (("limit", 2),)),
    ]
    do(s, "pass")
    assert s.stack == []
    assert "passed 0" not in told(s)


@pytest.mark.rule("H-M1")
def test_one_may_stop_at_any_time() -> None:
    s = at(BUY, coins=99)
    do(s, "gold", "pass")
    assert (s.stack, told(s)[-1]) == ([], "passed 0")


@pytest.mark.rule("H-M1")
def test_from_the_first_player_clockwise() -> None:
    s = at(seats=3)
    s.first = 2
    MEDALS.run(s)
    assert [each.seat for each in reversed(s.stack) if isinstance(each, BuyMedals)] == [2, 0, 1]


@pytest.mark.rule("H-M1", "H-T3")
def test_a_medal_must_be_paid() -> None:
    s = at(BUY, epoch=2, coins=5)
    assert legal(s) == ["pass"]
    assert closed(s, 0) == [
        Closed("silver", "H-M1", "medal_too_dear", (("price", 6), ("coins", 5))),
        Closed("gold", "H-M1", "medal_too_dear", (("price", 9), ("coins", 5))),
    ]
    s = at(BUY, epoch=2, coins=6)
    assert legal(s) == ["pass", "silver income", "silver military", "silver culture", "silver food"]


@pytest.mark.rule("H-M2")
def test_both_silver_medals_may_name_the_same_track() -> None:
    s = at(BUY, coins=99)
    do(s, "silver military", "silver military")
    assert s.players[0].silver == (1, 1)
    assert s.players[0].tiles == (2, 0, 2, 2)


@pytest.mark.rule("H-M2")
def test_a_silver_medal_takes_a_free_tile() -> None:
    s = at(BUY, coins=99, statues=["6 food up", "12 food down"])
    assert "silver food" not in legal(s)
    assert closed(s, 0) == [Closed("food", "H-M2", "no_tile_left")]


@pytest.mark.rule("H-M2")
def test_without_any_free_tile_there_is_no_silver_medal() -> None:
    s = at(coins=99)
    s.players[0].tiles = (0, 0, 0, 0)
    assert [move.text for move in BUY.moves(s)] == ["pass", "gold"]
    assert BUY.closed(s) == [Closed("silver", "H-M2", "no_tile_for_medal")]


@pytest.mark.rule("H-P5")
@pytest.mark.parametrize(("epoch", "silver", "gold"), [(1, 2, 3), (2, 4, 6), (3, 15, 22)])
def test_medal_discount(epoch: int, silver: int, gold: int) -> None:
    s = at(BUY, epoch=epoch, coins=silver + gold, effects=["medal_discount"])
    medals = GAME.view(s, 0)["players"][0]["medals"]
    assert (medals["silver_price"], medals["gold_price"]) == (silver, gold)
    do(s, "gold", "silver income")
    assert s.players[0].coins == 0


@pytest.mark.rule("H-M3", "H-E7")
def test_after_epoch_three_the_points_are_counted() -> None:
    s = game(3, None, mode="advanced", board_order="random")
    rng = random.Random(12)
    while s.turn != OVER:
        step(s, rng)
    assert s.epoch == 3
    assert GAME.view(s, None)["phase"] == "over"
    last = told(s)[-19:]
    assert [text.split()[0] for text in last] == ["scored"] * 18 + ["won"]
    winner = next(score for score in GAME.scores(s) if score.rank == 1)
    assert last[-1] == f"won {winner.seat} {winner.total}"


def test_nobody_listens_in_search() -> None:
    s = at(BUY, coins=99)
    s.news = None
    do(s, "gold", "silver food", "pass")
    assert s.news is None
