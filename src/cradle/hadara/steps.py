"""Every step of Hadara, chapter by chapter."""

from __future__ import annotations

from typing import Final

from cradle.hadara import cards, colonies, draft, epoch, feeding, income, medals, setup, statues
from cradle.hadara.scoring import FinalScoring

STEPS: Final[tuple[type, ...]] = (
    *(setup.JoinBoard, setup.DealSetup, setup.ChooseSide, setup.Begin),
    *(epoch.Epoch, epoch.PhaseA, epoch.PhaseB),
    *(draft.AimWheel, draft.Draft, draft.DrawTwo, draft.LayOne, draft.TurnWheel, draft.PickCard),
    *(cards.PutTile, income.Income),
    *(colonies.Colonies, colonies.TakeColony, colonies.TurnColony),
    *(statues.Statues, statues.CarveStatue),
    *(feeding.Feeding, feeding.FeedPeople, feeding.RemoveCards),
    *(medals.Medals, medals.BuyMedals, FinalScoring),
)
