"""Nothing is lost and nothing is made from nothing: what holds in every state."""

from __future__ import annotations

from cradle.stone_age.components import (
    BUILDINGS,
    CARDS,
    LIMITS,
    MOST_AGRICULTURE,
    MOST_PEOPLE,
    MOST_TOOLS,
    OPEN_CARDS,
    STACK_HEIGHT,
    TOOL_SLOTS,
)
from cradle.stone_age.scoring import all_cards
from cradle.stone_age.state import NOTHING, Player, State


def check(s: State) -> None:
    """Raise AssertionError if the state can't be."""
    assert len(s.players) == s.seats, "players"
    assert sum(map(len, s.rows)) >= sum(len(player.owed) for player in s.players), "dice owed"
    _check_cards(s)
    _check_buildings(s)
    for place, crowd in enumerate(s.crowd):
        assert crowd == sum(player.at[place] for player in s.players), f"people at place {place}"
    for player in s.players:
        _check_player(player)
    assert s.round or not any(s.crowd), "people placed before the first round"


def _check_cards(s: State) -> None:
    taken = [card for player in s.players for card in all_cards(player)]
    shown = [card for card in s.cards if card != NOTHING]
    assert len(s.cards) == OPEN_CARDS, "places for cards"
    assert sorted([*s.deck, *shown, *taken]) == list(range(len(CARDS))), "civilization cards"
    assert list(s.deck) == sorted(s.deck), "order of the unknown cards"


def _check_buildings(s: State) -> None:
    built = [building for player in s.players for building in player.buildings]
    shown = [building for building in s.tops if building != NOTHING]
    assert sorted([*s.unseen, *shown, *built]) == list(range(len(BUILDINGS))), "buildings"
    assert list(s.unseen) == sorted(s.unseen), "order of the unknown buildings"
    assert len(s.tops) == len(s.heights) == s.seats, "stacks in use"
    assert min(s.heights) >= 0, "a stack below nothing"
    for top, height in zip(s.tops, s.heights, strict=True):
        assert top == NOTHING or height, "a building on an empty stack"
    assert len(built) + sum(s.heights) == STACK_HEIGHT * s.seats, "height of the stacks"


def _check_player(player: Player) -> None:
    start = LIMITS["people_start"]
    assert start <= player.people <= MOST_PEOPLE, f"number of people: {start} to 10"
    assert 0 <= player.idle <= player.people - sum(player.at), "people at home"
    assert min(*player.stock, player.food, 0) == 0, "a stock below nothing"
    assert 0 <= player.agriculture <= MOST_AGRICULTURE, "agriculture: at most 10"
    assert 0 <= player.tools <= MOST_TOOLS, "tools: at most 4, 4, 4"
    assert player.used < 1 << min(player.tools, TOOL_SLOTS), "a used tool that isn't there"
    open_once = sum(1 << CARDS[c].amount for c in player.cards if CARDS[c].upper == "one_use_tool")
    assert player.once & ~open_once == 0, "a one-use tool without its card"
    has_extra = any(CARDS[card].upper == "extra_card" for card in player.cards)
    assert has_extra or player.hidden == NOTHING, "a hidden card without the card for it"
    has_two = any(CARDS[card].upper == "two_resources" for card in player.cards)
    assert player.two in (0, 1), "the two resources"
    assert has_two or not player.two, "two resources without the card"
