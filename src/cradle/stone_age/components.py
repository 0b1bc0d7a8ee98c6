"""The printed numbers of Stone Age as typed rows, each with its provenance."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final

RESOURCES: Final = ("wood", "clay", "stone", "gold")
WOOD: Final = 0
CLAY: Final = 1
STONE: Final = 2
GOLD: Final = 3
FOOD: Final = 4
GOODS: Final = (*RESOURCES, "food")
SYMBOLS: Final = (
    "art",
    "healing",
    "music",
    "pottery",
    "sundial",
    "transport",
    "weaving",
    "writing",
)
FIGURES: Final = ("farmer", "hut_builder", "shaman", "tool_maker")

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4

DATA: Final = files(__package__).joinpath("data")
FILES: Final = ("places", "cards", "buildings", "dice_row", "limits")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one table as they are printed, provenance included."""
    return list(csv.DictReader(DATA.joinpath(f"{name}.csv").read_text("utf-8").splitlines()))


@dataclass(frozen=True)
class Components:
    """All components as printed, and a hash of them for records."""

    printed: dict[str, list[dict[str, str]]]
    hash: str


def read_all() -> Components:
    """The components of the package; there are no others (alternative ones are Hadara's, H-S13)."""
    texts = (DATA.joinpath(f"{name}.csv").read_bytes() for name in FILES)
    return Components({name: rows(name) for name in FILES}, sha256(b"\0".join(texts)).hexdigest())


def printed(components: Components) -> dict[str, list[dict[str, str]]]:
    """The rows of every table with their provenance."""
    return components.printed


@dataclass(frozen=True)
class Card:
    """A civilization card: what it brings at once (upper) and in the scoring (lower)."""

    id: str
    upper: str
    resource: int
    amount: int
    symbol: int
    figure: int
    figures: int


@dataclass(frozen=True)
class Building:
    """A building: fixed resources and points, or a count (and kinds) of one's choice."""

    id: str
    kind: str
    price: tuple[int, int, int, int]
    points: int
    resources: int
    kinds: int


@dataclass(frozen=True)
class Place:
    """A place on the board that is neither card nor building."""

    id: str
    kind: str
    spaces: int
    party: int
    pips: int
    good: int


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _index(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else -1


def _card(row: dict[str, str]) -> Card:
    return Card(
        row["id"],
        row["upper"],
        _index(RESOURCES, row["resource"]),
        _number(row["amount"]),
        _index(SYMBOLS, row["symbol"]),
        _index(FIGURES, row["lower"]),
        _number(row["figures"]),
    )


def _building(row: dict[str, str]) -> Building:
    wood, clay, stone, gold = (_number(row[name]) for name in RESOURCES)
    most = _number(row["resources"].rpartition("-")[2])
    price = (wood, clay, stone, gold)
    return Building(
        row["id"], row["kind"], price, _number(row["points"]), most, _number(row["kinds"])
    )


def _place(row: dict[str, str]) -> Place:
    good = _index(GOODS, row["gain"])
    spaces, pips = _number(row["spaces"]), _number(row["pips"])
    fewest = _number(row["party"].partition("-")[0])
    return Place(row["id"], row["kind"], spaces, fewest, pips, good)


CARDS: Final = [_card(row) for row in rows("cards")]
BUILDINGS: Final = [_building(row) for row in rows("buildings")]
PLACES: Final = [_place(row) for row in rows("places")]
TWO_RESOURCES: Final = next(card.amount for card in CARDS if card.upper == "two_resources")
DICE_ROW: Final = [row["gain"] for row in rows("dice_row")]
LIMITS: Final = {row["name"]: int(row["value"]) for row in rows("limits")}

HUNT: Final = 0
FOREST: Final = 1
CLAY_PIT: Final = 2
QUARRY: Final = 3
RIVER: Final = 4
TOOL_MAKER: Final = 5
HUT: Final = 6
FIELD: Final = 7
VILLAGE: Final = (TOOL_MAKER, HUT, FIELD)
OPEN_CARDS: Final = LIMITS["open_cards"]
STACKS: Final = MOST_SEATS  # S-S3
CARD: Final = len(PLACES)
BUILDING: Final = CARD + OPEN_CARDS
ALL_PLACES: Final = BUILDING + STACKS
PLACE_NAMES: Final = (
    *(place.id for place in PLACES),
    *(f"card-{slot + 1}" for slot in range(OPEN_CARDS)),
    *(f"building-{stack + 1}" for stack in range(STACKS)),
)

PIPS: Final = [0] * len(GOODS)
for _row in PLACES:
    if _row.pips:
        PIPS[_row.good] = _row.pips

MOST_PEOPLE: Final = LIMITS["people_max"]
MOST_AGRICULTURE: Final = LIMITS["agriculture_max"]
TOOL_SLOTS: Final = LIMITS["tool_slots"]
MOST_TOOLS: Final = TOOL_SLOTS * LIMITS["tool_max"]
STACK_HEIGHT: Final = LIMITS["buildings_per_stack"]
PENALTY: Final = LIMITS["starving_penalty"]
WORTH: Final = tuple(LIMITS[f"{name}_points"] for name in RESOURCES)
