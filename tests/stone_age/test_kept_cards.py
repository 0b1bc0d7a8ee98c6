"""Chapter 4: cards that are kept for later: the extra card, one-use tools, two resources."""

from typing import Any

import pytest

from cradle.kernel.step import OVER, odds
from cradle.stone_age import GAME
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.placing import PlacePeople
from cradle.stone_age.state import NOTHING, State
from tests.stone_age.positions import at, card, do, stock, texts, told


def take(name: str, **position: Any) -> State:
    """Buy a card on the first place for 1 wood."""
    s = at(BuyCard(0, 0), cards=[name], wood=1, **position)
    do(s, "pay 1 wood")
    return s


@pytest.mark.rule("S-C8")
@pytest.mark.parametrize(
    "drawn", ["card-05", "card-08", "card-04", "card-32", "card-03", "card-11"]
)
def test_the_extra_card_never_works_whatever_it_is(drawn: str) -> None:
    s = at(BuyCard(0, 0), cards=["card-15", "card-34", "card-35", "card-36"], wood=1)
    do(s, "pay 1 wood")
    assert odds(s).weights == [1] * 32
    before = s.players[0].copy()
    do(s, f"deal {drawn}")
    before.hidden = card(drawn)
    assert s.players[0] == before
    assert card(drawn) not in s.deck
    assert s.turn == OVER


@pytest.mark.rule("S-C8", "S-K1")
def test_only_its_owner_hears_which_card_was_drawn() -> None:
    for seat in (0, 1, None):
        s = take("card-15")
        do(s, "deal card-20")
        secret = {"kind": "extra-drawn", "seat": 0, "card": "card-20"}
        assert told(s, seat)[-1] == (secret if seat == 0 else {"kind": "extra-hidden", "seat": 0})


@pytest.mark.rule("S-C8")
def test_with_an_empty_stack_nothing_is_drawn() -> None:
    s = take("card-15", deck=[])
    assert s.turn == OVER
    assert s.players[0].hidden == NOTHING
    assert s.players[0].cards == (card("card-15"),)


@pytest.mark.rule("S-C9")
@pytest.mark.parametrize(("name", "value"), [("card-34", 2), ("card-32", 3), ("card-33", 4)])
def test_a_one_use_tool_lies_open_until_used(name: str, value: int) -> None:
    s = at(TakeAction(0), cards=[name], placed={"card-1": 1, "river": 1}, wood=1)
    do(s, "visit card-1", "pay 1 wood")
    assert told(s)[-1] == {"kind": "once-tool-kept", "seat": 0, "value": value}
    assert GAME.view(s, 1)["players"][0]["once"] == [value]
    do(s, "visit river", "roll 2")
    assert texts(s) == {"use none", f"use once-{value}"}
    do(s, f"use once-{value}")
    assert stock(s) == ({"gold": 1} if value == 4 else {})
    assert GAME.view(s, 1)["players"][0]["once"] == []
    assert s.players[0].cards == (card(name),), "the card itself stays"


@pytest.mark.rule("S-C9")
def test_a_one_use_tool_is_kept_when_it_is_not_used() -> None:
    s = at(TakeAction(0), placed={"river": 1, "hunt": 1}, ready=["card-33"])
    do(s, "visit river", "roll 1", "use none", "visit hunt", "roll 2")
    assert "use once-4" in texts(s)


# --------------------------------------------------------------------------- S-C10: two resources

PAIRS = {
    "take 2 wood", "take 2 clay", "take 2 stone", "take 2 gold", "take 1 wood 1 clay",
    "take 1 wood 1 stone", "take 1 wood 1 gold", "take 1 clay 1 stone", "take 1 clay 1 gold",
    "take 1 stone 1 gold",
}  # fmt: skip


@pytest.mark.rule("S-C10")
def test_the_two_resources_are_kept_for_later() -> None:
    s = at(BuyCard(0, 0), PlacePeople(1), cards=["card-03"], wood=1)
    do(s, "pay 1 wood")
    assert s.turn == 1
    assert told(s)[-1] == {"kind": "two-kept", "seat": 0}
    assert GAME.view(s, 1)["players"][0]["two_resources"]
    assert stock(s) == {}


@pytest.mark.rule("S-C10", "S-Z1")
def test_unused_at_the_end_the_two_resources_are_counted() -> None:
    s = take("card-03")
    assert s.turn == OVER
    mine = GAME.view(s, 1)["players"][0]
    assert not mine["two_resources"]
    assert mine["score"]["resources"] == 2


@pytest.mark.rule("S-C10")
def test_any_two_resources_may_be_taken_while_paying_for_a_card() -> None:
    s = at(BuyCard(0, 2), ready=["card-03"], wood=1)
    assert texts(s) == {"leave", *PAIRS}, "leaving isn't forced: with two more it can be paid"
    do(s, "take 1 clay 1 gold")
    assert told(s) == [{"kind": "two-taken", "seat": 0, "resources": {"clay": 1, "gold": 1}}]
    assert texts(s) == {"pay 1 wood 1 clay 1 gold", "leave"}, "once only"
    do(s, "leave")
    assert stock(s) == {"wood": 1, "clay": 1, "gold": 1}
    assert not GAME.view(s, 1)["players"][0]["two_resources"]


@pytest.mark.rule("S-C10")
def test_who_can_pay_need_not_take_them() -> None:
    s = at(BuyCard(0, 0), ready=["card-03"], wood=1)
    assert texts(s) == {"pay 1 wood", "leave", *PAIRS}
    do(s, "pay 1 wood")
    assert s.players[0].two == 1


@pytest.mark.rule("S-C10")
def test_only_the_owner_may_take_them() -> None:
    s = at(BuyCard(1, 0), ready=["card-03"], others={1: {"wood": 1}})
    assert texts(s) == {"pay 1 wood", "leave"}


@pytest.mark.rule("S-C11")
def test_everybody_sees_which_cards_were_taken_but_not_the_extra_one() -> None:
    s = at(BuyCard(1, 1), taken=["card-20", "card-15"], hidden="card-07")
    for seat in (0, 1, 2, 3, None):
        shown = GAME.view(s, seat)["players"][0]
        assert shown["cards"] == ["card-20", "card-15"]
        assert shown["extra_cards"] == 1
        assert shown["extra_card"] == ("card-07" if seat == 0 else None)
