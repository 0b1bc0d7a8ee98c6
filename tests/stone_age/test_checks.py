"""The checks find every way in which a state can be broken."""

from collections.abc import Callable

import pytest

from cradle.stone_age import GAME
from cradle.stone_age.script import ROUND
from cradle.stone_age.state import NOTHING, State, replaced
from tests.stone_age.positions import at


def lose_player(s: State) -> None:
    s.players.pop()


def owe_a_die(s: State) -> None:
    s.players[0].owed = (0,)


def lose_a_card_place(s: State) -> None:
    s.cards = s.cards[:-1]


def lose_a_card(s: State) -> None:
    s.deck = s.deck[:-1]


def card_twice(s: State) -> None:
    s.players[0].cards += s.cards[:1]


def shuffle_the_deck(s: State) -> None:
    s.deck = s.deck[::-1]


def lose_a_stack(s: State) -> None:
    s.heights = s.heights[:-1]


def dig_a_stack(s: State) -> None:
    s.heights = (s.heights[0] - 8, s.heights[1] + 8, *s.heights[2:])
    s.unseen = tuple(sorted([*s.unseen, s.tops[0]]))
    s.tops = replaced(s.tops, 0, NOTHING)


def float_a_building(s: State) -> None:
    s.heights = replaced(s.heights, 0, 0)


def lose_a_building(s: State) -> None:
    s.unseen = s.unseen[:-1]


def shuffle_the_buildings(s: State) -> None:
    s.unseen = s.unseen[::-1]


def raise_a_stack(s: State) -> None:
    s.heights = replaced(s.heights, 0, s.heights[0] + 1)


def lose_people(s: State) -> None:
    s.crowd[0] += 1


def too_few_people(s: State) -> None:
    s.players[0].people = s.players[0].idle = 4


def too_many_people(s: State) -> None:
    s.players[0].people = 11


def clone_people(s: State) -> None:
    s.players[0].idle += 1


def negative_food(s: State) -> None:
    s.players[0].food = -1


def negative_gold(s: State) -> None:
    s.players[0].stock[3] = -1


def too_much_agriculture(s: State) -> None:
    s.players[0].agriculture = 11


def too_many_tools(s: State) -> None:
    s.players[0].tools = 13


def use_a_tool_that_is_not_there(s: State) -> None:
    s.players[0].used = 1


def one_use_tool_without_card(s: State) -> None:
    s.players[0].once = 1 << 3


def hide_a_card(s: State) -> None:
    s.players[0].hidden = s.deck[-1]
    s.deck = s.deck[:-1]


def two_times_two(s: State) -> None:
    s.players[0].two = 2


def two_without_card(s: State) -> None:
    s.players[0].two = 1


def too_early(s: State) -> None:
    s.round = 0
    s.crowd[0] = s.players[0].at[0] = 1
    s.players[0].idle -= 1


BROKEN: list[tuple[Callable[[State], None], str]] = [
    (lose_player, "players"),
    (owe_a_die, "dice owed"),
    (lose_a_card_place, "places for cards"),
    (lose_a_card, "civilization cards"),
    (card_twice, "civilization cards"),
    (shuffle_the_deck, "order of the unknown cards"),
    (lose_a_stack, "stacks in use"),
    (dig_a_stack, "a stack below nothing"),
    (float_a_building, "a building on an empty stack"),
    (lose_a_building, "buildings"),
    (shuffle_the_buildings, "order of the unknown buildings"),
    (raise_a_stack, "height of the stacks"),
    (lose_people, "people at place 0"),
    (too_few_people, "number of people: 5 to 10"),
    (too_many_people, "number of people: 5 to 10"),
    (clone_people, "people at home"),
    (negative_food, "a stock below nothing"),
    (negative_gold, "a stock below nothing"),
    (too_much_agriculture, "agriculture: at most 10"),
    (too_many_tools, "tools: at most 4, 4, 4"),
    (use_a_tool_that_is_not_there, "a used tool that isn't there"),
    (one_use_tool_without_card, "a one-use tool without its card"),
    (hide_a_card, "a hidden card without the card for it"),
    (two_times_two, "the two resources"),
    (two_without_card, "two resources without the card"),
    (too_early, "people placed before the first round"),
]


@pytest.mark.parametrize(("spoil", "reason"), BROKEN, ids=[spoil.__name__ for spoil, _ in BROKEN])
def test_a_broken_state_is_found(spoil: Callable[[State], None], reason: str) -> None:
    s = at(ROUND, seats=2)
    GAME.check(s)
    spoil(s)
    with pytest.raises(AssertionError) as found:
        GAME.check(s)
    assert str(found.value).split("\n")[0] == reason
