"""All that can happen in a game of Stone Age, by phase: past participles."""

from __future__ import annotations

from typing import Final

from cradle.kernel.notation import grammar
from cradle.stone_age.news import actions, cards, course, feeding

NEWS: Final = grammar(
    *(course.RoundBegan, course.Dealt, course.Uncovered, course.ExtraShown),
    *(course.CardsRanOut, course.StackRanOut),
    *(actions.Sent, actions.Declined, actions.Rolled, actions.ToolsUsed, actions.Gained),
    *(actions.ToolMade, actions.PersonBorn, actions.Farmed, actions.NothingGained),
    *(actions.Left, actions.Built),
    *(cards.CardBought, cards.PointsScored, cards.OnceToolKept, cards.TwoKept, cards.TwoTaken),
    *(cards.ExtraDrawn, cards.ExtraHidden, cards.DieChosen),
    *(feeding.Harvested, feeding.Fed, feeding.PartlyFed),
    *(feeding.FedWith, feeding.Starved),
)
