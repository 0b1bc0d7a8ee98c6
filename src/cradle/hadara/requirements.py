"""Chapter 9, H-P14 to H-P16: requirements of colonies and statues, and how to stretch them."""

from __future__ import annotations

from typing import Final

from cradle.hadara.names import BUY_REQUIREMENT, REQUIREMENT_DISCOUNT
from cradle.hadara.numbers import MOST_BOUGHT, POINT_PRICE, REQUIREMENT_CUT
from cradle.hadara.state import Player
from cradle.kernel.step import Closed

OUT_OF_REACH: Final = -1
CLAUSES: Final = {"colony": "H-C1", "statue": "H-U1"}


def reduced(player: Player, requirement: int) -> int:
    """H-P14: a requirement as this player has to meet it."""
    if player.effects & REQUIREMENT_DISCOUNT:
        return requirement - REQUIREMENT_CUT
    return requirement


def coins_to_reach(player: Player, requirement: int, value: int, spent: int) -> int:
    """H-P15, H-P16: coins for exactly the missing points, none if met, or OUT_OF_REACH."""
    missing = reduced(player, requirement) - value
    if missing <= 0:
        return 0
    if not player.effects & BUY_REQUIREMENT:
        return OUT_OF_REACH
    coins = missing * POINT_PRICE
    if coins > player.coins or coins + spent > MOST_BOUGHT:
        return OUT_OF_REACH
    return coins


def why_out_of_reach(
    player: Player, subject: str, kind: str, requirement: int, value: int, spent: int
) -> Closed:
    """Why a colony or a statue is out of reach: the track, the purse or the limit of H-P15."""
    need = reduced(player, requirement)
    if not player.effects & BUY_REQUIREMENT:
        numbers = (("need", need), ("have", value))
        return Closed(subject, CLAUSES[kind], f"{kind}_out_of_reach", numbers)
    coins = (need - value) * POINT_PRICE
    if coins + spent > MOST_BOUGHT:
        numbers = (("price", coins), ("limit", MOST_BOUGHT - spent))
        return Closed(subject, "H-P15", f"{kind}_requirement_limit", numbers)
    numbers = (("price", coins), ("coins", player.coins))
    return Closed(subject, "H-P15", f"{kind}_requirement_too_dear", numbers)
