"""Hadara: the rules, one file a chapter; everything outside goes through `GAME`."""

from __future__ import annotations

from cradle.hadara import cards, colonies, draft, epoch, feeding, income, medals, setup, statues
from cradle.hadara.checks import check
from cradle.hadara.components import STANDARD, Components, read_components
from cradle.hadara.facts import card_facts, component_facts, printed
from cradle.hadara.imagine import imagine
from cradle.hadara.moves import GRAMMAR, MOVES
from cradle.hadara.names import COLOURS, EPOCHS
from cradle.hadara.numbers import FEWEST_SEATS, MOST_SEATS
from cradle.hadara.rows import BadComponents
from cradle.hadara.scoring import FinalScoring, scores
from cradle.hadara.state import Player, State
from cradle.hadara.view import view
from cradle.kernel.game import Game, Option

STEPS: tuple[type, ...] = (
    *(setup.JoinBoard, setup.DealSetup, setup.ChooseSide, setup.Begin),
    *(epoch.Epoch, epoch.PhaseA, epoch.PhaseB),
    *(draft.AimWheel, draft.Draft, draft.DrawTwo, draft.LayOne, draft.TurnWheel, draft.PickCard),
    *(cards.PutTile, income.Income),
    *(colonies.Colonies, colonies.TakeColony, colonies.TurnColony),
    *(statues.Statues, statues.CarveStatue),
    *(feeding.Feeding, feeding.FeedPeople, feeding.RemoveCards),
    *(medals.Medals, medals.BuyMedals, FinalScoring),
)


def rounds(s: State) -> int:
    """How many epochs have begun."""
    return s.epoch


GAME = Game(
    name="hadara",
    version=1,
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    options={
        "mode": Option(("first", "advanced")),
        "board_order": Option((",".join(COLOURS), setup.RANDOM), setup.is_board_order),
    },
    start=epoch.start,
    view=view,
    imagine=imagine,
    scores=scores,
    check=check,
    grammar=GRAMMAR,
    kinds={kind.__name__: kind for kind in (State, Player, *STEPS, *MOVES)},
    rounds=rounds,
    rows=printed,
    components=STANDARD,
    read_components=read_components,
    most_rounds=EPOCHS,
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
