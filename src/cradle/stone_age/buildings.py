"""Buildings: paid and scored at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Chance, Closed, Move, tell
from cradle.stone_age.components import (
    BUILDING,
    BUILDINGS,
    MOST_SEATS,
    PLACE_NAMES,
    RESOURCES,
    STACKS,
    WORTH,
    Building,
)
from cradle.stone_age.moves import (
    BUILDING_PLACE,
    LEAVE,
    NUMBER,
    UNCOVER,
    Bundle,
    Pay,
    Take,
    Uncover,
)
from cradle.stone_age.news.actions import Built, Left
from cradle.stone_age.news.course import Uncovered
from cradle.stone_age.payments import for_building, hand_over
from cradle.stone_age.state import NOTHING, State, replaced, without
from cradle.stone_age.two_resources import take_two, with_two


@dataclass(frozen=True)
class BuyBuilding(Ask):
    """S-A9: pay what the building asks for and score at once, or leave it."""

    pile: int

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        return with_two(player, [*for_building(player.stock, self._building(s)), LEAVE])

    def closed(self, s: State) -> list[Closed]:
        stock, building = s.players[self.seat].stock, self._building(s)
        if for_building(stock, building):
            return []
        return [_why_not(PLACE_NAMES[BUILDING + self.pile], stock, building)]

    def play(self, s: State, move: Move) -> None:
        if isinstance(move, Pay):
            build(s, self.seat, self.pile, move)
        elif isinstance(move, Take):
            take_two(s, self.seat, move)
            s.stack.append(self)
        elif s.news is not None:
            tell(s, Left(self.seat, BUILDING + self.pile))

    def _building(self, s: State) -> Building:
        return BUILDINGS[s.tops[self.pile]]


speaks(BuyBuilding, "S-A9", NUMBER, BUILDING_PLACE)


def _why_not(place: str, stock: list[int], building: Building) -> Closed:
    if building.kind == "fixed":
        missing = [max(0, need - have) for need, have in zip(building.price, stock, strict=True)]
        numbers = (("missing", sum(missing)), *zip(RESOURCES, missing, strict=True))
        return Closed(place, "S-A9", "missing_resources", numbers)
    if building.kind == "free":
        return Closed(place, "S-A9", "no_resources")
    numbers = (
        ("need", building.resources),
        ("kinds", building.kinds),
        ("have", sum(stock)),
        ("have_kinds", sum(1 for have in stock if have)),
    )
    return Closed(place, "S-A9", "too_few_of_choice", numbers)


def points_for(building: Building, resources: Bundle) -> int:
    """S-A9: printed points, or wood 3, clay 4, stone 5, gold 6 for what was paid."""
    if building.kind == "fixed":
        return building.points
    return sum(count * worth for count, worth in zip(resources, WORTH, strict=True))


def build(s: State, seat: int, pile: int, move: Pay) -> None:
    """S-A9, S-A10: pay, score, and turn up the next building of the stack."""
    player = s.players[seat]
    building = s.tops[pile]
    points = points_for(BUILDINGS[building], move.resources)
    hand_over(player, move.resources)
    player.points += points
    player.buildings += (building,)
    s.tops = replaced(s.tops, pile, NOTHING)
    s.heights = replaced(s.heights, pile, s.heights[pile] - 1)
    if s.news is not None:
        tell(s, Built(seat, building, move.resources, points))
    if s.heights[pile]:
        s.stack.append(UNCOVER_TOP[pile])


@dataclass(frozen=True)
class UncoverTop(Chance):
    """S-S3, S-A10: the top building of a stack is turned up."""

    pile: int

    def odds(self, s: State) -> Odds:
        return Odds([UNCOVER[building] for building in s.unseen])

    def occasion(self) -> str:
        return self.text

    def play(self, s: State, move: Uncover) -> None:
        s.unseen = without(s.unseen, move.building)
        s.tops = replaced(s.tops, self.pile, move.building)
        if s.news is not None:
            tell(s, Uncovered(move.building, BUILDING + self.pile))


speaks(UncoverTop, "S-A10", BUILDING_PLACE)


BUY_BUILDING: Final = [
    [BuyBuilding(seat, pile) for pile in range(STACKS)] for seat in range(MOST_SEATS)
]
UNCOVER_TOP: Final = [UncoverTop(pile) for pile in range(STACKS)]
