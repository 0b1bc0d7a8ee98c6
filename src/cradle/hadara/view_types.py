"""The types of what a seat may know, field by field.

`Annotated` says what a field means and which names it may hold: schemas and documents are made
from that. The one module of the package that isn't compiled, since compiling forgets it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired, TypedDict

from cradle.hadara.names import (
    CARD,
    COLOUR,
    CREST,
    EFFECT,
    LEVEL,
    PART,
    REVERSE,
    SETUP,
    SETUP_SIDE,
    STATUE,
    TILE_SIDE,
    TRACK,
)
from cradle.hadara.steps import STEPS
from cradle.kernel.notation import Names, verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import Do

STEP: Final = Names("step", [verb(kind) for kind in STEPS if not issubclass(kind, Do)])

Card = Annotated[str, CARD]
Colour = Annotated[str, COLOUR]
Colony = Annotated[str, LEVEL]
Statue = Annotated[str, STATUE]
Track = Annotated[str, TRACK]


class AboutView(TypedDict):
    """What the step on top is about; only the fields of that step are there."""

    seat: NotRequired[Annotated[Seat, "deal-setup, draw-two, turn-colony: whose card or colony"]]
    colony: NotRequired[Annotated[Colony, "turn-colony: the level that is turned over"]]
    taken: NotRequired[Annotated[int, "take-colony: colonies this seat took in this step"]]
    carved: NotRequired[Annotated[int, "carve-statue: statues this seat carved in this step"]]
    spent: NotRequired[Annotated[int, "take-colony, carve-statue: coins paid so far (H-P15)"]]
    paid: NotRequired[Annotated[int, "remove-cards: how often the seat paid to feed (H-P7)"]]
    short: NotRequired[Annotated[int, "remove-cards: cards still too many for the food"]]


class PileView(TypedDict):
    """An outer pile of open cards (H-B2)."""

    height: Annotated[int, "how many cards lie there"]
    top: Annotated[Card | None, "the card on top, the only one in sight"]
    price: Annotated[int | None, "what the top card costs this seat now; null for a spectator"]


class ColonyStackView(TypedDict):
    """The colonies of one level in the middle of the board."""

    colony: Annotated[Colony, "the level, named by its printed requirement"]
    left: Annotated[int, "how many are left"]
    requirement: Annotated[int, "the military it takes"]
    plunder: Annotated[int, "coins for plundering"]
    integrate: Annotated[int, "coins to pay for integrating"]
    points: Annotated[int, "points of a plundered one"]


class ColonyView(TypedDict):
    """A colony that a player took."""

    colony: Annotated[Colony, "its level"]
    plundered: Annotated[bool, "plundered, or else integrated"]
    reverse: Annotated[Annotated[str, REVERSE] | None, "the reverse, if it was integrated"]


class StatueView(TypedDict):
    """A statue that a player carved."""

    statue: Annotated[Statue, "which, named by its printed requirement"]
    tile: Annotated[Track, "the track of the bonus tile on it"]
    side: Annotated[str, TILE_SIDE, "`up` for steps, `down` for points"]
    bonus: Annotated[int, "the steps or points it brings"]


class MedalsView(TypedDict):
    """A player's medals, what they and further ones are worth now, and their prices now."""

    silver: Annotated[list[Track], "silver medals bought, by the tracks they name"]
    silver_points: Annotated[int, "points of all silver medals now"]
    silver_values: Annotated[dict[Track, int], "points of a silver medal more, by track"]
    silver_price: Annotated[int, "coins for a silver medal in this epoch"]
    gold: Annotated[int, "gold medals bought"]
    gold_points: Annotated[int, "points of all gold medals and sets now"]
    gold_value: Annotated[int, "points of a gold medal more"]
    gold_price: Annotated[int, "coins for a gold medal in this epoch"]
    sets: Annotated[int, "sets of five differently coloured cards"]


class ScoreView(TypedDict):
    """A player's points as if the game ended now."""

    parts: Annotated[dict[Annotated[str, PART], int], "points by line of the score pad"]
    total: Annotated[int, "all points"]
    tie: Annotated[int, "coins left over, which break ties (H-E7)"]


class PlayerView(TypedDict):
    """A player's board, as everybody sees it."""

    seat: Annotated[Seat, "whose board"]
    crest: Annotated[str, CREST, "the crest on the wheel (H-S3)"]
    points_at: Annotated[Colour | None, "the colour the crest points at; null until it is set"]
    setup: Annotated[Annotated[str, SETUP] | None, "the setup card, once dealt"]
    initiative: Annotated[int | None, "its number: the lowest begins epoch I (H-S10)"]
    side: Annotated[Annotated[str, SETUP_SIDE] | None, "its side, once revealed"]
    coins: Annotated[int, "coins in the purse"]
    tracks: Annotated[dict[Track, int], "where the four tracks stand"]
    cards: Annotated[dict[Colour, list[Card]], "bought cards, in the order of buying"]
    discount: Annotated[dict[Colour, int], "how much cheaper a card of the colour is (H-T2)"]
    effects: Annotated[list[Annotated[str, EFFECT]], "purple effects that hold"]
    tiles: Annotated[dict[Track, int], "free bonus tiles"]
    card_tile: Annotated[Track | None, "the tile on the card of H-P2"]
    colonies: Annotated[list[ColonyView], "colonies taken, lowest level first"]
    statues: Annotated[list[StatueView], "statues carved, lowest requirement first"]
    statue_bonus: Annotated[dict[Statue, int], "steps or points a tile on each statue brings"]
    medals: Annotated[MedalsView, "medals, their worth and their prices"]
    sale: Annotated[int, "coins for a card sold now"]
    drawn: Annotated[int, "how many cards are in hand"]
    sold: Annotated[int, "how many cards were sold unseen"]
    score: Annotated[ScoreView, "points as if the game ended now"]


class HandCardView(TypedDict):
    """A card just drawn."""

    card: Annotated[Card, "which"]
    price: Annotated[int, "what it costs this seat now"]


class OwnView(TypedDict):
    """What one seat alone knows."""

    hand: Annotated[list[HandCardView], "cards just drawn, to be bought, sold or laid"]
    sealed: Annotated[str | None, "the text of the own answer while others still choose"]
    sold: Annotated[list[Card], "cards sold in phase A, unseen by the others"]


class View(TypedDict):
    """A game of Hadara as one seat, or a spectator, may know it (H-K1)."""

    game: Annotated[Literal["hadara"], "tells the views of games apart"]
    mode: Annotated[Literal["first", "advanced"], "the option of this name (H-S5, H-S7)"]
    seat: Annotated[Seat | None, "whose view; null is a spectator's"]
    seats: Annotated[int, "how many play"]
    epoch: Annotated[int, "1 to 3; 0 while the game is set up"]
    phase: Annotated[Literal["setup", "A", "B", "over"], "where the epoch stands"]
    step: Annotated[Annotated[str, STEP] | None, "what is asked; null when the game is over"]
    turn: Annotated[Seat | None, "who is asked, where one seat alone is"]
    about: Annotated[AboutView, "what the step is about"]
    asked: Annotated[list[Seat], "all seats that must answer now"]
    answered: Annotated[list[Seat], "seats whose sealed answers are in"]
    first: Annotated[Seat | None, "the first player of the epoch"]
    board: Annotated[list[Colour], "the segments of the board, clockwise (H-S2)"]
    wheel: Annotated[int | None, "segment of `board` the first crest points at, once it is set"]
    crests: Annotated[dict[Annotated[str, CREST], Colour | None], "where each crest points"]
    stacks: Annotated[dict[Colour, int], "cards lying face down"]
    piles: Annotated[dict[Colour, PileView], "the outer piles"]
    gone: Annotated[list[Card], "cards that left the game in plain view"]
    colonies: Annotated[list[ColonyStackView], "the colonies to take, level by level"]
    players: Annotated[list[PlayerView], "the players' boards, seat by seat"]
    own: Annotated[OwnView | None, "null for a spectator"]
