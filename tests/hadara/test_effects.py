"""Chapter 9: purple effects that touch buying, selling and tracks."""

from dataclasses import replace

import pytest

from cradle.hadara.components import STANDARD, Components
from cradle.hadara.draft import PickCard
from cradle.hadara.effects import lose_card, tracks_of
from cradle.hadara.feeding import FeedPeople
from cradle.hadara.names import COLOURS, SELL_BONUS, TRACKS
from tests.hadara.positions import PLAIN, at, card, card_with, do, game, own, tracks


@pytest.mark.rule("H-P1")
@pytest.mark.parametrize(("epoch", "coins"), [(1, 3), (2, 4), (3, 5)])
def test_a_sale_brings_one_more(epoch: int, coins: int) -> None:
    name = f"red-{epoch}-01"
    s = at(PickCard(0), epoch=epoch, effects=["sell_bonus"], piles=[name])
    do(s, f"sell {name}")
    assert s.players[0].coins == coins


@pytest.mark.rule("H-P1")
def test_selling_this_very_card_brings_the_normal_price() -> None:
    s = at(PickCard(0), piles=["purple-1-09"])
    do(s, "sell purple-1-09")
    assert s.players[0].coins == 2


@pytest.mark.rule("H-P1", "H-F2")
def test_removing_is_no_sale() -> None:
    s = at(FeedPeople(0), effects=["sell_bonus"], cards=["red-1-01"], food=1)
    do(s, "remove red-1-01")
    assert s.players[0].coins == 0


@pytest.mark.rule("H-P1")
def test_it_also_counts_in_the_draft() -> None:
    s = game()
    do(s, "deal setup-1", "deal setup-2", "set-wheel yellow")
    own(s, 0, [card_with("sell_bonus")])
    do(s, "draw yellow-1-01 yellow-1-02", "draw red-1-01 red-1-02")
    do(s, "lay yellow-1-01 sell", "lay red-1-01 sell")
    assert [player.coins for player in s.players] == [8 + 3, 8 + 1 + 2]


@pytest.mark.rule("H-P3")
def test_two_green_cards_make_two_food() -> None:
    s = at(cards=["green-1-01", "green-1-02"])
    food = tracks(s)["food"]
    own(s, 0, [card_with("colour_step:green")])
    assert tracks(s)["food"] == food + 2


@pytest.mark.rule("H-P3", "H-T5")
@pytest.mark.parametrize("colour", [0, 1, 2, 3])
def test_a_step_for_every_card_of_the_colour_present_and_future(colour: int) -> None:
    names = PLAIN[COLOURS[colour]]
    s = at(cards=names[:2])
    player = s.players[0]
    own(s, 0, [card_with(f"colour_step:{COLOURS[colour]}"), card(names[2])])
    assert player.tracks == tracks_of(s.components, player)
    with_all = tracks(s)[TRACKS[colour]]
    lose_card(s.components, player, card(names[0]))
    assert tracks(s)[TRACKS[colour]] == with_all - 1 - s.components.steps[card(names[0])][colour]
    before = tracks(s)[TRACKS[colour]]
    lose_card(s.components, player, card_with(f"colour_step:{COLOURS[colour]}"))
    assert tracks(s)[TRACKS[colour]] == before - 2
    assert player.tracks == tracks_of(s.components, player)


@pytest.mark.rule("H-T5")
def test_a_card_may_have_steps_and_an_effect() -> None:
    cards = list(STANDARD.rows["cards.csv"])
    index = card_with("sell_bonus")
    cards[index] = replace(cards[index], food=1)
    s = at(components=Components(STANDARD.rows | {"cards.csv": cards}))
    food = tracks(s)["food"]
    own(s, 0, [index])
    assert tracks(s)["food"] == food + 1
    assert s.players[0].effects == SELL_BONUS
