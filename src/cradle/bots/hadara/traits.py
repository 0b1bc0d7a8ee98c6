"""Hadara: the traits of a seat, from which its final points are predicted.

The first are parts of the points that the heuristic expects; the others are plain counts, by
which the fit corrects what the parts get wrong.
"""

from __future__ import annotations

from typing import Final

from cradle.bots.hadara.worth import PARTS, Sketch, Worth, sketch
from cradle.hadara.state import State

# Each count, and the part it belongs to when points are explained.
COUNTS: Final = {
    "coins": "coins",
    "income": "income",
    "military": "military",
    "culture": "culture",
    "food": "food",
    "cards": "food",
    "gold": "gold",
    "silver": "silver",
    "colonies": "military",
    "statues": "culture",
    "effects": "effects",
    "tiles": "culture",
    "yellow": "discount",
    "red": "discount",
    "blue": "discount",
    "green": "discount",
    "purple": "discount",
    "sets": "gold",  # the scarcest colour, then the next two: sets that lack one card, or two
    "near_sets": "gold",
    "half_sets": "gold",
    "turn": "points",
}
TRAITS: Final = (*PARTS, *(f"{count}_count" for count in COUNTS))
EXPLAINS: Final = (*PARTS, *COUNTS.values())


def traits(worth: Worth, s: State, seat: int) -> list[float]:
    """All traits of a seat, in the order of their names."""
    sketched = sketch(s.components, s.players[seat])
    return worth.parts(worth.stage(s, seat), sketched) + counts(s, seat, sketched)


def counts(s: State, seat: int, p: Sketch) -> list[float]:
    """What a seat has, counted."""
    yellow, red, blue, green, purple = p.counts
    scarcest, scarce, middle, _, _ = sorted(p.counts)
    return [
        float(p.coins),
        float(p.income),
        float(p.military),
        float(p.culture),
        float(p.food),
        float(p.cards),
        float(p.gold),
        float(len(p.silver)),
        float(p.colonies.bit_count()),
        float(p.statues.bit_count()),
        float(p.effects.bit_count()),
        float(sum(s.players[seat].tiles)),
        float(yellow),
        float(red),
        float(blue),
        float(green),
        float(purple),
        float(scarcest),
        float(scarce),
        float(middle),
        float((seat - s.first) % s.seats),
    ]
