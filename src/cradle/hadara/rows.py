"""The rows of the components, as typed values; the columns are the fields."""

from __future__ import annotations

from dataclasses import dataclass, fields

from cradle.kernel.game import BadOption
from cradle.kernel.piece import Value


class BadComponents(BadOption):
    """A table that can't be used: file, row and reason in one line."""


class Row(Value):
    """A row of a component file, with how far its numbers can be trusted."""


@dataclass(frozen=True)
class CardRow(Row):
    """An epoch card."""

    id: str
    epoch: int
    colour: str
    cost: int
    income: int
    military: int
    culture: int
    food: int
    points: int
    effect: str
    star: int
    provenance: str


@dataclass(frozen=True)
class ColonyRow(Row):
    """A colony: front and reverse."""

    id: str
    requirement: int
    plunder: int
    integrate: int
    points_front: int
    income: int
    military: int
    culture: int
    food: int
    points_back: int
    provenance: str


@dataclass(frozen=True)
class StatueRow(Row):
    """A statue, the same on every player board."""

    requirement: int
    bonus: int
    points: int
    provenance: str


@dataclass(frozen=True)
class MedalRow(Row):
    """What medals cost in an epoch, without and with `medal_discount`."""

    epoch: int
    silver: int
    gold: int
    silver_discounted: int
    gold_discounted: int
    provenance: str


@dataclass(frozen=True)
class SaleRow(Row):
    """What a sold card brings in an epoch."""

    epoch: int
    coins: int
    provenance: str


@dataclass(frozen=True)
class SetupRow(Row):
    """One side of a setup card."""

    initiative: int
    side: str
    coins: int
    income: int
    military: int
    culture: int
    food: int
    provenance: str


FILES: dict[str, type[Row]] = {
    "cards.csv": CardRow,
    "colonies.csv": ColonyRow,
    "medals.csv": MedalRow,
    "sales.csv": SaleRow,
    "setup.csv": SetupRow,
    "statues.csv": StatueRow,
}
TEXTS = {"id", "colour", "effect", "side", "provenance"}


def columns(kind: type[Row]) -> list[str]:
    """The header of a table of this kind."""
    return [field.name for field in fields(kind)]  # type: ignore[arg-type]
