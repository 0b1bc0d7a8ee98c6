"""Chapter 3: tool maker, hut and field."""

import pytest

from cradle.stone_age import GAME
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.feeding import FeedPeople
from cradle.stone_age.script import ROUND
from cradle.stone_age.state import Player
from cradle.stone_age.village import make_tool
from tests.stone_age.positions import at, do, told


def values(player: Player) -> list[int]:
    return sorted((player.tool(slot) for slot in range(3)), reverse=True)


@pytest.mark.rule("S-A2")
def test_book_example_the_first_tool_is_a_one() -> None:
    s = at(TakeAction(0), placed={"tool_maker": 1})
    do(s, "visit tool_maker")
    assert GAME.view(s, 0)["players"][0]["tools"] == [{"value": 1, "used": False}]
    assert told(s) == [{"kind": "tool-made", "seat": 0, "total": 1}]


@pytest.mark.rule("S-A2")
def test_tools_rise_one_after_the_other_to_three_of_four() -> None:
    s = at(seats=2)
    me = s.players[0]
    grown = []
    for _ in range(13):
        make_tool(s, 0)
        grown.append(values(me))
    assert grown == [
        [1, 0, 0], [1, 1, 0], [1, 1, 1],
        [2, 1, 1], [2, 2, 1], [2, 2, 2],
        [3, 2, 2], [3, 3, 2], [3, 3, 3],
        [4, 3, 3], [4, 4, 3], [4, 4, 4], [4, 4, 4],
    ]  # fmt: skip
    assert told(s)[-1] == {"kind": "nothing-gained", "seat": 0, "place": "tool_maker"}


def fresh(player: Player) -> list[int]:
    slots = (slot for slot in range(3) if player.tool(slot) and not player.used >> slot & 1)
    return sorted(player.tool(slot) for slot in slots)


@pytest.mark.rule("S-A2")
@pytest.mark.parametrize(
    ("tools", "used", "after"),
    [
        (3, (0,), [1, 2]),  # one 1 is used: another 1 becomes a 2 that can be used
        (3, (0, 1), [2]),
        (3, (0, 1, 2), []),  # all used: the raised one stays used
        (4, (1,), [2, 2]),
        (4, (0,), [1, 2]),
        (4, (1, 2), [2]),
        (5, (2,), [2, 2]),  # the lowest alone is used, and raised all the same
        (5, (0, 1), [2]),
        (2, (0, 1), [1]),  # a new tool is fresh
        (0, (), [1]),
        (11, (0, 1, 2), []),
    ],
)
def test_of_equally_low_tools_an_unused_one_is_raised(
    tools: int, used: tuple[int, ...], after: list[int]
) -> None:
    s = at(TakeAction(0), placed={"tool_maker": 1}, tools=tools, used=used)
    do(s, "visit tool_maker")
    assert fresh(s.players[0]) == after
    assert s.players[0].tools == tools + 1


@pytest.mark.rule("S-A2")
@pytest.mark.parametrize("tools", range(3, 12))
@pytest.mark.parametrize("used", range(8))
def test_raising_a_tool_is_never_worse_than_raising_any_other_lowest(tools: int, used: int) -> None:
    s = at(seats=2, tools=tools, used=[slot for slot in range(3) if used >> slot & 1])
    me = s.players[0]
    before = [(me.tool(slot), bool(used >> slot & 1)) for slot in range(3)]
    lowest = min(value for value, _ in before)
    ways = []
    for slot, (value, worn) in enumerate(before):
        if value == lowest:
            raised = [*before[:slot], (value + 1, worn), *before[slot + 1 :]]
            ways.append(sorted(v for v, w in raised if not w))
    make_tool(s, 0)
    assert fresh(me) == max(ways, key=lambda way: (sum(way), way))


@pytest.mark.rule("S-A3")
def test_book_example_two_go_back_and_one_is_new() -> None:
    s = at(TakeAction(0), placed={"hut": 2})
    do(s, "visit hut")
    assert (s.players[0].people, s.players[0].idle) == (6, 5)
    assert told(s) == [{"kind": "person-born", "seat": 0, "total": 6}]


@pytest.mark.rule("S-A3")
def test_the_new_person_eats_in_this_round_and_is_placed_in_the_next() -> None:
    s = at(TakeAction(0), FeedPeople(0), ROUND, seats=2, placed={"hut": 2}, food=6)
    do(s, "visit hut")
    assert s.players[0].food == 0
    assert s.players[0].idle == 6


@pytest.mark.rule("S-A3", "S-P10")
def test_nobody_has_more_than_ten_people() -> None:
    s = at(TakeAction(0), placed={"hut": 2}, people=10)
    do(s, "visit hut")
    assert (s.players[0].people, s.players[0].idle) == (10, 10)
    assert told(s) == [{"kind": "nothing-gained", "seat": 0, "place": "hut"}]


@pytest.mark.rule("S-A4")
@pytest.mark.parametrize("level", [0, 4, 9])
def test_the_field_raises_agriculture(level: int) -> None:
    s = at(TakeAction(0), placed={"field": 1}, agriculture=level)
    do(s, "visit field")
    assert s.players[0].agriculture == level + 1
    assert told(s) == [{"kind": "farmed", "seat": 0, "total": level + 1}]


@pytest.mark.rule("S-A4", "S-P10")
def test_agriculture_ends_at_ten() -> None:
    s = at(TakeAction(0), placed={"field": 1}, agriculture=10)
    do(s, "visit field")
    assert s.players[0].agriculture == 10
    assert told(s) == [{"kind": "nothing-gained", "seat": 0, "place": "field"}]
