"""Chapter 2: where people may be put, and where not."""

import random
from typing import Any, cast

import pytest

from cradle.kernel.step import CHANCE, OVER, Closed, closed, odds, play
from cradle.stone_age import GAME
from cradle.stone_age.feeding import FeedPeople
from cradle.stone_age.placing import PlacePeople, Placing
from cradle.stone_age.script import ROUND
from cradle.stone_age.state import State
from tests.stone_age.positions import at, do, places, texts, told

RESOURCE_PLACES = ["forest", "clay_pit", "quarry", "river"]
VILLAGE = ["tool_maker", "hut", "field"]


def counts(s: State, place: str) -> list[int]:
    """How many people may be sent to a place now."""
    return sorted(int(t.split()[2]) for t in texts(s) if t.split()[1] == place)


def reasons(s: State) -> dict[str, Closed]:
    return {each.subject: each for each in closed(s, s.turn)}


@pytest.mark.rule("S-P1")
def test_all_places_are_open_to_the_first_and_there_is_no_passing() -> None:
    s = at(Placing())
    cards = [f"card-{n}" for n in range(1, 5)]
    buildings = [f"building-{n}" for n in range(1, 5)]
    assert places(s) == {"hunt", *RESOURCE_PLACES, *VILLAGE, *cards, *buildings}
    assert all(text.startswith("send ") for text in texts(s))
    assert reasons(s) == {}


@pytest.mark.rule("S-P1")
def test_sending_puts_people_from_the_tableau_on_one_place() -> None:
    s = at(Placing())
    do(s, "send forest 3")
    me = s.players[0]
    assert (me.idle, sum(me.at)) == (2, 3)
    assert GAME.view(s, 1)["places"][1] == {
        "place": "forest", "spaces": 7, "people": [3, 0, 0, 0], "price": None,
    }  # fmt: skip
    assert told(s) == [{"kind": "sent", "seat": 0, "place": "forest", "count": 3}]


@pytest.mark.rule("S-P1")
def test_turns_go_clockwise_from_the_first_player() -> None:
    s = at(Placing(), seats=3, first=1)
    order = []
    for n in range(1, 5):
        order.append(s.turn)
        do(s, f"send card-{n} 1")
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("S-P2")
@pytest.mark.parametrize("place", ["hunt", "forest", "river"])
def test_nobody_adds_to_a_place_where_they_already_are(place: str) -> None:
    s = at(PlacePeople(0), placed={place: 2})
    assert counts(s, place) == []
    assert reasons(s)[place] == Closed(place, "S-P2", "already_here", (("here", 2),))


@pytest.mark.rule("S-P3")
@pytest.mark.parametrize(("place", "people"), [("tool_maker", 1), ("hut", 2), ("field", 1)])
def test_village_places_take_an_exact_number_of_people_of_one_player(
    place: str, people: int
) -> None:
    s = at(Placing())
    assert counts(s, place) == [people]
    do(s, f"send {place} {people}")
    assert place not in places(s)
    assert reasons(s)[place] == Closed(place, "S-P3", "taken")


@pytest.mark.rule("S-P3")
def test_one_person_is_not_enough_for_the_hut() -> None:
    s = at(PlacePeople(0), placed={"hunt": 4})
    assert "hut" not in places(s)
    assert reasons(s)["hut"] == Closed("hut", "S-P3", "too_few_people", (("need", 2), ("have", 1)))


@pytest.mark.rule("S-P4")
def test_everybody_may_hunt_with_any_number() -> None:
    s = at(Placing(), seats=3, others={1: {"people": 10}})
    do(s, "send hunt 4")
    assert counts(s, "hunt") == list(range(1, 11))
    do(s, "send hunt 10")
    assert counts(s, "hunt") == [1, 2, 3, 4, 5]


@pytest.mark.rule("S-P4")
def test_book_example_hunt_of_four_and_then_two_of_another() -> None:
    s = at(Placing())
    do(s, "send hunt 4", "send hunt 2")
    assert [player.at[0] for player in s.players] == [4, 2, 0, 0]
    assert "hunt" in places(s)


@pytest.mark.rule("S-P5")
@pytest.mark.parametrize("place", RESOURCE_PLACES)
def test_seven_spaces_at_a_resource_place(place: str) -> None:
    s = at(PlacePeople(0), people=10, idle=10)
    assert counts(s, place) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("S-P5")
def test_what_is_left_of_seven_spaces_may_be_used() -> None:
    s = at(PlacePeople(0), others={1: {"placed": {"river": 3}}, 2: {"placed": {"river": 2}}})
    assert counts(s, "river") == [1, 2]


@pytest.mark.rule("S-P5")
def test_four_players_may_share_a_resource_place() -> None:
    others = {seat: {"placed": {"quarry": 1}} for seat in (1, 2, 3)}
    assert counts(at(PlacePeople(0), others=others), "quarry") == [1, 2, 3, 4]


@pytest.mark.rule("S-P5")
def test_book_example_two_and_five_fill_the_forest() -> None:
    s = at(Placing())
    do(s, "send forest 2", "send forest 5")
    assert "forest" not in places(s)
    assert reasons(s)["forest"] == Closed("forest", "S-P5", "full", (("spaces", 7),))


@pytest.mark.rule("S-P3", "S-P6")
@pytest.mark.parametrize("place", ["tool_maker", "field", "card-1", "card-4", "building-3"])
def test_book_example_one_person_fills_it(place: str) -> None:
    s = at(Placing())
    assert counts(s, place) == [1]
    do(s, f"send {place} 1")
    assert place not in places(s)


@pytest.mark.rule("S-P3")
def test_book_example_two_people_fill_the_hut() -> None:
    s = at(Placing())
    do(s, "send hut 2")
    assert "hut" not in places(s)


@pytest.mark.rule("S-P6")
def test_each_card_and_building_is_its_own_place() -> None:
    s = at(PlacePeople(0), placed={"card-1": 1, "building-1": 1})
    assert {"card-2", "card-3", "card-4", "building-2", "building-3", "building-4"} <= places(s)
    assert reasons(s)["card-1"].reason == "already_here"
    s = at(PlacePeople(0), others={1: {"placed": {"card-2": 1, "building-4": 1}}})
    assert not {"card-2", "building-4"} & places(s)
    assert reasons(s)["card-2"] == Closed("card-2", "S-P6", "taken")
    assert reasons(s)["building-4"] == Closed("building-4", "S-P6", "taken")


@pytest.mark.rule("S-P6", "S-S3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_buildings_of_stacks_in_use_are_places(seats: int) -> None:
    found = {place for place in places(at(Placing(), seats=seats)) if "building" in place}
    assert found == {f"building-{n}" for n in range(1, seats + 1)}


@pytest.mark.rule("S-P7")
def test_who_has_no_people_left_is_skipped() -> None:
    s = at(Placing(), seats=3)
    do(s, "send hunt 5", "send hunt 1", "send hunt 5")
    assert s.turn == 1
    do(s, "send forest 1")
    assert s.turn == 1


@pytest.mark.rule("S-P7")
def test_nobody_without_people_is_asked() -> None:
    assert at(PlacePeople(0), placed={"hunt": 5}).turn == OVER


@pytest.mark.rule("S-P7")
def test_the_phase_ends_when_nobody_has_people_left() -> None:
    s = at(Placing(), seats=2)
    do(s, "send hunt 5", "send hunt 5")
    assert s.turn == OVER


EVERYWHERE = {
    "hunt": 1, "forest": 1, "clay_pit": 1, "quarry": 1, "river": 1, "tool_maker": 1, "field": 1,
    "card-1": 1,
}  # fmt: skip


@pytest.mark.rule("S-P7")
def test_who_has_people_but_no_legal_place_is_skipped_and_they_stay_home() -> None:
    taken = {"card-2": 1, "card-3": 1, "card-4": 1, "building-1": 1}
    mine: dict[str, Any] = {"people": 10, "placed": EVERYWHERE}
    s = at(PlacePeople(1), seats=2, others={1: {"people": 10, "placed": taken}}, **mine)
    do(s, "send building-2 1")
    assert s.turn == 1, "seat 0 has two people, but every place is closed to it"
    do(s, "send hunt 5")
    assert s.turn == OVER
    assert s.players[0].idle == 2


@pytest.mark.rule("S-P7", "S-F1")
def test_people_who_could_not_be_placed_eat() -> None:
    taken = {"card-2": 1, "card-3": 1, "card-4": 1, "building-1": 1}
    mine: dict[str, Any] = {"people": 10, "placed": EVERYWHERE, "food": 10}
    others = {1: {"people": 10, "placed": taken}}
    s = at(PlacePeople(1), FeedPeople(0), seats=2, others=others, **mine)
    do(s, "send building-2 1", "send hunt 5")
    assert s.players[0].food == 0


@pytest.mark.rule("S-P7")
def test_a_lone_person_who_could_only_go_to_the_hut_is_skipped() -> None:
    mine: dict[str, Any] = {"people": 9, "placed": EVERYWHERE}
    others = {
        1: {"people": 10, "placed": {"card-2": 1, "card-3": 1, "card-4": 1}},
        2: {"people": 10, "placed": {"building-1": 1, "building-2": 1, "building-3": 1}},
        3: {"people": 10, "placed": {"building-4": 1, "hunt": 1}},
    }
    s = at(PlacePeople(3), others=others, **mine)
    do(s, "send forest 1")
    assert s.turn == 1


@pytest.mark.rule("S-P10")
@pytest.mark.parametrize(
    ("place", "full"),
    [("hut", {"people": 10}), ("field", {"agriculture": 10}), ("tool_maker", {"tools": 12})],
)
def test_a_place_may_be_taken_though_it_brings_nothing(place: str, full: dict[str, Any]) -> None:
    assert place in places(at(Placing(), **full))


@pytest.mark.random_games
@pytest.mark.rule("S-P1", "S-P2", "S-P7")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("repeat", [False, True])
def test_a_place_is_either_open_or_closed_with_a_reason(seats: int, repeat: bool) -> None:
    rng = random.Random(seats)
    s = cast(State, GAME.new(seats, {"repeat_hunting": repeat}))
    for _ in range(1500):
        if s.turn == OVER:
            break
        if s.turn == CHANCE:
            play(s, odds(s).at(rng.randrange(odds(s).total)))
            continue
        if isinstance(s.stack[-1], PlacePeople):
            every = {each["place"] for each in GAME.view(s, None)["places"]}
            assert places(s) | reasons(s).keys() == every
            assert not places(s) & reasons(s).keys()
        play(s, rng.choice(s.legal))


@pytest.mark.rule("S-P1")
def test_nothing_is_closed_to_who_is_not_asked() -> None:
    s = at(ROUND, seats=2)
    assert closed(s, 1) == []
