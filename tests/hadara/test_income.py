"""Chapter 5: income."""

import pytest

from cradle.hadara.income import TAKE_INCOME
from tests.hadara.positions import at, told, tracks


@pytest.mark.rule("H-I1")
def test_an_income_of_twelve_gives_twelve_coins() -> None:
    s = at(TAKE_INCOME, income=12, coins=1)
    assert s.players[0].coins == 13
    assert tracks(s)["income"] == 12
    assert told(s) == ["earned 0 12", "earned 1 2"]


@pytest.mark.rule("H-P9")
@pytest.mark.parametrize(
    ("military", "culture", "food", "bonus"),
    [(5, 5, 5, 0), (6, 5, 5, 2), (6, 4, 9, 4), (6, 7, 8, 6)],
)
def test_two_coins_for_each_track_above_income(
    military: int, culture: int, food: int, bonus: int
) -> None:
    s = at(
        TAKE_INCOME,
        effects=["income_bonus"],
        income=5,
        military=military,
        culture=culture,
        food=food,
    )
    assert s.players[0].coins == 5 + bonus
    effect = [f"effect-paid 0 income_bonus {bonus}"] if bonus else []
    assert told(s)[1:-1] == effect  # no coins, no news
