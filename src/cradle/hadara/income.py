"""Chapter 5: income."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.names import INCOME, INCOME_BONUS, effect_index
from cradle.hadara.news.boards import Earned, EffectPaid
from cradle.hadara.numbers import TRACK_BONUS
from cradle.hadara.state import Player, State, earn, ring
from cradle.kernel.step import Do, tell


@dataclass(frozen=True)
class Income(Do):
    """H-I1: every player takes coins equal to the income track, which doesn't move."""

    def run(self, s: State) -> None:
        for seat in ring(s):
            player = s.players[seat]
            coins = player.tracks[INCOME]
            earn(s, player, coins)
            if s.news is not None:
                tell(s, Earned(seat, coins))
            if player.effects & INCOME_BONUS:
                _earn_bonus(s, seat, player)


def _earn_bonus(s: State, seat: int, player: Player) -> None:
    """H-P9: 2 coins for each other track that stands strictly above income."""
    income = player.tracks[INCOME]
    coins = TRACK_BONUS * sum(value > income for value in player.tracks)
    earn(s, player, coins)
    if coins and s.news is not None:
        tell(s, EffectPaid(seat, effect_index(INCOME_BONUS), coins))


TAKE_INCOME: Final = Income()
