"""Conservation: nothing is lost, nothing is made from nothing, every sum adds up."""

from __future__ import annotations

from cradle.hadara.colonies import TurnColony
from cradle.hadara.components import Components
from cradle.hadara.effects import tracks_of
from cradle.hadara.names import (
    CARD_COLOUR,
    COLOUR_COUNT,
    GROUP_CARDS,
    LEVELS,
    TILES_PER_LEVEL,
    TRACK_COUNT,
)
from cradle.hadara.numbers import DRAWN, MOST_GOLD, MOST_SILVER, TILES_PER_TRACK
from cradle.hadara.state import FACE_DOWN, NOTHING, PLUNDERED, Player, State


def check(s: State) -> None:
    """Raise AssertionError if the state can't be."""
    _check_cards(s)
    _check_stacks(s)
    _check_colonies(s)
    assert sum(player.coins for player in s.players) == s.bank, "coins in are coins out"
    for player in s.players:
        _check_player(s, player)


def _check_cards(s: State) -> None:
    """Each of the 162 cards is in exactly one place; starred ones may be left out (H-S5).

    As sums of bits: a sum of so many powers of two has so many bits only if all differ.
    """
    places = [*s.piles, s.gone]
    for player in s.players:
        places += (player.cards, player.hand, player.sold)
    held = [card for place in places for card in place]
    pools = _all_bits(s.pools)
    expected = _all_bits(_full(s))
    assert pools + sum([1 << card for card in held]) == expected, "no card is lost"
    assert pools.bit_count() + len(held) == expected.bit_count(), "no card is in two places"


def _all_bits(pools: list[int]) -> int:
    """The cards of all groups as one sum of bits; the cards of a group lie side by side."""
    return sum([pool << GROUP_CARDS[group][0] for group, pool in enumerate(pools)])


def _full(s: State) -> list[int]:
    return s.components.pools if s.advanced else s.components.plain_pools


def _check_stacks(s: State) -> None:
    """H-S4: of each colour, what lies face down and was drawn makes 2 cards a player."""
    for colour in range(COLOUR_COUNT):
        drawn = sum(_drawn(s, group) for group in range(colour, len(s.pools), COLOUR_COUNT))
        assert drawn + s.heights[colour] == DRAWN * s.seats * s.epoch, "a card left the stack"


def _drawn(s: State, group: int) -> int:
    return _full(s)[group].bit_count() - s.pools[group].bit_count()


def _check_colonies(s: State) -> None:
    """H-S6, H-C2: as many of each level as players; a turned reverse is in one place."""
    for level in range(len(LEVELS)):
        owned = [player.colonies[level] for player in s.players]
        taken = [tile for tile in owned if tile != NOTHING]
        turning = sum(isinstance(step, TurnColony) and step.colony == level for step in s.stack)
        assert s.left[level] + len(taken) + turning == s.seats, "no colony is lost"
        turned = sum(1 << tile for tile in taken if tile != PLUNDERED)
        assert turned + s.reverses[level] == (1 << TILES_PER_LEVEL) - 1, "a reverse turns once"


def _check_player(s: State, player: Player) -> None:
    assert player.coins >= 0, "coins never go below 0 (H-T3)"
    assert len(player.silver) <= MOST_SILVER, "silver medals (H-M1)"
    assert player.gold <= MOST_GOLD, "gold medals (H-M1)"
    assert player.counts == _counts(player), "cards by colour"
    assert player.effects == _effects(s.components, player), "effects of own cards"
    assert _tiles(player) == [TILES_PER_TRACK] * TRACK_COUNT, "8 bonus tiles (H-S9)"
    if s.epoch:
        assert player.tracks == tracks_of(s.components, player), "tracks add up (H-T1)"


def _counts(player: Player) -> list[int]:
    colours = [CARD_COLOUR[card] for card in player.cards]
    return [colours.count(colour) for colour in range(COLOUR_COUNT)]


def _effects(t: Components, player: Player) -> int:
    return sum(t.effect[card] for card in player.cards)


def _tiles(player: Player) -> list[int]:
    """The tiles of each track: free, on statues, on silver spaces and on the card."""
    statues = [tile % FACE_DOWN for tile in player.statues if tile != NOTHING]
    used = [*statues, *player.silver, player.card_tile]
    return [free + used.count(track) for track, free in enumerate(player.tiles)]
