"""Stone Age: one file a chapter of its rulebook; `GAME` is all that others import."""

from __future__ import annotations

from cradle.kernel.game import Game, Option, Positions
from cradle.kernel.notation import grammar
from cradle.stone_age import moves, position, script, state
from cradle.stone_age.checks import check
from cradle.stone_age.civilization import UPPER_CLAUSES
from cradle.stone_age.components import (
    FEWEST_SEATS,
    MOST_SEATS,
    PLACE_NAMES,
    printed,
    read_all,
)
from cradle.stone_age.news import NEWS
from cradle.stone_age.position_types import Position
from cradle.stone_age.refusals import refusal
from cradle.stone_age.scoring import PART_CLAUSES, PARTS, scores
from cradle.stone_age.steps import STEPS
from cradle.stone_age.view import imagine, view
from cradle.stone_age.view_types import View

OPTIONS = {
    "dice_row_next_turn": Option((False, True)),  # S-O1
    "two_resources_at_once": Option((False, True)),  # S-O2
    "repeat_hunting": Option((False, True)),  # S-O3
    "decline_any_action": Option((False, True)),  # S-O4
}


def rounds(s: state.State) -> int:
    """How many rounds have begun."""
    return s.round


GAME = Game(
    name="stone-age",
    version=1,
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    options=OPTIONS,
    start=script.start,
    view=view,
    imagine=imagine,
    scores=scores,
    check=check,
    grammar=grammar(*moves.MOVES),
    news=NEWS,
    kinds={k.__name__: k for k in (state.State, state.Player, *STEPS, *moves.MOVES)},
    rounds=rounds,
    rows=printed,
    components=read_all(),
    most_rounds=1000,
    view_type=View,
    refusal=refusal,
    positions=Positions(Position, position.write, position.read),
    clauses={
        "place": dict(zip(PLACE_NAMES, moves.VISITED, strict=True)),
        "upper": UPPER_CLAUSES,
        "score": dict(zip(PARTS, PART_CLAUSES, strict=True)),
    },
)
