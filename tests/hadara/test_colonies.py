"""Chapter 6: colonies, and the purple effects that touch them."""

import pytest

from cradle.hadara import GAME
from cradle.hadara.colonies import COLONIES, TAKE_ANOTHER, TakeColony, TurnColony
from cradle.hadara.state import State, replaced
from cradle.kernel.step import Closed, closed, odds, play
from tests.hadara.positions import at, do, legal, told, tracks

TAKE = TakeColony(0, 0, 0)


def reasons(s: State) -> dict[str, tuple[str, str, tuple[tuple[str, int], ...]]]:
    """What is closed by level: clause, reason, numbers."""
    return {why.subject: (why.clause, why.reason, why.numbers) for why in closed(s, 0)}


@pytest.mark.rule("H-C1")
def test_a_colony_needs_its_requirement() -> None:
    s = at(TAKE, military=9, coins=1)
    assert legal(s) == ["pass", "plunder 3", "plunder 9", "integrate 3", "integrate 9"]
    assert reasons(s)["15"] == ("H-C1", "colony_out_of_reach", (("need", 15), ("have", 9)))


@pytest.mark.rule("H-C1")
def test_all_are_asked_from_the_first_player() -> None:
    s = at(COLONIES, seats=3)
    s.first = 2
    s.stack = [COLONIES]
    COLONIES.run(s)
    assert [step.seat for step in reversed(s.stack) if isinstance(step, TakeColony)] == [2, 0, 1]


@pytest.mark.rule("H-C1")
def test_one_may_pass() -> None:
    s = at(TAKE, military=9, coins=1)
    do(s, "pass")
    assert s.stack == []
    assert told(s) == ["passed 0"]


@pytest.mark.rule("H-C1")
def test_who_can_only_pass_is_asked_but_it_is_no_news() -> None:
    s = at(TAKE, military=2)
    assert legal(s) == ["pass"]
    do(s, "pass")
    assert told(s) == []


@pytest.mark.rule("H-C2", "H-C3")
def test_military_19_with_levels_3_and_9_takes_the_15() -> None:
    s = at(TAKE, military=19, coins=0, colonies=["3", "colony-9-1"])
    assert legal(s) == ["pass", "plunder 15"]
    assert reasons(s)["3"] == ("H-C2", "level_owned", ())
    assert reasons(s)["15"] == ("H-C4", "integration_too_dear", (("price", 2), ("coins", 0)))
    do(s, "plunder 15")
    assert s.players[0].coins == 5
    assert GAME.scores(s)[0].parts["colonies"] == 2 + 10 + 8
    assert tracks(s)["military"] == 19


@pytest.mark.rule("H-C3", "H-C5")
def test_military_12_integrates_the_9() -> None:
    s = at(TAKE, military=12, culture=3, coins=1)
    do(s, "integrate 9")
    assert s.stack == [TurnColony(0, 1)]
    assert legal(s) == [f"turn colony-9-{tile}" for tile in (1, 2, 3, 4, 5)]
    do(s, "turn colony-9-4")
    assert s.players[0].coins == 0
    assert (tracks(s)["military"], tracks(s)["culture"]) == (14, 4)
    assert GAME.scores(s)[0].parts["colonies"] == 5
    assert told(s) == ["integrated 0 9 1", "turned-over 0 colony-9-4 5 2 military 1 culture"]


@pytest.mark.rule("H-C3", "H-C5")
def test_the_colony_of_the_book_on_both_sides() -> None:
    s = at(TAKE, military=3, coins=0)
    do(s, "plunder 3")
    assert (s.players[0].coins, GAME.scores(s)[0].parts["colonies"]) == (3, 2)
    s = at(TAKE, military=3, income=2, coins=1)
    do(s, "integrate 3", "turn colony-3-3")
    assert (tracks(s)["income"], tracks(s)["military"], s.players[0].coins) == (3, 4, 0)
    assert GAME.scores(s)[0].parts["colonies"] == 2


@pytest.mark.rule("H-C3", "H-S6")
def test_a_reverse_comes_once_and_a_plundered_one_is_never_known() -> None:
    s = at(TakeColony(1, 0, 0), seat=1, military=9, coins=1, colonies=[])
    s.players[0].colonies = replaced(s.players[0].colonies, 1, 0)
    s.reverses = replaced(s.reverses, 1, s.reverses[1] ^ 1)
    s.players[1].colonies = replaced(s.players[1].colonies, 0, 5)
    do(s, "integrate 9")
    assert legal(s) == [f"turn colony-9-{tile}" for tile in (2, 3, 4, 5)]
    assert odds(s).total == 4
    assert GAME.view(s, 1)["players"][1]["colonies"] == [
        {"colony": "3", "plundered": True, "reverse": None}
    ]


@pytest.mark.rule("H-C4")
def test_integrating_needs_the_coins_and_military_is_not_spent() -> None:
    s = at(TAKE, military=30, coins=3)
    assert "integrate 30" not in legal(s)
    assert reasons(s)["30"] == ("H-C4", "integration_too_dear", (("price", 4), ("coins", 3)))
    s = at(TAKE, military=30, coins=4)
    do(s, "integrate 30", "turn colony-30-2")
    assert (tracks(s)["military"], s.players[0].coins) == (30, 0)
    s.players[0].tracks[1] = 0
    assert GAME.scores(s)[0].parts["colonies"] == 24


@pytest.mark.rule("H-C5")
def test_the_30_colony_plundered() -> None:
    s = at(TAKE, military=30)
    do(s, "plunder 30")
    assert (s.players[0].coins, GAME.scores(s)[0].parts["colonies"]) == (12, 16)


@pytest.mark.rule("H-P4")
def test_colony_coins_pay_for_the_integration() -> None:
    s = at(TAKE, military=30, coins=0, effects=["colony_coins"])
    assert "integrate 30" in legal(s)
    do(s, "integrate 30", "turn colony-30-1")
    assert s.players[0].coins == 0
    assert told(s)[:2] == ["effect-paid 0 colony_coins 4", "integrated 0 30 4"]


@pytest.mark.rule("H-P4")
def test_colony_coins_also_come_with_plunder() -> None:
    s = at(TAKE, military=3, coins=0, effects=["colony_coins"])
    do(s, "plunder 3")
    assert s.players[0].coins == 3 + 4


@pytest.mark.rule("H-P4", "H-P15")
def test_colony_coins_cannot_meet_the_same_requirement_but_the_next() -> None:
    effects = ["colony_coins", "buy_requirement", "double_action"]
    s = at(TAKE, military=8, coins=2, effects=effects, colonies=["9"])
    numbers = (("price", 21), ("coins", 2))
    assert reasons(s)["15"] == ("H-P15", "colony_requirement_too_dear", numbers)
    s = at(TAKE, military=14, coins=0, effects=effects, colonies=["9"])
    assert legal(s) == ["pass", "plunder 3", "integrate 3"]
    do(s, "plunder 3")
    assert "plunder 15" in legal(s)


@pytest.mark.rule("H-P13")
def test_double_action_takes_two_colonies_one_after_the_other() -> None:
    s = at(TAKE, military=8, coins=1, effects=["double_action"])
    do(s, "integrate 3", "turn colony-3-1")
    assert s.stack == [TAKE_ANOTHER[0][0]]
    assert legal(s) == ["pass", "plunder 9"]  # military 9 now, and no coin left
    do(s, "plunder 9")
    assert s.stack == []


@pytest.mark.rule("H-P13")
def test_without_double_action_one_colony_is_all() -> None:
    s = at(TAKE, military=30)
    do(s, "plunder 3")
    assert s.stack == []


@pytest.mark.rule("H-P14", "H-P16")
def test_requirements_are_four_lower() -> None:
    s = at(TAKE, military=11, effects=["requirement_discount"])
    assert "plunder 15" in legal(s)
    assert reasons(s)["21"] == ("H-C1", "colony_out_of_reach", (("need", 17), ("have", 11)))


@pytest.mark.rule("H-P15")
def test_military_14_pays_three_coins_for_the_15() -> None:
    s = at(TAKE, military=14, coins=5, effects=["buy_requirement"])
    do(s, "integrate 15", "turn colony-15-2")
    assert s.players[0].coins == 0
    assert told(s)[0] == "requirement-bought 0 1 3"
    assert tracks(s)["military"] == 15  # the step of the reverse


@pytest.mark.rule("H-P15")
def test_at_most_thirty_coins_a_step() -> None:
    s = at(TAKE, military=20, coins=99, effects=["buy_requirement"])
    assert "plunder 30" in legal(s)
    s = at(TAKE, military=19, coins=99, effects=["buy_requirement"])
    numbers = (("price", 33), ("limit", 30))
    assert reasons(s)["30"] == ("H-P15", "colony_requirement_limit", numbers)


@pytest.mark.rule("H-P15", "H-P13")
def test_with_double_action_the_limit_is_for_the_step() -> None:
    s = at(TAKE, military=11, coins=99, effects=["buy_requirement", "double_action"])
    do(s, "plunder 15")
    assert s.stack == [TakeColony(0, 1, 12)]
    numbers = (("price", 30), ("limit", 18))
    assert reasons(s)["21"] == ("H-P15", "colony_requirement_limit", numbers)
    s = at(TAKE, military=12, coins=99, effects=["buy_requirement", "double_action"])
    do(s, "plunder 15")
    assert "plunder 21" not in legal(s)
    s = at(TAKE, military=13, coins=99, effects=["buy_requirement", "double_action"])
    do(s, "plunder 15", "plunder 21")
    assert s.players[0].coins == 99 - 6 + 5 - 24 + 7


@pytest.mark.rule("H-P16")
def test_effects_combine_in_their_order() -> None:
    effects = ["requirement_discount", "buy_requirement", "colony_coins"]
    s = at(TAKE, military=25, coins=3, effects=effects)
    assert "integrate 30" in legal(s)  # 26 to meet: 3 coins, then 4 coins, then pay 4
    do(s, "integrate 30")
    assert told(s) == [
        "requirement-bought 0 1 3",
        "effect-paid 0 colony_coins 4",
        "integrated 0 30 4",
    ]
    assert s.players[0].coins == 0


@pytest.mark.rule("H-P16")
def test_integrating_counts_the_requirement_coins() -> None:
    s = at(TAKE, military=14, coins=4, effects=["buy_requirement"])
    assert "plunder 15" in legal(s)
    assert reasons(s)["15"] == ("H-C4", "integration_too_dear", (("price", 2), ("coins", 1)))


def test_nobody_listens_in_search() -> None:
    s = at(TAKE, military=12, coins=10, effects=["buy_requirement", "colony_coins"])
    s.news = None
    do(s, "integrate 15", "turn colony-15-1")
    play(at(TAKE, military=12), TAKE.moves(s)[0])
    assert s.news is None


def test_closed_is_told_to_the_seat_that_is_asked() -> None:
    s = at(TAKE, military=2)
    assert closed(s, 1) == []
    numbers = (("need", 3), ("have", 2))
    assert closed(s, 0)[0] == Closed("3", "H-C1", "colony_out_of_reach", numbers)
