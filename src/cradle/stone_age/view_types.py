"""The types of what a seat may know, field by field.

`Annotated` says what a field means and which names it may hold: schemas and documents are made
from that. The one module of the package that isn't compiled, since compiling forgets it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired, TypedDict

from cradle.kernel.notation import Names, verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import Do
from cradle.stone_age.moves import BUILDING_NAME, CARD_NAME, GOOD, PLACE, RESOURCE, TOOL
from cradle.stone_age.scoring import PARTS
from cradle.stone_age.steps import STEPS

STEP: Final = Names("step", [verb(kind) for kind in STEPS if not issubclass(kind, Do)])
PART: Final = Names("score", PARTS)

Building = Annotated[str, BUILDING_NAME]
Card = Annotated[str, CARD_NAME]
Place = Annotated[str, PLACE]
Resource = Annotated[str, RESOURCE]


class AboutView(TypedDict):
    """What the step on top is about; only the fields of that step are there."""

    good: NotRequired[Annotated[str, GOOD, "add-tools: what was rolled for"]]
    pips: NotRequired[Annotated[int, "add-tools: pips for one of it"]]
    place: NotRequired[Annotated[Place, "buy-card, buy-building: the place on offer"]]
    missing: NotRequired[Annotated[int, "replace-food: food to be replaced by resources"]]
    row: NotRequired[Annotated[int, "choose-die: which of `rows` to choose from"]]


class PlaceView(TypedDict):
    """A place on the board."""

    place: Annotated[Place, "which"]
    spaces: Annotated[int | None, "how many people it holds; null for any number"]
    people: Annotated[list[int], "how many each seat has there"]
    price: Annotated[int | None, "resources to pay, at the places of cards"]


class ToolView(TypedDict):
    """A tool on a tableau."""

    value: Annotated[int, "pips it adds"]
    used: Annotated[bool, "used in this round"]


class PlayerView(TypedDict):
    """A player's tableau, as this seat may know it."""

    seat: Annotated[Seat, "whose tableau"]
    people: Annotated[int, "all people, those on the board included"]
    idle: Annotated[int, "people at home who could be placed; newborns join in the next round"]
    food: Annotated[int, "food in stock; 0 while missing food is replaced, for all is handed over"]
    resources: Annotated[dict[Resource, int], "resources in stock"]
    agriculture: Annotated[int, "food each feeding brings"]
    tools: Annotated[list[ToolView], "the tools, slot by slot"]
    open_tools: Annotated[list[Annotated[str, TOOL]], "tools that can be used now"]
    once: Annotated[list[int], "values of one-use tools still open (S-C9)"]
    two_resources: Annotated[bool, "the card of two resources is unused; at the end it counts 2"]
    owed_rows: Annotated[list[int], "which of `rows` the seat still chooses from (S-O1)"]
    points: Annotated[int, "points on the track; may be below 0"]
    cards: Annotated[list[Card], "civilization cards taken"]
    buildings: Annotated[list[Building], "buildings built"]
    extra_cards: Annotated[int, "cards drawn unseen for the scoring alone (S-C8)"]
    extra_card: Annotated[Card | None, "that card, for its owner's eyes until the end"]
    hungry: Annotated[int, "food missing if the feeding were now; while it is replaced, that food"]
    spare: Annotated[int, "food left over if the feeding were now"]
    score: Annotated[dict[Annotated[str, PART], int], "points as if the game ended now"]


class View(TypedDict):
    """A game of Stone Age as one seat, or a spectator, may know it (S-K1)."""

    game: Annotated[Literal["stone-age"], "tells the views of games apart"]
    seat: Annotated[Seat | None, "whose view; null is a spectator's"]
    seats: Annotated[int, "how many play"]
    round: Annotated[int, "rounds begun"]
    phase: Annotated[
        Literal["setup", "placing", "actions", "feeding", "over"], "where the round stands"
    ]
    step: Annotated[Annotated[str, STEP] | None, "what is asked; null when the game is over"]
    turn: Annotated[Seat | None, "who is asked; null for chance"]
    about: Annotated[AboutView, "what the step is about"]
    first: Annotated[Seat, "the first player of the round"]
    places: Annotated[list[PlaceView], "all places in use with so many players"]
    deck: Annotated[int, "civilization cards in the stack"]
    cards: Annotated[list[Card | None], "open cards, by place; null where one was taken"]
    buildings: Annotated[list[Building | None], "open buildings, by stack"]
    stacks: Annotated[list[int], "buildings left in each stack, the open one included"]
    roll: Annotated[list[int], "the last throw for goods"]
    rows: Annotated[list[list[int]], "dice left in each dice row that is not used up (S-C1)"]
    players: Annotated[list[PlayerView], "the players' tableaus, seat by seat"]
