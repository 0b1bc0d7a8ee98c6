"""The final scoring."""

from __future__ import annotations

from typing import Final

from cradle.kernel.game import Score, ranked
from cradle.stone_age.components import CARDS, FIGURES, SYMBOLS, TWO_RESOURCES
from cradle.stone_age.state import NOTHING, Player, State

FARMER: Final = 0
HUT_BUILDER: Final = 1
SHAMAN: Final = 2
TOOL_MAKER: Final = 3
PARTS: Final = (
    *("points", "resources", "culture"),
    *("farmers", "hut_builders", "shamans", "tool_makers"),
)
PART_CLAUSES: Final = ("S-Z4", "S-Z1", "S-Z2", *["S-Z3"] * 4)


def scores(s: State) -> list[Score]:
    """S-Z4: all scores; a tie is broken by agriculture, tools and people together."""
    ties = [player.agriculture + player.tools + player.people for player in s.players]
    return ranked([points(player) for player in s.players], ties)


def points(player: Player, with_hidden: bool = True) -> dict[str, int]:
    """The points of a player by category, as if the game ended now."""
    cards = all_cards(player) if with_hidden else player.cards
    figures = count_figures(cards)
    parts = (
        player.points,
        resource_points(player),
        culture_points(cards),
        figures[FARMER] * player.agriculture,
        figures[HUT_BUILDER] * len(player.buildings),
        figures[SHAMAN] * player.people,
        figures[TOOL_MAKER] * player.tools,
    )
    return dict(zip(PARTS, parts, strict=True))


def all_cards(player: Player) -> tuple[int, ...]:
    """S-Z0: all cards count, used, open, or drawn unseen."""
    return player.cards if player.hidden == NOTHING else (*player.cards, player.hidden)


def resource_points(player: Player) -> int:
    """S-Z1: 1 point a resource; the two of an unused card are taken now (S-C10)."""
    return sum(player.stock) + TWO_RESOURCES * player.two


def culture_points(cards: tuple[int, ...]) -> int:
    """S-Z2: the square of the number of different symbols, then the same for the doubles."""
    held = [0] * len(SYMBOLS)
    for card in cards:
        if CARDS[card].symbol >= 0:
            held[CARDS[card].symbol] += 1
    different = sum(1 for count in held if count)
    doubles = sum(1 for count in held if count > 1)
    return different * different + doubles * doubles


def count_figures(cards: tuple[int, ...]) -> list[int]:
    """S-Z3: how many farmers, hut builders, shamans and tool makers the cards show."""
    shown = [0] * len(FIGURES)
    for card in cards:
        if CARDS[card].figure >= 0:
            shown[CARDS[card].figure] += CARDS[card].figures
    return shown
