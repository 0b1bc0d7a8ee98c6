"""The contents page: a game is its setup and three epochs, an epoch is two phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cradle.hadara.colonies import COLONIES
from cradle.hadara.components import Components
from cradle.hadara.draft import AIM_WHEEL, DRAFT, PICK_CARD, TURN_WHEEL
from cradle.hadara.feeding import FEEDING
from cradle.hadara.income import TAKE_INCOME
from cradle.hadara.medals import MEDALS
from cradle.hadara.names import COLOUR_COUNT, EPOCHS, NUMBER, PHASES
from cradle.hadara.news.draft import EpochBegan, PhaseBegan
from cradle.hadara.numbers import DRAWN
from cradle.hadara.scoring import FINAL_SCORING
from cradle.hadara.setup import first_player, set_up, setup_steps
from cradle.hadara.state import State, ring
from cradle.hadara.statues import CARVE_STATUES
from cradle.kernel.notation import speaks
from cradle.kernel.step import Do, tell, then


def start(seats: int, options: Mapping[str, Any], components: Components) -> State:
    """A fresh game: the setup, three epochs, final scoring."""
    s = set_up(seats, options, components)
    then(s, *setup_steps(s, options), *EPOCH, FINAL_SCORING)
    return s


@dataclass(frozen=True)
class Epoch(Do):
    """H-S4, H-S10: 2 cards a player of each colour lie face down, and a first player begins."""

    epoch: int

    def run(self, s: State) -> None:
        s.epoch = self.epoch
        s.first = first_player(s, self.epoch)
        s.heights = [DRAWN * s.seats] * COLOUR_COUNT
        if s.news is not None:
            tell(s, EpochBegan(s.first, self.epoch - 1))
        then(s, PHASE_A, PHASE_B)


speaks(Epoch, "H-S4", NUMBER)


@dataclass(frozen=True)
class PhaseA(Do):
    """H-A1 to H-A6: five drafts with the wheel turning, income, colonies, statues."""

    def run(self, s: State) -> None:
        if s.news is not None:
            tell(s, PhaseBegan(PHASES.index("A")))
        then(
            s,
            AIM_WHEEL[s.first],
            *[DRAFT, TURN_WHEEL] * (COLOUR_COUNT - 1),
            DRAFT,
            TAKE_INCOME,
            COLONIES,
            CARVE_STATUES,
        )


@dataclass(frozen=True)
class PhaseB(Do):
    """H-B1 to H-B3: five open cards each, income, colonies, statues, feeding, medals."""

    def run(self, s: State) -> None:
        if s.news is not None:
            tell(s, PhaseBegan(PHASES.index("B")))
        then(
            s,
            *[PICK_CARD[seat] for seat in ring(s)] * COLOUR_COUNT,
            TAKE_INCOME,
            COLONIES,
            CARVE_STATUES,
            FEEDING,
            MEDALS,
        )


EPOCH: Final = [Epoch(epoch) for epoch in range(1, EPOCHS + 1)]
PHASE_A: Final = PhaseA()
PHASE_B: Final = PhaseB()
