"""The state of a game of Stone Age: what lies on the board and on each tableau."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from cradle.kernel import step
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDINGS,
    CARDS,
    LIMITS,
    OPEN_CARDS,
    RESOURCES,
    TOOL_SLOTS,
)

NOTHING: Final = -1


@dataclass(kw_only=True)
class Player:
    """One tableau. `tools` counts all tools ever made: it says each slot's value (S-A2).

    What changes in nearly every turn is a list; the rest are tuples, which copies share. `memo`
    is room for what an onlooker remembers about the tableau: the rules never look at it.
    """

    people: int
    idle: int
    food: int
    stock: list[int] = field(default_factory=lambda: [0] * len(RESOURCES))
    agriculture: int = 0
    tools: int = 0
    used: int = 0  # bit i: the tool in slot i was used this round
    once: int = 0  # bit v: a one-use tool of value v is still open
    two: int = 0  # 1 while the card of S-C10 is unused
    points: int = 0
    cards: tuple[int, ...] = ()
    buildings: tuple[int, ...] = ()
    hidden: int = NOTHING
    at: list[int] = field(default_factory=lambda: [0] * ALL_PLACES)
    owed: tuple[int, ...] = ()  # dice rows still to choose from (S-O1)
    memo: Any = field(default=None, compare=False, repr=False)

    def copy(self) -> Player:
        """An independent tableau."""
        to = Player.__new__(Player)
        to.people = self.people
        to.idle = self.idle
        to.food = self.food
        to.stock = self.stock[:]
        to.agriculture = self.agriculture
        to.tools = self.tools
        to.used = self.used
        to.once = self.once
        to.two = self.two
        to.points = self.points
        to.cards = self.cards
        to.buildings = self.buildings
        to.hidden = self.hidden
        to.at = self.at[:]
        to.owed = self.owed
        to.memo = self.memo
        return to

    def tool(self, slot: int) -> int:
        """The value of the tool in a slot, 0 for none: slots rise one after the other (S-A2)."""
        return (self.tools + TOOL_SLOTS - 1 - slot) // TOOL_SLOTS


@dataclass(kw_only=True)
class State(step.State):
    """The board. Piles whose order nobody knows are kept sorted; copies share all tuples."""

    players: list[Player]
    first: int = 0
    round: int = 0
    crowd: list[int] = field(default_factory=lambda: [0] * ALL_PLACES)
    cards: tuple[int, ...] = (NOTHING,) * OPEN_CARDS
    deck: tuple[int, ...] = tuple(range(len(CARDS)))
    tops: tuple[int, ...]
    heights: tuple[int, ...]
    unseen: tuple[int, ...] = tuple(range(len(BUILDINGS)))
    roll: tuple[int, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    dice_row_next_turn: bool = False
    two_resources_at_once: bool = False
    repeat_hunting: bool = False
    decline_any_action: bool = False

    def copy(self) -> State:
        """An independent state, equal to this one."""
        to = State.__new__(State)
        self.copy_base(to)
        to.players = [player.copy() for player in self.players]
        to.first = self.first
        to.round = self.round
        to.crowd = self.crowd[:]
        to.cards = self.cards
        to.deck = self.deck
        to.tops = self.tops
        to.heights = self.heights
        to.unseen = self.unseen
        to.roll = self.roll
        to.rows = self.rows
        to.dice_row_next_turn = self.dice_row_next_turn
        to.two_resources_at_once = self.two_resources_at_once
        to.repeat_hunting = self.repeat_hunting
        to.decline_any_action = self.decline_any_action
        return to


def replaced(row: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """A row with another number in one place: copies share rows, so nobody changes them."""
    numbers = list(row)
    numbers[place] = number
    return tuple(numbers)


def without(row: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A row less one number that is in it."""
    numbers = list(row)
    numbers.remove(number)
    return tuple(numbers)


def new_player() -> Player:
    """S-S2: 5 people and 12 food, nothing else."""
    people = LIMITS["people_start"]
    return Player(people=people, idle=people, food=LIMITS["food_start"])


def clockwise(s: State, seat: int) -> list[int]:
    """All seats from this one on, in the order of play (S-S1)."""
    return [(seat + i) % s.seats for i in range(s.seats)]
