"""Why a move that can be parsed is refused; asked only after somebody has tried it."""

from __future__ import annotations

from cradle.hadara.draft import LayOne, PickCard
from cradle.hadara.feeding import RemoveCards
from cradle.hadara.moves import Buy, Feed, Lay, Remove, Sell
from cradle.hadara.names import CARDS
from cradle.hadara.state import State
from cradle.kernel.step import Closed, Move


def refusal(s: State, seat: int, move: Move) -> Closed | None:
    """The clause against a move of a kind that the step asks for; None if it asks for others."""
    step = s.stack[-1]
    if isinstance(step, LayOne) and isinstance(move, Lay):
        return Closed(CARDS[move.card], "H-A3", "not_in_hand")
    if isinstance(step, PickCard) and isinstance(move, Buy | Sell):
        return Closed(CARDS[move.card], "H-B1", "not_on_top")
    if isinstance(step, RemoveCards) and isinstance(move, Feed):
        return Closed("feed", "H-P7", "no_feeding_effect")
    if isinstance(step, RemoveCards) and isinstance(move, Remove):
        return Closed(CARDS[move.card], "H-F2", "not_your_card")
    return None
