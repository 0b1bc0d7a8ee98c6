"""The numbers that Hadara's rulebook states in its text; all others are in the components."""

from __future__ import annotations

from typing import Final

FEWEST_SEATS: Final = 2  # H-S1
MOST_SEATS: Final = 5  # H-S1
DRAWN: Final = 2  # H-A2
LATE_COIN: Final = 1  # H-S11
TILES_PER_TRACK: Final = 2  # H-S9
MOST_SILVER: Final = 2  # H-M1
MOST_GOLD: Final = 2  # H-M1

SALE_EXTRA: Final = 1  # H-P1
CARD_TILE_STEPS: Final = 2  # H-P2
COLONY_EXTRA: Final = 4  # H-P4
STATUE_EXTRA: Final = 2  # H-P6
FEED_PRICE: Final = 2  # H-P7
MOST_FEEDS: Final = 6  # H-P7
SURPLUS_PRICE: Final = 3  # H-P8
MOST_SURPLUS: Final = 12  # H-P8
TRACK_BONUS: Final = 2  # H-P9
SET_BONUS: Final = 4  # H-P11
MOST_ACTIONS: Final = 2  # H-P13
REQUIREMENT_CUT: Final = 4  # H-P14
POINT_PRICE: Final = 3  # H-P15
MOST_BOUGHT: Final = 30  # H-P15: coins a step

GOLD_POINTS: Final = 7  # H-E4
COINS_PER_POINT: Final = 5  # H-E6
