"""The moves and the news of Stone Age, and how they are written.

Moves are made once and shared; the lists at the end are the only ones there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from cradle.kernel.notation import Amounts, Many, Names, Number, speaks
from cradle.kernel.step import Move
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDINGS,
    CARDS,
    GOODS,
    LIMITS,
    MOST_PEOPLE,
    PLACE_NAMES,
    RESOURCES,
    TWO_RESOURCES,
)

NUMBER: Final = Number()
PLACE: Final = Names("place", PLACE_NAMES)
RESOURCE: Final = Names("resource", RESOURCES)
GOOD: Final = Names("good", GOODS)
CARD_NAME: Final = Names("card", [card.id for card in CARDS])
BUILDING_NAME: Final = Names("building", [building.id for building in BUILDINGS])
MOST_TOOL: Final = LIMITS["tool_max"]
ONCE: Final = MOST_TOOL  # a one-use tool of value v is word ONCE + v
TOOL: Final = Names(
    "tool",
    [
        "0",
        *(str(value) for value in range(1, MOST_TOOL + 1)),
        *(f"once-{value}" for value in range(1, MOST_TOOL + 1)),
    ],
)
DIE: Final = Names("die", [str(face) for face in range(7)])
Bundle = tuple[int, int, int, int]


@dataclass(frozen=True)
class First(Move):
    """Chance: who begins (S-S1)."""

    seat: int


@dataclass(frozen=True)
class Deal(Move):
    """Chance: the next civilization card of the stack."""

    card: int


@dataclass(frozen=True)
class Uncover(Move):
    """Chance: the next building of a stack."""

    building: int


@dataclass(frozen=True)
class Roll(Move):
    """Chance: a throw of dice, its faces in rising order."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Send(Move):
    """Put people on a place (S-P1)."""

    place: int
    count: int


@dataclass(frozen=True)
class Visit(Move):
    """Resolve one's people at a place (S-A1)."""

    place: int


@dataclass(frozen=True)
class Decline(Move):
    """Take one's people home without acting (S-O4)."""

    place: int


@dataclass(frozen=True)
class Use(Move):
    """Add tools to the roll, or none (S-A7)."""

    tools: tuple[int, ...]


@dataclass(frozen=True)
class Pay(Move):
    """Pay resources for a card, a building or missing food."""

    resources: Bundle


@dataclass(frozen=True)
class Leave(Move):
    """Leave the card or the building where it is (S-A8, S-A9)."""


@dataclass(frozen=True)
class Take(Move):
    """Take the two resources of the card of S-C10."""

    resources: Bundle


@dataclass(frozen=True)
class Choose(Move):
    """Choose a die of the dice row (S-C1)."""

    die: int


@dataclass(frozen=True)
class Starve(Move):
    """Don't replace the missing food: 10 points less (S-F3)."""


speaks(First, NUMBER)
speaks(Deal, CARD_NAME)
speaks(Uncover, BUILDING_NAME)
speaks(Roll, Many(NUMBER))
speaks(Send, PLACE, NUMBER)
speaks(Visit, PLACE)
speaks(Decline, PLACE)
speaks(Use, Many(TOOL))
speaks(Pay, Amounts(RESOURCE))
speaks(Take, Amounts(RESOURCE))
speaks(Choose, DIE)

MOVES: Final = (
    First, Deal, Uncover, Roll, Send, Visit, Decline, Use, Pay, Leave, Take, Choose, Starve,
)  # fmt: skip

LEAVE: Final = Leave()
STARVE: Final = Starve()
DEAL: Final = [Deal(card) for card in range(len(CARDS))]
UNCOVER: Final = [Uncover(building) for building in range(len(BUILDINGS))]
VISIT: Final = [Visit(place) for place in range(ALL_PLACES)]
DECLINE: Final = [Decline(place) for place in range(ALL_PLACES)]
_uses: Final[dict[tuple[int, ...], Use]] = {}
CHOOSE: Final = [Choose(die) for die in range(7)]
SEND: Final = [
    [Send(place, count) for count in range(MOST_PEOPLE + 1)] for place in range(ALL_PLACES)
]
COUNTS: Final = range(MOST_PEOPLE + 1)
BUNDLES: Final[list[Bundle]] = [
    (wood, clay, stone, gold)
    for wood, clay, stone, gold in product(COUNTS, COUNTS, COUNTS, COUNTS)
    if wood + clay + stone + gold <= MOST_PEOPLE
]
PAY: Final = {bundle: Pay(bundle) for bundle in BUNDLES}
TAKE_TWO: Final[list[Move]] = [Take(bundle) for bundle in BUNDLES if sum(bundle) == TWO_RESOURCES]


def use(tools: tuple[int, ...]) -> Use:
    """The move that adds these tools, made once."""
    found = _uses.get(tools)
    if found is None:
        found = _uses[tools] = Use(tools)
    return found
