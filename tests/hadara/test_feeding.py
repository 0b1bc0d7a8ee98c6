"""Chapter 8, first half: feeding, and the purple effects that touch it."""

import pytest

from cradle.hadara import GAME
from cradle.hadara.feeding import FEEDING, FeedPeople, RemoveCards
from cradle.hadara.medals import BuyMedals
from cradle.kernel.step import Closed, closed
from tests.hadara.positions import PLAIN, at, do, legal, told, tracks

FEED = FeedPeople(0)
RED = PLAIN["red"]


@pytest.mark.rule("H-F1")
def test_food_9_feeds_6_cards() -> None:
    s = at(FEED, cards=RED[:6], food=9)
    assert s.stack == []
    assert told(s) == ["fed 0 9 6"]
    assert len(s.players[0].cards) == 6


@pytest.mark.rule("H-F1")
def test_all_feed_from_the_first_player() -> None:
    s = at(seats=4)
    s.first = 3
    FEEDING.run(s)
    assert [step.seat for step in reversed(s.stack) if isinstance(step, FeedPeople)] == [3, 0, 1, 2]


@pytest.mark.rule("H-F1", "H-F2")
def test_food_6_against_7_cards_removes_one() -> None:
    s = at(FEED, cards=RED[:7], food=6, coins=3)
    assert told(s) == ["hungered 0 6 7"]
    assert legal(s) == [f"remove {name}" for name in RED[:7]]
    do(s, "remove red-1-03")
    assert s.stack == []
    assert s.players[0].coins == 3
    assert told(s)[-1] == "removed 0 red-1-03"
    assert GAME.view(s, 1)["gone"] == ["red-1-03"]


@pytest.mark.rule("H-F2")
def test_food_can_fall_with_a_removed_card() -> None:
    s = at(FEED, cards=["green-1-01", "red-1-01", "red-1-02"], food=2)
    do(s, "remove green-1-01")
    assert tracks(s)["food"] == 0
    do(s, "remove red-1-01", "remove red-1-02")
    assert s.stack == []


@pytest.mark.rule("H-F2")
def test_removing_an_effect_can_make_more_cards_short() -> None:
    s = at(FEED, cards=["green-1-01", "green-1-02"], effects=["colour_step:green"], food=2)
    do(s, "remove purple-1-14")
    assert tracks(s)["food"] == 0
    assert legal(s) == ["remove green-1-01", "remove green-1-02"]


@pytest.mark.rule("H-F2", "H-T1")
def test_a_yellow_card_takes_income_and_military_back() -> None:
    s = at(FEED, cards=["yellow-1-04"], food=0, income=3, military=5)
    do(s, "remove yellow-1-04")
    assert (tracks(s)["income"], tracks(s)["military"]) == (2, 4)


@pytest.mark.rule("H-P7")
def test_food_9_and_11_cards_take_four_coins() -> None:
    s = at(FEED, cards=RED[:10], effects=["feed_with_coins"], food=9, coins=10)
    assert legal(s)[-1] == "feed"
    do(s, "feed", "feed")
    assert (s.stack, s.players[0].coins, len(s.players[0].cards)) == ([], 6, 11)
    assert told(s)[-1] == "paid-feeding 0 2"


@pytest.mark.rule("H-P7")
def test_or_two_coins_and_a_card() -> None:
    s = at(FEED, cards=RED[:10], effects=["feed_with_coins"], food=9, coins=10)
    do(s, "feed", "remove red-1-01")
    assert (s.stack, s.players[0].coins, len(s.players[0].cards)) == ([], 8, 10)


@pytest.mark.rule("H-P7")
def test_a_payment_stands_when_the_card_is_removed_after_it() -> None:
    s = at(FEED, cards=RED[:10], effects=["feed_with_coins"], food=7, coins=10)
    do(s, "feed", "remove purple-2-12")
    assert s.stack == [RemoveCards(0, 1)]
    assert "feed" not in legal(s)
    assert closed(s, 0) == []
    do(s, "remove red-1-01", "remove red-1-02")
    assert (s.stack, len(s.players[0].cards)) == ([], 8)  # 7 by food, 1 paid


@pytest.mark.rule("H-P7")
def test_at_most_six_cards_are_paid_for() -> None:
    s = at(FEED, cards=RED[:10], effects=["feed_with_coins"], food=4, coins=99)
    do(s, *["feed"] * 6)
    assert s.players[0].coins == 99 - 12
    assert "feed" not in legal(s)
    assert closed(s, 0) == [Closed("feed", "H-P7", "feeding_limit", (("limit", 6),))]


@pytest.mark.rule("H-P7", "H-T3")
def test_feeding_with_coins_needs_them() -> None:
    s = at(FEED, cards=RED[:3], effects=["feed_with_coins"], food=3, coins=1)
    assert "feed" not in legal(s)
    numbers = (("price", 2), ("coins", 1))
    assert closed(s, 0) == [Closed("feed", "H-P7", "feeding_too_dear", numbers)]
    s = at(FEED, cards=RED[:3], effects=["feed_with_coins"], food=3, coins=2)
    assert closed(s, 0) == []


@pytest.mark.rule("H-P8")
@pytest.mark.parametrize(("food", "coins"), [(3, 0), (4, 3), (7, 12), (20, 12)])
def test_surplus_food_brings_coins(food: int, coins: int) -> None:
    s = at(FEED, cards=RED[:2], effects=["surplus_food_coins"], food=food)
    assert s.players[0].coins == coins
    effect = [f"effect-paid 0 surplus_food_coins {coins}"] if coins else []
    assert told(s)[1:] == effect  # no coins, no news


@pytest.mark.rule("H-P8")
def test_who_was_short_has_no_surplus() -> None:
    s = at(FEED, cards=["red-1-01"], effects=["surplus_food_coins"], food=1)
    do(s, "remove red-1-01")
    assert (s.stack, s.players[0].coins) == ([], 0)


@pytest.mark.rule("H-P5", "H-M1")
def test_a_discount_removed_at_feeding_does_not_count_for_medals() -> None:
    s = at(FEED, BuyMedals(0), epoch=2, effects=["medal_discount"], food=0, coins=5)
    do(s, "remove purple-2-10")
    assert legal(s) == ["pass"]
    s = at(FEED, BuyMedals(0), epoch=2, effects=["medal_discount"], food=1, coins=5)
    assert "silver food" in legal(s)


def test_nobody_listens_in_search() -> None:
    s = at(cards=RED[:3], effects=["feed_with_coins", "surplus_food_coins"], food=3, coins=4)
    s.news = None
    s.stack = [RemoveCards(0, 0)]
    s.legal = RemoveCards(0, 0).moves(s)
    do(s, "feed", "remove red-1-01")
    FEED.run(s)
    s.players[0].tracks[3] = 9
    FEED.run(s)
    assert s.news is None
