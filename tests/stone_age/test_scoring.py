"""Chapter 8: the final scoring."""

from typing import Any

import pytest

from cradle.stone_age import GAME
from cradle.stone_age.components import CARDS, SYMBOLS
from cradle.stone_age.scoring import culture_points
from tests.stone_age.positions import CARD_IDS, at

FIVE_AND_A_DOUBLE = ["card-01", "card-03", "card-05", "card-06", "card-07", "card-09"]


def parts(**tableau: Any) -> dict[str, int]:
    """The points of seat 0 by category."""
    return GAME.scores(at(seats=2, **tableau))[0].parts


@pytest.mark.rule("S-Z0", "S-C9", "S-C10")
def test_used_cards_and_open_ones_count() -> None:
    found = parts(taken=["card-32", "card-03"], tools=4)
    assert (found["tool_makers"], found["culture"]) == (4, 1)
    found = parts(ready=["card-32", "card-03"], tools=4)
    assert (found["tool_makers"], found["culture"]) == (4, 1)


@pytest.mark.rule("S-Z0", "S-C8")
def test_the_extra_card_counts() -> None:
    found = parts(taken=["card-15"], hidden="card-21", agriculture=5)
    assert (found["culture"], found["farmers"]) == (1, 10)
    assert parts(taken=["card-15"], hidden="card-05")["culture"] == 4


@pytest.mark.rule("S-Z1")
def test_one_point_a_resource_and_none_for_food() -> None:
    assert parts(wood=2, clay=1, stone=3, gold=4, food=50)["resources"] == 10


@pytest.mark.rule("S-Z1", "S-C10")
def test_an_unused_card_of_two_resources_is_taken_at_the_end() -> None:
    assert parts(ready=["card-03"], wood=1)["resources"] == 3
    assert parts(taken=["card-03"], wood=1)["resources"] == 1


@pytest.mark.rule("S-Z2")
@pytest.mark.parametrize("count", range(1, 9))
def test_book_table_of_squares(count: int) -> None:
    cards = tuple(2 * symbol for symbol in range(count))
    assert len({CARDS[card].symbol for card in cards}) == count
    assert culture_points(cards) == count * count


@pytest.mark.rule("S-Z2")
def test_each_symbol_is_there_twice() -> None:
    shown = [card.symbol for card in CARDS if card.symbol >= 0]
    assert sorted(shown) == sorted([*range(8), *range(8)])
    assert len(SYMBOLS) == 8


@pytest.mark.rule("S-Z2")
def test_book_example_five_different_and_one_double() -> None:
    assert parts(taken=FIVE_AND_A_DOUBLE)["culture"] == 26


@pytest.mark.rule("S-Z2")
def test_all_symbols_twice() -> None:
    assert parts(taken=CARD_IDS[:16])["culture"] == 128
    assert parts()["culture"] == 0


@pytest.mark.rule("S-Z3")
def test_book_example_farmers() -> None:
    taken = ["card-17", "card-20", "card-21"]
    assert parts(taken=taken, agriculture=7)["farmers"] == 35


@pytest.mark.rule("S-Z3")
def test_book_example_hut_builders() -> None:
    built = [f"building-{n:02}" for n in range(10, 16)]
    taken = ["card-22", "card-24", "card-26"]
    assert parts(taken=taken, built=built)["hut_builders"] == 36


@pytest.mark.rule("S-Z3")
def test_book_example_tool_makers() -> None:
    assert parts(taken=["card-32", "card-34"], tools=3)["tool_makers"] == 9


@pytest.mark.rule("S-Z3")
def test_book_example_shamans() -> None:
    assert parts(taken=["card-27", "card-30"], people=6)["shamans"] == 18


@pytest.mark.rule("S-Z3")
def test_tools_count_by_their_value_and_one_use_tools_not_at_all() -> None:
    assert parts(ready=["card-33"], tools=12)["tool_makers"] == 12


@pytest.mark.rule("S-Z3")
def test_five_cards_of_each_kind_of_figure() -> None:
    found = [sum(card.figure == kind for card in CARDS) for kind in range(4)]
    assert found == [5, 5, 5, 5]


@pytest.mark.rule("S-Z4")
def test_most_points_win() -> None:
    s = at(seats=3, points=10, wood=1, others={1: {"points": 12}, 2: {"points": -3}})
    scores = GAME.scores(s)
    assert [score.total for score in scores] == [11, 12, -3]
    assert [score.rank for score in scores] == [2, 1, 3]


@pytest.mark.rule("S-Z4")
def test_a_tie_goes_to_the_larger_sum_of_agriculture_tools_and_people() -> None:
    s = at(seats=2, points=9, tools=7, others={1: {"points": 9, "people": 7, "agriculture": 4}})
    scores = GAME.scores(s)
    assert [score.tie for score in scores] == [12, 11]
    assert [score.rank for score in scores] == [1, 2]


@pytest.mark.rule("S-Z4")
def test_still_tied_share_the_victory() -> None:
    s = at(seats=3, tools=2, others={1: {"agriculture": 2}, 2: {"people": 6}})
    assert [score.rank for score in GAME.scores(s)] == [1, 1, 3]
