"""Chapter 10: final scoring."""

import pytest

from cradle.hadara import GAME
from cradle.hadara.scoring import gold_sets, half, silver_points
from cradle.hadara.state import State
from tests.hadara.positions import PLAIN, at

# One card of each colour, three times over: three sets.
SETS = [PLAIN[colour][n] for colour in PLAIN for n in range(3)]


def points(s: State, part: str) -> int:
    """The points of seat 0 on one line of the pad."""
    return GAME.scores(s)[0].parts[part]


@pytest.mark.rule("H-E1")
def test_colonies_of_the_book() -> None:
    s = at(colonies=["3", "colony-9-4", "15", "colony-21-1"])
    assert points(s, "colonies") == 2 + 5 + 8 + 11 == 26


@pytest.mark.rule("H-E2")
def test_statues_of_the_book() -> None:
    s = at(statues=["6 income up", "12 food up", "20 military down"])
    assert points(s, "statues") == 4 + 8 + 14 + 4 == 30


@pytest.mark.rule("H-E3")
@pytest.mark.parametrize(("value", "expected"), [(30, 15), (29, 15), (27, 14), (18, 9), (0, 0)])
def test_half_a_track_is_rounded_up(value: int, expected: int) -> None:
    s = at(military=value)
    s.players[0].silver = (1,)
    assert points(s, "silver") == half(value) == expected


@pytest.mark.rule("H-E3")
def test_each_silver_medal_is_rounded_by_itself() -> None:
    s = at(military=27, income=18)
    s.players[0].silver = (1, 0)
    assert points(s, "silver") == 14 + 9
    s.players[0].silver = (1, 1)
    assert points(s, "silver") == 28


@pytest.mark.rule("H-P10")
def test_the_better_silver_medal_scores_in_full() -> None:
    s = at(military=27, income=18, effects=["full_silver_medal"])
    assert silver_points(s.players[0]) == 0
    s.players[0].silver = (0, 1)
    assert points(s, "silver") == 9 + 27
    s.players[0].silver = (0,)
    assert points(s, "silver") == 18


@pytest.mark.rule("H-E4")
@pytest.mark.parametrize(("medals", "expected"), [(0, 0), (1, 21), (2, 42)])
def test_three_sets_with_gold_medals(medals: int, expected: int) -> None:
    s = at(cards=SETS, gold=medals)
    assert points(s, "gold") == expected


@pytest.mark.rule("H-P11", "H-E4")
def test_set_points_come_besides_gold_medals() -> None:
    s = at(cards=SETS, effects=["set_points"])
    assert points(s, "gold") == 12
    s.players[0].gold = 1
    assert points(s, "gold") == 21 + 12


@pytest.mark.rule("H-P12")
def test_the_joker_fills_one_gap_of_one_set() -> None:
    two_yellow = [name for name in SETS if name != PLAIN["yellow"][0]]
    s = at(cards=two_yellow, effects=["set_joker"], gold=2)
    assert gold_sets(s.players[0]) == 3
    assert points(s, "gold") == 42
    s = at(cards=two_yellow, effects=["set_joker", "set_points"], gold=1)
    assert points(s, "gold") == 21 + 8


@pytest.mark.rule("H-P12")
def test_the_joker_counts_as_purple_and_helps_no_second_gap() -> None:
    s = at(cards=SETS, effects=["set_joker"], gold=1)
    assert s.players[0].counts == [3, 3, 3, 3, 4]
    assert gold_sets(s.players[0]) == 3  # four colours would lack a card
    no_purple = [name for name in SETS if "purple" not in name]
    s = at(cards=no_purple, effects=["set_joker"], gold=1)
    assert gold_sets(s.players[0]) == 2


@pytest.mark.rule("H-E5")
def test_cards_of_47_points() -> None:
    # 3+2+4+4+4+1+1+2+2+2+4+3+5+2+6+2, the sum in the book
    names = ["yellow-1-02", "yellow-1-06", "yellow-1-09", "yellow-2-03", "yellow-2-08"]
    names += ["yellow-1-01", "yellow-1-03", "yellow-1-07", "yellow-1-10", "yellow-2-02"]
    names += ["yellow-2-09", "red-1-01", "red-1-03", "red-1-04", "blue-2-07", "blue-1-04"]
    assert points(at(cards=names), "cards") == 47


@pytest.mark.rule("H-E6")
def test_11_coins_are_2_points_and_1_is_kept() -> None:
    s = at(coins=11)
    score = GAME.scores(s)[0]
    assert (score.parts["coins"], score.tie) == (2, 1)


@pytest.mark.rule("H-E7")
def test_most_points_win_then_coins_left_then_all() -> None:
    s = at(seats=3, coins=11)
    s.players[1].coins = 13
    s.players[2].coins = 9
    assert [score.rank for score in GAME.scores(s)] == [2, 1, 3]
    s.players[0].coins = 13
    assert [score.rank for score in GAME.scores(s)] == [1, 1, 3]
