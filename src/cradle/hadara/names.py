"""The names of Hadara's things and their numbers: a thing is its index in these lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cradle.kernel.notation import Amounts, Many, Names, Number, Schema

COLOURS: Final = ("yellow", "red", "blue", "green", "purple")
TRACKS: Final = ("income", "military", "culture", "food")  # the track of a colour: same index
CRESTS: Final = ("monkey", "dragon", "lion", "pegasus", "scarab")  # H-S3: their order on the wheel
SETUPS: Final = ("setup-1", "setup-2", "setup-3", "setup-4", "setup-5")
SETUP_SIDES: Final = ("A", "B")
LEVELS: Final = ("3", "9", "15", "21", "30")
STATUES: Final = ("6", "12", "20", "30")
TILE_SIDES: Final = ("up", "down")
DEALS: Final = ("buy", "sell")
EPOCH_NAMES: Final = ("I", "II", "III")
PHASES: Final = ("A", "B")
PARTS: Final = ("colonies", "statues", "silver", "gold", "cards", "coins")
PART_CLAUSES: Final = ("H-E1", "H-E2", "H-E3", "H-E4", "H-E5", "H-E6")

INCOME: Final = 0
MILITARY: Final = 1
CULTURE: Final = 2
FOOD: Final = 3
PURPLE: Final = 4
BUY: Final = 0
SELL: Final = 1
UP: Final = 0
DOWN: Final = 1
EPOCHS: Final = 3
TRACK_COUNT: Final = 4
COLOUR_COUNT: Final = 5
TILES_PER_LEVEL: Final = 5

# Cards: 14 purple and 10 of every other colour in each epoch; a group is a colour of an epoch.
GROUP_SIZES: Final = (10, 10, 10, 10, 14)
CARDS: Final = tuple(
    f"{colour}-{epoch}-{number:02}"
    for colour, size in zip(COLOURS, GROUP_SIZES, strict=True)
    for epoch in range(1, EPOCHS + 1)
    for number in range(1, size + 1)
)
CARD_COLOUR: Final = [COLOURS.index(card.split("-")[0]) for card in CARDS]
CARD_EPOCH: Final = [int(card.split("-")[1]) for card in CARDS]
CARD_BIT: Final = [1 << (int(card.split("-")[2]) - 1) for card in CARDS]
REVERSES: Final = tuple(
    f"colony-{level}-{number}" for level in LEVELS for number in range(1, TILES_PER_LEVEL + 1)
)


def group_of(epoch: int, colour: int) -> int:
    """The number of the group of this epoch and colour, epochs one after the other."""
    return (epoch - 1) * COLOUR_COUNT + colour


CARD_GROUP: Final = [group_of(e, c) for e, c in zip(CARD_EPOCH, CARD_COLOUR, strict=True)]
GROUP_CARDS: Final = [
    [card for card in range(len(CARDS)) if CARD_GROUP[card] == group]
    for group in range(EPOCHS * COLOUR_COUNT)
]


def cards_in(group: int, pool: int) -> list[int]:
    """The cards of a group whose bit is set in the pool."""
    return [card for card in GROUP_CARDS[group] if pool & CARD_BIT[card]]


# Purple effects, chapter 9: a set of them is a sum of bits, one for each key in this order.
EFFECTS: Final = (
    "sell_bonus",
    "bonus_tile",
    "colour_step:yellow",
    "colour_step:red",
    "colour_step:blue",
    "colour_step:green",
    "colony_coins",
    "medal_discount",
    "statue_bonus",
    "feed_with_coins",
    "surplus_food_coins",
    "income_bonus",
    "full_silver_medal",
    "set_points",
    "set_joker",
    "double_action",
    "requirement_discount",
    "buy_requirement",
)
SELL_BONUS: Final = 1 << 0
BONUS_TILE: Final = 1 << 1
COLOUR_STEP: Final = (1 << 2, 1 << 3, 1 << 4, 1 << 5, 0)  # by colour; purple has none
COLONY_COINS: Final = 1 << 6
MEDAL_DISCOUNT: Final = 1 << 7
STATUE_BONUS: Final = 1 << 8
FEED_WITH_COINS: Final = 1 << 9
SURPLUS_FOOD_COINS: Final = 1 << 10
INCOME_BONUS: Final = 1 << 11
FULL_SILVER_MEDAL: Final = 1 << 12
SET_POINTS: Final = 1 << 13
SET_JOKER: Final = 1 << 14
DOUBLE_ACTION: Final = 1 << 15
REQUIREMENT_DISCOUNT: Final = 1 << 16
BUY_REQUIREMENT: Final = 1 << 17


EFFECT_CLAUSES: Final = (
    *("H-P1", "H-P2", "H-P3", "H-P3", "H-P3", "H-P3", "H-P4", "H-P5", "H-P6", "H-P7", "H-P8"),
    *("H-P9", "H-P10", "H-P11", "H-P12", "H-P13", "H-P14", "H-P15"),
)


def effect_index(effect: int) -> int:
    """The place of a single effect's bit in `EFFECTS`."""
    return effect.bit_length() - 1


class Ring(Many):
    """Every name once, in the order in which things lie clockwise."""

    def __init__(self, of: Names) -> None:
        super().__init__(of)
        self.names = of

    def read(self, words: list[str]) -> tuple[int, ...]:
        return tuple(self.names.read(words) for _ in self.names.names)

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        count = len(self.names.names)
        return super().schema(names) | {"minItems": count, "maxItems": count}


NUMBER: Final = Number()
COLOUR: Final = Names("colour", COLOURS)
RING: Final = Ring(COLOUR)
TRACK: Final = Names("track", TRACKS)
STEPS: Final = Amounts(TRACK)
CARD: Final = Names("card", CARDS)
SETUP: Final = Names("setup", SETUPS)
SETUP_SIDE: Final = Names("side", SETUP_SIDES)
LEVEL: Final = Names("colony", LEVELS)
REVERSE: Final = Names("reverse", REVERSES)
STATUE: Final = Names("statue", STATUES)
TILE_SIDE: Final = Names("side", TILE_SIDES)
DEAL: Final = Names("deal", DEALS)
EPOCH: Final = Names("epoch", EPOCH_NAMES)
PHASE: Final = Names("phase", PHASES)
EFFECT: Final = Names("effect", EFFECTS)
PART: Final = Names("score", PARTS)
CREST: Final = Names("crest", CRESTS)
