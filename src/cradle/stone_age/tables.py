"""The printed numbers of Stone Age as typed rows, each with its provenance."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

RESOURCES = ("wood", "clay", "stone", "gold")
WOOD, CLAY, STONE, GOLD = range(4)
FOOD = 4
GOODS = (*RESOURCES, "food")
SYMBOLS = ("art", "healing", "music", "pottery", "sundial", "transport", "weaving", "writing")
FIGURES = ("farmer", "hut_builder", "shaman", "tool_maker")

DATA = files(__package__).joinpath("data")
FILES = ("places", "cards", "buildings", "dice_row", "limits")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one table as they are printed, provenance included."""
    return list(csv.DictReader(DATA.joinpath(f"{name}.csv").read_text("utf-8").splitlines()))


@dataclass(frozen=True)
class Tables:
    """All tables as printed, and a hash of them for records."""

    printed: dict[str, list[dict[str, str]]]
    hash: str


def read_all() -> Tables:
    """The tables of the package; there are no others (alternative ones are Hadara's, H-S13)."""
    texts = (DATA.joinpath(f"{name}.csv").read_bytes() for name in FILES)
    return Tables({name: rows(name) for name in FILES}, sha256(b"\0".join(texts)).hexdigest())


def printed(tables: Tables) -> dict[str, list[dict[str, str]]]:
    """The rows of every table with their provenance."""
    return tables.printed


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
    return Place(row["id"], row["kind"], _number(row["spaces"]), _number(row["pips"]), good)


CARDS = [_card(row) for row in rows("cards")]
BUILDINGS = [_building(row) for row in rows("buildings")]
PLACES = [_place(row) for row in rows("places")]
DICE_ROW = [row["gain"] for row in rows("dice_row")]
LIMITS = {row["name"]: int(row["value"]) for row in rows("limits")}

HUNT, FOREST, CLAY_PIT, QUARRY, RIVER, TOOL_MAKER, HUT, FIELD = range(8)
VILLAGE = (TOOL_MAKER, HUT, FIELD)
OPEN_CARDS = LIMITS["open_cards"]
STACKS = 4
CARD = len(PLACES)
BUILDING = CARD + OPEN_CARDS
ALL_PLACES = BUILDING + STACKS
PLACE_NAMES = (
    *(place.id for place in PLACES),
    *(f"card-{slot + 1}" for slot in range(OPEN_CARDS)),
    *(f"building-{stack + 1}" for stack in range(STACKS)),
)

PIPS = [0] * len(GOODS)
for _row in PLACES:
    if _row.pips:
        PIPS[_row.good] = _row.pips

MOST_PEOPLE = LIMITS["people_max"]
MOST_AGRICULTURE = LIMITS["agriculture_max"]
TOOL_SLOTS = LIMITS["tool_slots"]
MOST_TOOLS = TOOL_SLOTS * LIMITS["tool_max"]
STACK_HEIGHT = LIMITS["buildings_per_stack"]
PENALTY = LIMITS["starving_penalty"]
WORTH = tuple(LIMITS[f"{name}_points"] for name in RESOURCES)
