"""All that can happen in a game of Hadara, by chapter: past participles."""

from __future__ import annotations

from typing import Final

from cradle.hadara.news import boards, closing, draft, setup
from cradle.kernel.notation import grammar

NEWS: Final = grammar(
    *(setup.BoardJoined, setup.Dealt, setup.SideChosen, setup.Compensated),
    *(draft.EpochBegan, draft.PhaseBegan, draft.WheelSet, draft.WheelTurned),
    *(draft.Drew, draft.DrewUnseen, draft.Laid, draft.Bought, draft.Sold, draft.SoldUnseen),
    *(draft.TilePut, boards.Earned, boards.EffectPaid, boards.RequirementBought),
    *(boards.Plundered, boards.Integrated, boards.TurnedOver, boards.Carved, boards.Passed),
    *(closing.Fed, closing.Hungered, closing.PaidFeeding, closing.Removed),
    *(closing.SilverBought, closing.GoldBought, closing.Scored, closing.Won),
)
