"""Chapter 2: what is closed with two or three players."""

import pytest

from cradle.kernel.step import Closed, closed
from cradle.stone_age.placing import Placing
from cradle.stone_age.state import State
from tests.stone_age.positions import at, do, places

RESOURCE_PLACES = ["forest", "clay_pit", "quarry", "river"]
VILLAGE = ["tool_maker", "hut", "field"]


def reasons(s: State) -> dict[str, Closed]:
    return {each.subject: each for each in closed(s, s.turn)}


@pytest.mark.rule("S-P8", "S-P9")
@pytest.mark.parametrize(("seats", "clause"), [(2, "S-P9"), (3, "S-P8")])
@pytest.mark.parametrize("shut", VILLAGE)
def test_only_two_village_places_are_used_with_two_or_three_players(
    seats: int, clause: str, shut: str
) -> None:
    first, second = (place for place in VILLAGE if place != shut)
    people = {"tool_maker": 1, "hut": 2, "field": 1}
    s = at(Placing(), seats=seats)
    do(s, f"send {first} {people[first]}")
    assert shut in places(s)
    do(s, f"send {second} {people[second]}")
    assert shut not in places(s)
    assert reasons(s)[shut] == Closed(shut, clause, "village_full", (("most", 2),))


@pytest.mark.rule("S-P8")
def test_with_four_players_all_village_places_are_used() -> None:
    s = at(Placing())
    do(s, "send tool_maker 1", "send field 1")
    assert "hut" in places(s)


@pytest.mark.rule("S-P8")
@pytest.mark.parametrize("place", RESOURCE_PLACES)
def test_book_example_the_third_of_three_is_refused(place: str) -> None:
    s = at(Placing(), seats=3)
    do(s, f"send {place} 1")
    assert place in places(s)
    do(s, f"send {place} 1")
    assert place not in places(s)
    assert reasons(s)[place] == Closed(place, "S-P8", "too_many_parties", (("most", 2),))


@pytest.mark.rule("S-P9")
@pytest.mark.parametrize("place", RESOURCE_PLACES)
def test_book_example_the_second_of_two_is_refused(place: str) -> None:
    s = at(Placing(), seats=2)
    do(s, f"send {place} 1")
    assert place not in places(s)
    assert reasons(s)[place] == Closed(place, "S-P9", "too_many_parties", (("most", 1),))


@pytest.mark.rule("S-P8", "S-P9", "S-P4")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_hunt_is_free_to_all(seats: int) -> None:
    s = at(Placing(), seats=seats)
    for _ in range(seats):
        assert "hunt" in places(s)
        do(s, "send hunt 1")
