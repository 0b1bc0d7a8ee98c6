"""Stone Age: one file a chapter of its rulebook; `GAME` is the door."""

from __future__ import annotations

from cradle.kernel.game import Game, Option
from cradle.kernel.notation import grammar
from cradle.stone_age import (
    actions,
    buildings,
    civilization,
    feeding,
    gathering,
    moves,
    placing,
    script,
    state,
    two_resources,
)
from cradle.stone_age.checks import check
from cradle.stone_age.components import FEWEST_SEATS, MOST_SEATS, printed, read_all
from cradle.stone_age.scoring import scores
from cradle.stone_age.view import imagine, view

OPTIONS = {
    "dice_row_next_turn": Option((False, True)),  # S-O1
    "two_resources_at_once": Option((False, True)),  # S-O2
    "repeat_hunting": Option((False, True)),  # S-O3
    "decline_any_action": Option((False, True)),  # S-O4
}
PIECES = (
    state.State,
    state.Player,
    script.DrawFirst,
    script.DealCard,
    script.Round,
    script.NextRound,
    placing.Placing,
    placing.PlacePeople,
    actions.Actions,
    actions.TakeAction,
    gathering.RollFor,
    gathering.AddTools,
    civilization.BuyCard,
    civilization.DrawExtra,
    civilization.RollDiceRow,
    civilization.ChooseDie,
    civilization.ChooseOwedDice,
    two_resources.TakeTwo,
    buildings.BuyBuilding,
    buildings.UncoverTop,
    feeding.Feeding,
    feeding.FeedPeople,
    feeding.ReplaceFood,
    *moves.MOVES,
)


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
    kinds={kind.__name__: kind for kind in PIECES},
    rounds=rounds,
    rows=printed,
    components=read_all(),
    most_rounds=1000,
)
