"""Chapter 7: statues, and the purple effects that touch them."""

import pytest

from cradle.hadara import GAME
from cradle.hadara.effects import lose_card
from cradle.hadara.state import State
from cradle.hadara.statues import CARVE_STATUES, CarveStatue
from cradle.kernel.step import closed
from tests.hadara.positions import at, card_with, do, legal, own, told, tracks

CARVE = CarveStatue(0, 0, 0)


def reasons(s: State) -> dict[str, tuple[str, str, tuple[tuple[str, int], ...]]]:
    """What is closed by statue or track: clause, reason, numbers."""
    return {why.subject: (why.clause, why.reason, why.numbers) for why in closed(s, 0)}


@pytest.mark.rule("H-U1")
def test_a_statue_needs_its_requirement() -> None:
    s = at(CARVE, culture=11)
    assert {text.split()[1] for text in legal(s) if text != "pass"} == {"6"}
    assert reasons(s)["12"] == ("H-U1", "statue_out_of_reach", (("need", 12), ("have", 11)))


@pytest.mark.rule("H-U1")
def test_from_the_first_player_each_may_carve_or_pass() -> None:
    s = at(seats=3, culture=6)
    s.first = 1
    CARVE_STATUES.run(s)
    assert [step.seat for step in reversed(s.stack) if isinstance(step, CarveStatue)] == [1, 2, 0]
    s = at(CARVE, culture=6)
    do(s, "pass")
    assert (s.stack, told(s)) == ([], ["passed 0"])
    s = at(CARVE, culture=5)
    do(s, "pass")
    assert told(s) == []


@pytest.mark.rule("H-U2")
def test_culture_13_carves_the_12_with_a_yellow_tile() -> None:
    s = at(CARVE, culture=13, income=4)
    do(s, "carve 12 income up")
    assert tracks(s)["income"] == 7
    assert GAME.scores(s)[0].parts["statues"] == 8
    assert told(s) == ["carved 0 12 income up 3"]


@pytest.mark.rule("H-U2")
def test_culture_20_carves_the_20_face_down() -> None:
    s = at(CARVE, culture=20)
    before = tracks(s)
    do(s, "carve 20 military down")
    assert tracks(s) == before
    assert s.players[0].tiles == (2, 1, 2, 2)
    assert GAME.scores(s)[0].parts["statues"] == 14 + 4


@pytest.mark.rule("H-U2")
def test_the_statue_of_6_is_worth_4() -> None:
    s = at(CARVE, culture=6)
    do(s, "carve 6 culture up")
    assert tracks(s)["culture"] == 8
    assert GAME.scores(s)[0].parts["statues"] == 4


@pytest.mark.rule("H-U2")
def test_only_free_tiles_can_be_used() -> None:
    s = at(CARVE, culture=30, statues=["6 food up", "12 food down"])
    tiles = {text.split()[2] for text in legal(s) if text != "pass"}
    assert tiles == {"income", "military", "culture"}
    assert reasons(s)["food"] == ("H-U2", "no_tile_left", ())


@pytest.mark.rule("H-U3")
def test_each_statue_once_in_any_order() -> None:
    s = at(CARVE, culture=30, statues=["20 food up"])
    assert {text.split()[1] for text in legal(s) if text != "pass"} == {"6", "12", "30"}
    assert reasons(s)["20"] == ("H-U3", "already_carved", ())
    s.players[0].tracks[2] = 0
    assert GAME.scores(s)[0].parts["statues"] == 14


@pytest.mark.rule("H-U4")
def test_without_a_free_tile_nothing_is_carved() -> None:
    s = at(culture=30)
    s.players[0].tiles = (0, 0, 0, 0)
    s.stack = [CARVE]
    assert [move.text for move in CARVE.moves(s)] == ["pass"]
    assert {(why.clause, why.reason) for why in CARVE.closed(s)} == {("H-U4", "no_tile_for_statue")}


@pytest.mark.rule("H-P6")
def test_statue_bonus_holds_for_statues_before_and_later() -> None:
    s = at(CARVE, culture=12, statues=["6 food up", "20 food down"], food=9)
    own(s, 0, [card_with("statue_bonus")])
    assert tracks(s)["food"] == 9 + 2
    do(s, "carve 12 military up")
    assert tracks(s)["military"] == 2 + 3 + 2
    assert GAME.scores(s)[0].parts["statues"] == 4 + 8 + 14 + 4 + 2
    lose_card(s.components, s.players[0], card_with("statue_bonus"))
    assert (tracks(s)["food"], tracks(s)["military"]) == (9, 2 + 3)
    assert GAME.scores(s)[0].parts["statues"] == 4 + 8 + 14 + 4


@pytest.mark.rule("H-P13")
def test_a_second_statue_in_one_step() -> None:
    s = at(CARVE, culture=10, effects=["double_action"])
    do(s, "carve 6 culture up")
    assert s.stack == [CarveStatue(0, 1, 0)]
    do(s, "carve 12 food down")  # the first one's steps count
    assert s.stack == []
    assert GAME.scores(s)[0].parts["statues"] == 4 + 8 + 3


@pytest.mark.rule("H-P14")
def test_statues_need_four_less() -> None:
    s = at(CARVE, culture=8, effects=["requirement_discount"])
    assert "carve 12 income up" in legal(s)
    assert reasons(s)["20"] == ("H-U1", "statue_out_of_reach", (("need", 16), ("have", 8)))


@pytest.mark.rule("H-P15")
def test_missing_culture_is_bought() -> None:
    s = at(CARVE, culture=10, coins=7, effects=["buy_requirement"])
    do(s, "carve 12 income up")
    assert (s.players[0].coins, tracks(s)["culture"]) == (1, 10)
    assert told(s)[0] == "requirement-bought 0 2 6"


@pytest.mark.rule("H-P15", "H-P13")
def test_two_statues_share_the_limit_of_the_step() -> None:
    s = at(CARVE, culture=8, coins=99, effects=["buy_requirement", "double_action"])
    do(s, "carve 12 income up")
    assert s.stack == [CarveStatue(0, 1, 12)]
    assert reasons(s)["20"] == (
        "H-P15",
        "statue_requirement_limit",
        (("price", 36), ("limit", 18)),
    )
    s = at(CARVE, culture=8, coins=10, effects=["buy_requirement"])
    assert reasons(s)["12"][1] == "statue_requirement_too_dear"


def test_nobody_listens_in_search() -> None:
    s = at(CARVE, culture=10, coins=7, effects=["buy_requirement"])
    s.news = None
    do(s, "carve 12 income up")
    s = at(CARVE, culture=6)
    s.news = None
    do(s, "pass")
    assert s.news is None
