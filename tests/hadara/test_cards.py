"""Chapter 2: tracks and cards."""

import pytest

from cradle.hadara import GAME, STANDARD
from cradle.hadara.cards import PutTile, price
from cradle.hadara.draft import LAY_ONE, PickCard
from cradle.hadara.effects import lose_card, tracks_of
from cradle.hadara.feeding import RemoveCards
from cradle.kernel.step import Closed, closed
from tests.hadara.positions import at, card, do, legal, told, tracks


@pytest.mark.rule("H-T1")
def test_a_track_adds_up_and_has_no_limit() -> None:
    s = at(
        cards=["yellow-3-10", "green-3-10", "purple-2-03"],
        effects=["colour_step:yellow", "statue_bonus"],
        statues=["30 income up", "6 income down"],
        colonies=["colony-21-3"],
    )
    player = s.players[0]
    player.tracks = tracks_of(s.components, player)
    # Setup 3, cards 5 + 2 + 2, one yellow card 1, statue 6 + 2, colony 3.
    assert tracks(s)["income"] == 3 + 9 + 1 + 8 + 3
    assert tracks(s)["food"] == 4 + 4 + 2


@pytest.mark.rule("H-T1", "H-F2")
def test_a_removed_card_takes_its_steps_back() -> None:
    s = at(RemoveCards(0, 0), cards=["yellow-1-04"], income=5, military=4, food=0)
    do(s, "remove yellow-1-04")
    assert tracks(s) == {"income": 4, "military": 3, "culture": 1, "food": 0}


@pytest.mark.rule("H-T2")
def test_a_blue_card_of_five_costs_three_with_two_blue_ones() -> None:
    s = at(cards=["blue-1-01", "blue-1-02"])
    assert STANDARD.cost[card("blue-2-03")] == 5
    assert price(s.components, s.players[0], card("blue-2-03")) == 3
    assert price(s.components, s.players[0], card("red-2-03")) == 5


@pytest.mark.rule("H-T2")
def test_no_price_falls_below_nothing() -> None:
    s = at(cards=["blue-1-01", "blue-1-02"])
    assert price(s.components, s.players[0], card("blue-1-02")) == 0


@pytest.mark.rule("H-T2", "H-T5")
def test_the_blue_card_of_the_book() -> None:
    s = at(PickCard(0), coins=3, piles=["blue-1-10"])
    before = tracks(s)
    do(s, "buy blue-1-10")
    after = tracks(s)
    assert s.players[0].coins == 0
    assert (after["culture"], after["food"]) == (before["culture"] + 2, before["food"] + 1)
    assert GAME.scores(s)[0].parts["cards"] == 2


@pytest.mark.rule("H-T3")
def test_what_cannot_be_paid_cannot_be_bought() -> None:
    s = at(PickCard(0), coins=2, piles=["blue-1-10", "red-1-06"])
    assert legal(s) == ["sell red-1-06", "buy red-1-06", "sell blue-1-10"]


@pytest.mark.rule("H-T3")
def test_the_draft_tells_what_cannot_be_paid() -> None:
    s = at(coins=1)
    s.players[0].hand = (card("blue-1-01"), card("blue-1-10"))
    assert [move.text for move in LAY_ONE.moves(s, 0)] == [
        "lay blue-1-01 sell",
        "lay blue-1-10 sell",
        "lay blue-1-10 buy",
    ]
    numbers = (("price", 3), ("coins", 1))
    why = Closed("blue-1-10", "H-T3", "card_too_dear", numbers, "lay blue-1-01 buy")
    assert LAY_ONE.closed(s, 0) == [why]


@pytest.mark.rule("H-T4")
@pytest.mark.parametrize(("epoch", "coins"), [(1, 2), (2, 3), (3, 4)])
def test_a_sale_brings_what_the_epoch_pays(epoch: int, coins: int) -> None:
    s = at(PickCard(0), epoch=epoch, piles=[f"red-{epoch}-01"])
    do(s, f"sell red-{epoch}-01")
    assert s.players[0].coins == coins
    assert s.gone == (card(f"red-{epoch}-01"),)
    assert told(s)[-1] == f"sold 0 red-{epoch}-01 {coins}"


@pytest.mark.rule("H-T5")
def test_an_effect_holds_only_while_the_card_lies_there() -> None:
    s = at(effects=["sell_bonus"])
    assert s.players[0].effects
    lose_card(s.components, s.players[0], s.players[0].cards[0])
    assert not s.players[0].effects


@pytest.mark.rule("H-P2")
def test_the_tile_on_the_card() -> None:
    s = at(PickCard(0), PickCard(1), coins=3, piles=["purple-1-10", "red-1-01"])
    food = tracks(s)["food"]
    do(s, "buy purple-1-10")
    assert (s.turn, s.stack[-1]) == (0, PutTile(0))
    assert legal(s) == ["put income", "put military", "put culture", "put food"]
    do(s, "put food")
    assert s.turn == 1
    assert tracks(s)["food"] == food + 2
    assert s.players[0].tiles == (2, 2, 2, 1)
    lose_card(s.components, s.players[0], card("purple-1-10"))
    assert tracks(s)["food"] == food
    assert s.players[0].tiles == (2, 2, 2, 2)


@pytest.mark.rule("H-P2")
def test_without_a_free_tile_the_card_gives_no_steps() -> None:
    s = at(PickCard(0), PickCard(1), coins=3, piles=["purple-1-10", "red-1-01"])
    s.players[0].tiles = (0, 0, 0, 0)
    before = tracks(s)
    do(s, "buy purple-1-10")
    assert s.turn == 1
    assert tracks(s) == before
    lose_card(s.components, s.players[0], card("purple-1-10"))
    assert tracks(s) == before


@pytest.mark.rule("H-P2", "H-S9")
def test_a_used_up_tile_is_closed() -> None:
    s = at(PutTile(0), effects=["bonus_tile"])
    s.players[0].tiles = (2, 0, 2, 2)
    assert [move.text for move in PutTile(0).moves(s)] == ["put income", "put culture", "put food"]
    assert closed(s, 0) == [Closed("military", "H-S9", "no_tile_left")]
