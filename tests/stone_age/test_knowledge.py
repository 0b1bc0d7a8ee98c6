"""Chapter 9: what each player may know, and nothing else."""

import random
from typing import Any, cast

import pytest

from cradle.kernel.notation import describe
from cradle.kernel.step import CHANCE, OVER, closed, heard, odds, play
from cradle.stone_age import GAME
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.script import NextRound
from cradle.stone_age.state import State, without
from tests.stone_age.positions import at, card

SECRET: dict[str, Any] = {"taken": ["card-15"], "hidden": "card-20"}


def other_worlds(s: State) -> list[State]:
    """Every state that differs from this one only in what seat 0 has hidden."""
    found = []
    for unknown in s.deck:
        world = s.copy()
        world.deck = tuple(sorted([*without(s.deck, unknown), s.players[0].hidden]))
        world.players[0].hidden = unknown
        GAME.check(world)
        found.append(world)
    return found


@pytest.mark.rule("S-K1")
def test_everything_on_board_and_tableaus_is_public() -> None:
    s = at(
        BuyCard(0, 0), seats=2, cards=["card-10", "card-11", "card-12", "card-13"], wood=2, gold=1,
        food=3, people=7, tools=4, used=[1], agriculture=6, points=-3, taken=["card-30"],
        ready=["card-32", "card-03"], built=["building-20"], placed={"forest": 2},
    )  # fmt: skip
    for seat in (0, 1, None):
        view = GAME.view(s, seat)
        assert view["cards"] == ["card-10", "card-11", "card-12", "card-13"]
        assert view["buildings"] == ["building-01", "building-02"]
        assert (view["deck"], view["stacks"]) == (29, [6, 7])
        assert (view["round"], view["first"], view["phase"]) == (1, 0, "feeding")
        assert (view["step"], view["turn"], view["seat"]) == ("buy-card", 0, seat)
        me = view["players"][0]
        assert me["resources"] == {"wood": 2, "clay": 0, "stone": 0, "gold": 1}
        assert (me["food"], me["people"], me["idle"], me["agriculture"]) == (3, 7, 5, 6)
        assert me["tools"] == [
            {"value": 2, "used": False}, {"value": 1, "used": True}, {"value": 1, "used": False},
        ]  # fmt: skip
        assert me["open_tools"] == ["1", "2", "once-3"]
        assert (me["once"], me["two_resources"], me["points"]) == ([3], True, -3)
        assert me["cards"] == ["card-30", "card-32", "card-03"]
        assert me["buildings"] == ["building-20"]
        assert (me["extra_cards"], me["extra_card"]) == (0, None)
        assert (me["hungry"], me["owed_rows"]) == (0, [])
        assert me["score"]["shamans"] == 14


@pytest.mark.rule("S-K1")
def test_the_hunt_has_no_number_of_spaces() -> None:
    spaces = {p["place"]: p["spaces"] for p in GAME.view(at(BuyCard(0, 0)), 0)["places"]}
    assert (spaces["hunt"], spaces["forest"], spaces["hut"], spaces["card-1"]) == (None, 7, 2, 1)


@pytest.mark.rule("S-K1", "S-C8")
def test_the_extra_card_is_its_owners_until_the_end() -> None:
    s = at(BuyCard(1, 0), NextRound(), seats=2, heights=[0, 4], agriculture=4, **SECRET)
    assert GAME.view(s, 0)["players"][0]["extra_card"] == "card-20"
    assert GAME.view(s, 0)["players"][0]["score"]["farmers"] == 8
    for seat in (1, None):
        assert GAME.view(s, seat)["players"][0]["extra_card"] is None
        assert GAME.view(s, seat)["players"][0]["score"]["farmers"] == 0
    play(s, s.legal[-1])
    assert s.turn == OVER
    for seat in (0, 1, None):
        assert GAME.view(s, seat)["players"][0]["extra_card"] == "card-20"
        assert GAME.view(s, seat)["players"][0]["score"]["farmers"] == 8


@pytest.mark.rule("S-K1", "S-K2")
@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_views_moves_and_reasons_never_depend_on_the_unknown(seat: int | None) -> None:
    s = at(BuyCard(1, 2), **SECRET)
    worlds = other_worlds(s)
    assert len(worlds) == 30
    for world in worlds:
        assert GAME.view(world, seat) == GAME.view(s, seat)
        assert world.legal == s.legal
        assert closed(world, 1) == closed(s, 1)


@pytest.mark.rule("S-K1")
def test_the_owner_does_know() -> None:
    s = at(BuyCard(1, 2), **SECRET)
    assert all(GAME.view(world, 0) != GAME.view(s, 0) for world in other_worlds(s))


def heard_by(s: State, seat: int | None) -> list[dict[str, Any]]:
    return [describe(told) for news in s.news or () if (told := heard(news, seat)) is not None]


@pytest.mark.random_games
@pytest.mark.rule("S-K2")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_imagined_games_look_the_same_all_along(seats: int, seed: int) -> None:
    """Whatever is imagined anew, the seat sees, may and hears the same, to the very end."""
    rng = random.Random(seed)
    s = cast(State, GAME.new(seats, {}))
    for _ in range(2500):
        if s.turn == OVER:
            break
        seat = rng.choice([None, *range(seats)])
        imagined = cast(State, GAME.imagine(s, seat, rng))
        GAME.check(imagined)
        assert GAME.view(imagined, seat) == GAME.view(s, seat)
        assert imagined.legal == s.legal
        found = odds(s).at(rng.randrange(odds(s).total)) if s.turn == CHANCE else None
        move = found or rng.choice(s.legal)
        s.news, imagined.news = [], []
        play(s, move)
        if move in odds_of(imagined):
            play(imagined, move)
            if s.turn != OVER:  # then what was hidden is shown
                assert heard_by(imagined, seat) == heard_by(s, seat)
                assert GAME.view(imagined, seat) == GAME.view(s, seat)


def odds_of(s: State) -> list[object]:
    return list(odds(s).outcomes if s.turn == CHANCE else s.legal)


@pytest.mark.rule("S-K2")
def test_imagining_redraws_the_hidden_card_evenly() -> None:
    rng = random.Random(5)
    s = at(BuyCard(1, 0), **SECRET)
    drawn = {cast(State, GAME.imagine(s, 2, rng)).players[0].hidden for _ in range(600)}
    assert drawn == {*s.deck, card("card-20")}


@pytest.mark.rule("S-K1", "S-K2")
def test_nobody_imagines_what_they_know() -> None:
    rng = random.Random(5)
    s = at(BuyCard(1, 0), **SECRET)
    assert GAME.imagine(s, 0, rng) == s
    s = at(BuyCard(1, 0))
    assert GAME.imagine(s, None, rng) == s
    over = at(NextRound(), seats=2, heights=[0, 4], **SECRET)
    assert all(GAME.imagine(over, 1, rng) == over for _ in range(20))


@pytest.mark.rule("S-K1", "S-S3", "S-S4")
def test_the_order_of_stacks_is_not_in_the_state_at_all() -> None:
    s = at(BuyCard(1, 0))
    assert list(s.deck) == sorted(s.deck)
    assert list(s.unseen) == sorted(s.unseen)
    shown = str(GAME.view(s, 0))
    assert not any(f"'card-{c + 1:02}'" in shown for c in s.deck)
    assert not any(f"'building-{b + 1:02}'" in shown for b in s.unseen)
