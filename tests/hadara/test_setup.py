"""Chapter 1: setup."""

import random
from itertools import permutations

import pytest

from cradle.hadara import GAME, STANDARD
from cradle.hadara.cards import PutTile
from cradle.hadara.draft import AimWheel
from cradle.hadara.income import TAKE_INCOME
from cradle.hadara.medals import BuyMedals
from cradle.hadara.names import CARDS, COLOURS, GROUP_CARDS, cards_in, group_of
from cradle.hadara.setup import first_player, late_seats
from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, answer, moves, play, withdraw
from tests.hadara.positions import at, do, game, legal, moves_of, play_until, told, tracks


def dealt(*setups: int) -> list[str]:
    """The news of a game in which seats are dealt these setup cards."""
    s = game(len(setups))
    do(s, *(f"deal setup-{card}" for card in setups))
    return told(s)


@pytest.mark.rule("H-S1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_play(seats: int) -> None:
    assert len(game(seats).players) == seats


@pytest.mark.rule("H-S1")
@pytest.mark.parametrize("seats", [1, 6])
def test_nobody_plays_alone_or_in_a_crowd(seats: int) -> None:
    with pytest.raises(BadOption):
        GAME.new(seats, {})


@pytest.mark.rule("H-S2")
def test_the_board_is_joined_in_the_default_order_or_as_told() -> None:
    assert GAME.view(game(), None)["board"] == ["yellow", "red", "blue", "green", "purple"]
    told = "red,yellow,purple,green,blue"
    assert GAME.view(game(board_order=told), None)["board"] == told.split(",")


@pytest.mark.rule("H-S2")
@pytest.mark.parametrize("order", ["", "red", "red,red,blue,green,purple", 5, None, "shuffled"])
def test_a_board_order_names_every_colour_once(order: object) -> None:
    with pytest.raises(BadOption):
        GAME.new(2, {"board_order": order})


@pytest.mark.rule("H-S2")
def test_a_random_board_is_any_of_120() -> None:
    s = game(board_order="random")
    assert set(legal(s)) == {f"join {' '.join(order)}" for order in permutations(COLOURS)}
    do(s, "join purple green blue red yellow")
    assert GAME.view(s, None)["board"] == ["purple", "green", "blue", "red", "yellow"]
    assert told(s) == ["board-joined purple green blue red yellow"]


@pytest.mark.rule("H-S3")
def test_players_choose_their_crests() -> None:
    s = game(3, crests="scarab,lion,monkey,dragon,pegasus")
    do(s, "deal setup-1", "deal setup-2", "deal setup-3", "set-wheel red")
    seen = GAME.view(s, None)
    assert [p["crest"] for p in seen["players"]] == ["scarab", "lion", "monkey"]
    # Scarab points at red, the second segment; on the wheel lion comes three later, monkey one.
    assert [p["points_at"] for p in seen["players"]] == ["red", "purple", "blue"]
    assert seen["crests"]["dragon"] == "green"


@pytest.mark.rule("H-S3")
@pytest.mark.parametrize("crests", ["lion", "lion,lion,monkey,dragon,pegasus", "random", 5])
def test_a_choice_of_crests_names_each_once(crests: object) -> None:
    with pytest.raises(BadOption, match="no option 'crests' that can be"):
        GAME.new(2, {"crests": crests})


@pytest.mark.rule("H-S3")
def test_a_turn_takes_a_crest_from_red_to_yellow_on_such_a_board() -> None:
    s = game(board_order="green,red,yellow,blue,purple")
    do(s, "deal setup-1", "deal setup-2", "set-wheel red")
    assert [p["points_at"] for p in GAME.view(s, None)["players"]] == ["red", "yellow"]
    do(s, "draw red-1-01 red-1-02", "draw yellow-1-01 yellow-1-02")
    do(s, "lay red-1-01 sell", "lay yellow-1-01 sell")
    assert [p["points_at"] for p in GAME.view(s, None)["players"]] == ["yellow", "blue"]


@pytest.mark.rule("H-S3")
def test_crest_i_points_at_segment_i_plus_k() -> None:
    s = game(5)
    s.epoch = 1
    for k in range(5):
        s.wheel = k
        expected = [COLOURS[(i + k) % 5] for i in range(5)]
        assert [p["points_at"] for p in GAME.view(s, None)["players"]] == expected
    crests = [player["crest"] for player in GAME.view(s, None)["players"]]
    assert crests == ["monkey", "dragon", "lion", "pegasus", "scarab"]


@pytest.mark.rule("H-S3")
def test_crests_nobody_plays_stay_on_the_wheel() -> None:
    s = game(2)
    s.epoch = 1
    s.wheel = 3
    assert GAME.view(s, None)["crests"] == {
        "monkey": "green",
        "dragon": "purple",
        "lion": "yellow",
        "pegasus": "red",
        "scarab": "blue",
    }


@pytest.mark.rule("H-S4")
def test_four_players_have_five_stacks_of_eight() -> None:
    s = game(4)
    do(s, "deal setup-1", "deal setup-2", "deal setup-3", "deal setup-4")
    assert GAME.view(s, None)["stacks"] == dict.fromkeys(COLOURS, 8)


@pytest.mark.rule("H-S4")
def test_each_epoch_has_its_own_cards_and_leaves_the_rest_in_the_box() -> None:
    s = game(3)
    rng = random.Random(4)
    for epoch in (1, 2, 3):
        play_until(s, AimWheel, rng)
        assert (s.epoch, s.heights) == (epoch, [6] * 5)
        play(s, s.legal[0])
        drawn = [text.split()[1] for text in legal(s)]
        assert {name.split("-")[1] for name in drawn} == {str(epoch)}
        for colour, height in enumerate(s.heights):
            assert len(cards_in(group_of(epoch, colour), s.pools[group_of(epoch, colour)])) > height


@pytest.mark.rule("H-S5")
def test_only_the_advanced_game_has_starred_cards() -> None:
    plain, full = game(mode="first"), game(mode="advanced")
    missing = [
        card
        for group in range(15)
        for card in GROUP_CARDS[group]
        if card not in cards_in(group, plain.pools[group])
    ]
    assert missing == [card for card in range(len(CARDS)) if STANDARD.star[card]]
    assert sum(len(cards_in(group, full.pools[group])) for group in range(15)) == 162


@pytest.mark.rule("H-S6")
@pytest.mark.parametrize("seats", [2, 5])
def test_as_many_colonies_of_each_level_as_players(seats: int) -> None:
    colonies = GAME.view(game(seats), None)["colonies"]
    assert [colony["left"] for colony in colonies] == [seats] * 5
    assert [colony["requirement"] for colony in colonies] == [3, 9, 15, 21, 30]
    assert not any("reverse" in str(colony) for colony in colonies)


@pytest.mark.rule("H-S7")
def test_setup_cards_are_dealt_at_random_and_used_once() -> None:
    s = game(3)
    assert legal(s) == [f"deal setup-{card}" for card in (1, 2, 3, 4, 5)]
    do(s, "deal setup-4")
    assert legal(s) == [f"deal setup-{card}" for card in (1, 2, 3, 5)]


@pytest.mark.rule("H-S7")
def test_the_first_game_uses_side_a() -> None:
    news = dealt(5, 1)
    assert "side-chosen 0 setup-5 A 9 2 income 2 military 1 culture 5 food" in news


@pytest.mark.rule("H-S7")
def test_in_the_advanced_game_sides_are_chosen_sealed() -> None:
    s = game(mode="advanced")
    do(s, "deal setup-5", "deal setup-1")
    assert moves_of(s, 0) == moves_of(s, 1) == ["side A", "side B"]
    answer(s, 1, moves(s, 1)[1])
    before = GAME.view(s, 0)
    assert before["answered"] == [1]
    assert before["own"]["sealed"] is None
    assert GAME.view(s, 1)["own"]["sealed"] == "side B"
    withdraw(s, 1)
    answer(s, 1, moves(s, 1)[0])
    assert GAME.view(s, 0) == before
    do(s, "side B")
    assert [player.side for player in s.players] == [1, 0]
    assert tracks(s) == {"income": 1, "military": 1, "culture": 1, "food": 6}


@pytest.mark.rule("H-S8")
def test_the_setup_card_of_the_book() -> None:
    s = game()
    do(s, "deal setup-2", "deal setup-3")
    assert s.players[0].coins == 8
    assert GAME.view(s, None)["players"][0]["initiative"] == 2
    assert tracks(s) == {"income": 2, "military": 1, "culture": 3, "food": 4}


@pytest.mark.rule("H-S9")
def test_what_each_player_has() -> None:
    player = GAME.view(game(), None)["players"][1]
    assert player["tiles"] == {"income": 2, "military": 2, "culture": 2, "food": 2}
    assert (player["medals"]["silver"], player["medals"]["gold"]) == ([], 0)
    assert player["statues"] == player["colonies"] == []


@pytest.mark.rule("H-S9")
def test_a_tile_is_free_unless_it_lies_somewhere() -> None:
    s = at(PutTile(0), statues=["6 income up"], effects=["bonus_tile"], culture=2)
    do(s, "put income")
    assert s.players[0].tiles == (0, 2, 2, 2)
    s = at(BuyMedals(0), statues=["6 food down"], coins=2)
    do(s, "silver food")
    assert s.players[0].tiles == (2, 2, 2, 0)


@pytest.mark.rule("H-S10")
@pytest.mark.parametrize(
    ("setups", "firsts"),
    [
        ((4, 2), (1, 0, 1)),
        ((3, 5, 1), (2, 0, 1)),
        ((5, 4, 3, 2), (3, 2, 1)),
        ((2, 1, 5, 4, 3), (1, 0, 4)),
    ],
)
def test_initiative_says_who_starts(setups: tuple[int, ...], firsts: tuple[int, ...]) -> None:
    s = game(len(setups))
    do(s, *(f"deal setup-{card}" for card in setups))
    assert tuple(first_player(s, epoch) for epoch in (1, 2, 3)) == firsts
    assert s.first == s.turn == firsts[0]


@pytest.mark.rule("H-S11")
@pytest.mark.parametrize(
    ("setups", "late"),
    [((4, 2), [0]), ((3, 5, 1), []), ((5, 4, 3, 2), [0]), ((2, 1, 5, 4, 3), [3, 2])],
)
def test_who_is_never_first_takes_a_coin(setups: tuple[int, ...], late: list[int]) -> None:
    s = game(len(setups))
    do(s, *(f"deal setup-{card}" for card in setups))
    assert late_seats(s) == late
    assert [text for text in told(s) if "compensated" in text] == [
        f"compensated {seat} 1" for seat in late
    ]
    for seat, setup in enumerate(setups):
        printed = STANDARD.setup_coins[2 * (setup - 1)]
        assert s.players[seat].coins == printed + (seat in late)


@pytest.mark.rule("H-S12")
def test_coins_have_no_limit() -> None:
    s = at(TAKE_INCOME, income=500, coins=10_000)
    assert s.players[0].coins == 10_500


def test_setup_is_answered_by_chance_alone_in_the_first_game() -> None:
    s = game()
    assert s.turn == CHANCE
    assert GAME.view(s, 0)["phase"] == "setup"
    assert GAME.rounds(s) == 0
