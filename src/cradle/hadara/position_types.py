"""The types of a position as people and programs write it; only what differs need be said.

Names are those of views, and mean the same. Not compiled, as `view_types.py` isn't.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cradle.hadara.names import SETUP, SETUP_SIDE
from cradle.hadara.view_types import Card, Colour, Track
from cradle.kernel.notation import Number

Count = Annotated[int, Number()]


class PlayerPosition(TypedDict, total=False):
    """A player's board; tracks, discounts, effects and free tiles follow from it."""

    setup: Annotated[Annotated[str, SETUP] | None, "the setup card: the first one free"]
    side: Annotated[str, SETUP_SIDE, "its side: A"]
    coins: Annotated[Count, "coins in the purse: those of the setup"]
    cards: Annotated[list[Card], "bought cards, in the order of buying"]
    colonies: Annotated[list[str], "`15` was plundered, `colony-9-2` integrated"]
    statues: Annotated[list[str], "as they were carved: `12 income up`"]
    silver: Annotated[list[Track], "the tracks that silver medals name"]
    gold: Annotated[Count, "gold medals"]
    card_tile: Annotated[Track | None, "the bonus tile on the card of H-P2"]
    hand: Annotated[list[Card], "cards just drawn"]
    sold: Annotated[list[Card], "cards sold in phase A, unseen by the others"]


class Position(TypedDict, total=False):
    """A position of Hadara; whatever isn't said is as when the first player sets the wheel."""

    epoch: Annotated[Count, "1 to 3; 0 while the game is set up"]
    phase: Annotated[Literal["A", "B"], "where `step` comes in both: B"]
    step: Annotated[str, "what is asked, `take-colony 0 0 0`; what follows, follows by the rules"]
    steps: Annotated[list[str], "all steps that wait, the next one first, instead of `step`"]
    board: Annotated[list[Colour], "the segments clockwise, where the option is `random`"]
    wheel: Annotated[Count, "which segment the first crest points at: 0 to 4"]
    piles: Annotated[dict[Colour, list[Card]], "the outer piles, the top card last"]
    gone: Annotated[list[Card], "cards that left the game in plain view"]
    sealed: Annotated[list[str | None], "answers given in secret, seat by seat"]
    players: Annotated[list[PlayerPosition], "the boards, seat by seat"]
