"""The types of a position as people and programs write it; only what differs need be said.

Names are those of views, and mean the same. Not compiled, as `view_types.py` isn't.
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from cradle.kernel.notation import Number
from cradle.kernel.piece import Seat
from cradle.stone_age.view_types import Building, Card, Place, Resource

Count = Annotated[int, Number()]


class ToolPosition(TypedDict):
    """A tool; the highest stands first."""

    value: Count
    used: NotRequired[Annotated[bool, "used in this round; not, unless said"]]


class PlayerPosition(TypedDict, total=False):
    """A tableau."""

    people: Annotated[Count, "all people: 5 to 10"]
    at: Annotated[dict[Place, Count], "people on the board, by place"]
    idle: Annotated[Count, "people at home who can be placed: all that aren't on the board"]
    food: Annotated[Count, "12, unless said"]
    resources: dict[Resource, Count]
    agriculture: Count
    tools: list[ToolPosition]
    cards: Annotated[list[Card], "civilization cards taken"]
    once: Annotated[list[Count], "values of one-use tools still open: those of all cards"]
    two_resources: Annotated[bool, "the card of two resources is unused: if it was taken (S-C10)"]
    extra_card: Annotated[Card | None, "the card drawn unseen (S-C8)"]
    buildings: Annotated[list[Building], "buildings built"]
    points: Annotated[int, "points on the track"]
    owed_rows: Annotated[list[Count], "which of `rows` the seat still chooses from (S-O1)"]


class Position(TypedDict, total=False):
    """A position of Stone Age; whatever isn't said is as at the start of a first round."""

    round: Annotated[Count, "rounds begun; 0 while the game is set up"]
    first: Annotated[Seat, "the first player of the round: seat 0"]
    step: Annotated[str, "what is asked, `buy-card 0 card-2`; what follows, follows by the rules"]
    steps: Annotated[list[str], "all steps that wait, the next one first, instead of `step`"]
    cards: Annotated[list[Card | None], "open cards by place, or the first ones free"]
    buildings: Annotated[list[Building | None], "open buildings by stack, or the first ones free"]
    stacks: Annotated[list[Count], "buildings left in each stack, the open one included"]
    roll: Annotated[list[Count], "the dice, while tools can be added"]
    rows: Annotated[list[list[Count]], "dice left in the dice rows that are chosen from"]
    players: Annotated[list[PlayerPosition], "the tableaus, seat by seat"]
