"""Every move of Stone Age, seats' and chance's, made once and shared.

The lists at the end are the only ones there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from cradle.kernel.notation import Amounts, By, Many, Names, Number, speaks
from cradle.kernel.step import Move
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDING,
    BUILDINGS,
    CARD,
    CARDS,
    GOODS,
    LIMITS,
    MOST_PEOPLE,
    OPEN_CARDS,
    PLACE_NAMES,
    RESOURCES,
    STACKS,
    TWO_RESOURCES,
)

NUMBER: Final = Number()
PLACE: Final = Names("place", PLACE_NAMES)
CARD_PLACE: Final = Names("place", PLACE_NAMES[CARD:BUILDING])
BUILDING_PLACE: Final = Names("place", PLACE_NAMES[BUILDING:])
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


# The clause of a place: where people are sent, what they do there, what they gather.
SENT: Final = ("S-P4", *["S-P5"] * 4, *["S-P3"] * 3, *["S-P6"] * (ALL_PLACES - CARD))
VISITED: Final = (
    *("S-A5", *["S-A6"] * 4, "S-A2", "S-A3", "S-A4"),
    *(*["S-A8"] * OPEN_CARDS, *["S-A9"] * STACKS),
)
GATHERED: Final = (*["S-A6"] * len(RESOURCES), "S-A5")


@dataclass(frozen=True)
class First(Move):
    """Chance: who begins."""

    seat: int


speaks(First, "S-S1", NUMBER)


@dataclass(frozen=True)
class Deal(Move):
    """Chance: the next civilization card of the stack."""

    card: int


speaks(Deal, "", CARD_NAME)


@dataclass(frozen=True)
class Uncover(Move):
    """Chance: the next building of a stack."""

    building: int


speaks(Uncover, "S-A10", BUILDING_NAME)


@dataclass(frozen=True)
class Roll(Move):
    """Chance: a throw of dice, its faces in rising order."""

    dice: tuple[int, ...]


speaks(Roll, "", Many(NUMBER))


@dataclass(frozen=True)
class Send(Move):
    """Put people on a place."""

    place: int
    count: int


speaks(Send, By("place", SENT), PLACE, NUMBER)


@dataclass(frozen=True)
class Visit(Move):
    """Resolve one's people at a place."""

    place: int


speaks(Visit, By("place", VISITED), PLACE)


@dataclass(frozen=True)
class Decline(Move):
    """Take one's people home without acting."""

    place: int


speaks(Decline, "S-O4", PLACE)


@dataclass(frozen=True)
class Use(Move):
    """Add tools to the roll, or none."""

    tools: tuple[int, ...]


speaks(Use, "S-A7", Many(TOOL))


@dataclass(frozen=True)
class Pay(Move):
    """Pay resources for a card, a building or missing food."""

    resources: Bundle


speaks(Pay, "", Amounts(RESOURCE))


@dataclass(frozen=True)
class Leave(Move):
    """Leave the card or the building where it is."""


speaks(Leave, "")


@dataclass(frozen=True)
class Take(Move):
    """Take the two resources of the card of S-C10."""

    resources: Bundle


speaks(Take, "S-C10", Amounts(RESOURCE))


@dataclass(frozen=True)
class Choose(Move):
    """Choose a die of the dice row."""

    die: int


speaks(Choose, "S-C1", DIE)


@dataclass(frozen=True)
class Starve(Move):
    """Don't replace the missing food: 10 points less."""


speaks(Starve, "S-F3")

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
