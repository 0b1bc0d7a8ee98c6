"""Hadara: the rules, one file a chapter; everything outside goes through `GAME`."""

from __future__ import annotations

from cradle.hadara import epoch, position, setup
from cradle.hadara.checks import check
from cradle.hadara.components import STANDARD, Components, read_components
from cradle.hadara.facts import card_facts, component_facts, printed
from cradle.hadara.imagine import imagine
from cradle.hadara.moves import GRAMMAR, MOVES
from cradle.hadara.names import (
    COLOURS,
    CRESTS,
    EFFECT_CLAUSES,
    EFFECTS,
    EPOCHS,
    PART_CLAUSES,
    PARTS,
)
from cradle.hadara.news import NEWS
from cradle.hadara.numbers import FEWEST_SEATS, MOST_SEATS
from cradle.hadara.position_types import Position
from cradle.hadara.refusals import refusal
from cradle.hadara.rows import BadComponents
from cradle.hadara.scoring import scores
from cradle.hadara.state import Player, State
from cradle.hadara.steps import STEPS
from cradle.hadara.view import view
from cradle.hadara.view_types import View
from cradle.kernel.game import Game, Option, Positions
from cradle.kernel.piece import dump


def rounds(s: State) -> int:
    """How many epochs have begun."""
    return s.epoch


GAME = Game(
    name="hadara",
    version=1,
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    options={
        "mode": Option(("first", "advanced")),
        "board_order": Option((",".join(COLOURS), setup.RANDOM), order_of=COLOURS),  # H-S2
        "crests": Option((",".join(CRESTS),), order_of=CRESTS),  # H-S3
    },
    start=epoch.start,
    view=view,
    imagine=imagine,
    scores=scores,
    check=check,
    grammar=GRAMMAR,
    news=NEWS,
    kinds={kind.__name__: kind for kind in (State, Player, *STEPS, *MOVES)},
    rounds=rounds,
    rows=printed,
    components=STANDARD,
    read_components=read_components,
    most_rounds=EPOCHS,
    view_type=View,
    refusal=refusal,
    positions=Positions(Position, position.write, position.read),
    clauses={
        "effect": dict(zip(EFFECTS, EFFECT_CLAUSES, strict=True)),
        "score": dict(zip(PARTS, PART_CLAUSES, strict=True)),
    },
    later={"crests": dump(tuple(range(len(CRESTS))))},
)

__all__ = [
    "GAME",
    "STANDARD",
    "BadComponents",
    "Components",
    "card_facts",
    "component_facts",
    "read_components",
]
