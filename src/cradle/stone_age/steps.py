"""Every step of Stone Age, phase by phase."""

from __future__ import annotations

from typing import Final

from cradle.stone_age import (
    actions,
    buildings,
    civilization,
    feeding,
    gathering,
    placing,
    script,
    two_resources,
)

STEPS: Final[tuple[type, ...]] = (
    *(script.DrawFirst, script.DealCard, script.Round, script.NextRound),
    *(placing.Placing, placing.PlacePeople, actions.Actions, actions.TakeAction),
    *(gathering.RollFor, gathering.AddTools),
    *(civilization.BuyCard, civilization.DrawExtra, civilization.RollDiceRow),
    *(civilization.ChooseDie, civilization.ChooseOwedDice, two_resources.TakeTwo),
    *(buildings.BuyBuilding, buildings.UncoverTop),
    *(feeding.Feeding, feeding.FeedPeople, feeding.ReplaceFood),
)
