"""Phase 3: news of the feeding."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import Amounts, speaks
from cradle.kernel.step import News
from cradle.stone_age.moves import NUMBER, RESOURCE, Bundle


@dataclass(frozen=True)
class Harvested(News):
    """Food came from agriculture."""

    seat: int
    count: int


speaks(Harvested, "S-F1", NUMBER, NUMBER)


@dataclass(frozen=True)
class Fed(News):
    """All people were fed with food."""

    seat: int
    count: int


speaks(Fed, "S-F1", NUMBER, NUMBER)


@dataclass(frozen=True)
class PartlyFed(News):
    """All food was handed over, and fed so many people; for the others it is missing."""

    seat: int
    count: int


speaks(PartlyFed, "S-F2", NUMBER, NUMBER)


@dataclass(frozen=True)
class FedWith(News):
    """Missing food was replaced by resources."""

    seat: int
    resources: Bundle


speaks(FedWith, "S-F2", NUMBER, Amounts(RESOURCE))


@dataclass(frozen=True)
class Starved(News):
    """Food was missing: points were lost."""

    seat: int
    points: int


speaks(Starved, "S-F3", NUMBER, NUMBER)
