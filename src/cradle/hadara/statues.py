"""Chapter 7: statues are carved with bonus tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.cards import used_up_tiles
from cradle.hadara.effects import statue_bonus
from cradle.hadara.moves import CARVE, PASS, Carve, Pass
from cradle.hadara.names import (
    CULTURE,
    DOUBLE_ACTION,
    DOWN,
    NUMBER,
    STATUES,
    TILE_SIDES,
    TRACK_COUNT,
)
from cradle.hadara.news.boards import Carved, Passed, RequirementBought
from cradle.hadara.numbers import MOST_ACTIONS, MOST_BOUGHT, MOST_SEATS, POINT_PRICE
from cradle.hadara.requirements import OUT_OF_REACH, coins_to_reach, why_out_of_reach
from cradle.hadara.state import FACE_DOWN, NOTHING, Player, State, pay, replaced, ring, take_tile
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Do, Move, tell

STATUE_COUNT: Final = len(STATUES)


@dataclass(frozen=True)
class Statues(Do):
    """H-U1: from the first player clockwise, each may carve a statue."""

    def run(self, s: State) -> None:
        s.stack += [CARVE_STATUE[seat] for seat in reversed(ring(s))]


@dataclass(frozen=True)
class CarveStatue(Ask):
    """H-U1: carve one own uncarved statue your culture reaches, or pass.

    `carved` and `spent` count what this seat carved and paid for requirements in this step.
    """

    carved: int
    spent: int

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        requirement = s.components.statue_requirement
        culture = player.tracks[CULTURE]
        statues = 0
        for statue in range(STATUE_COUNT):
            if player.statues[statue] == NOTHING:
                coins = coins_to_reach(player, requirement[statue], culture, self.spent)
                if coins != OUT_OF_REACH:
                    statues |= 1 << statue
        return OPTIONS[statues][free_tiles(player)]

    def closed(self, s: State) -> list[Closed]:
        player = s.players[self.seat]
        if not any(player.tiles):
            return [Closed(statue, "H-U4", "no_tile_for_statue") for statue in STATUES]
        statues = [why for n in range(STATUE_COUNT) for why in _why_closed(self, s, n)]
        return statues + used_up_tiles(player, "H-U2")

    def play(self, s: State, move: Move) -> None:
        if isinstance(move, Pass):
            if s.news is not None and len(s.legal) > 1:
                tell(s, Passed(self.seat))
        else:
            assert isinstance(move, Carve)
            player = s.players[self.seat]
            spent = self.spent + _reach(s, self.seat, player, move.statue, self.spent)
            _carve(s, self.seat, player, move)
            if player.effects & DOUBLE_ACTION and self.carved + 1 < MOST_ACTIONS:  # H-P13
                s.stack.append(CARVE_ANOTHER[self.seat][spent])


speaks(CarveStatue, "H-U1", NUMBER, NUMBER, NUMBER)


def free_tiles(player: Player) -> int:
    """The tracks of which a bonus tile is free, as a sum of bits."""
    income, military, culture, food = player.tiles
    return (income > 0) | (military > 0) << 1 | (culture > 0) << 2 | (food > 0) << 3


def _reach(s: State, seat: int, player: Player, statue: int, spent: int) -> int:
    """H-P15: pay for exactly the missing points; how much that was."""
    requirement = s.components.statue_requirement[statue]
    coins = coins_to_reach(player, requirement, player.tracks[CULTURE], spent)
    if coins:
        pay(s, player, coins)
        if s.news is not None:
            tell(s, RequirementBought(seat, coins // POINT_PRICE, coins))
    return coins


def _carve(s: State, seat: int, player: Player, move: Carve) -> None:
    """H-U2: a face-up tile moves its track at once, a face-down one is worth points."""
    bonus = statue_bonus(s.components, player, move.statue)
    take_tile(player, move.track)
    if move.side == DOWN:
        player.statues = replaced(player.statues, move.statue, move.track + FACE_DOWN)
    else:
        player.statues = replaced(player.statues, move.statue, move.track)
        player.tracks[move.track] += bonus
    if s.news is not None:
        tell(s, Carved(seat, move.statue, move.track, move.side, bonus))


def _why_closed(step: CarveStatue, s: State, statue: int) -> list[Closed]:
    player = s.players[step.seat]
    subject = STATUES[statue]
    if player.statues[statue] != NOTHING:
        return [Closed(subject, "H-U3", "already_carved")]
    requirement = s.components.statue_requirement[statue]
    culture = player.tracks[CULTURE]
    if coins_to_reach(player, requirement, culture, step.spent) == OUT_OF_REACH:
        return [why_out_of_reach(player, subject, "statue", requirement, culture, step.spent)]
    return []


def _options(statues: int, tiles: int) -> list[Move]:
    return [
        PASS,
        *(
            CARVE[statue][track][side]
            for statue in range(STATUE_COUNT)
            for track in range(TRACK_COUNT)
            for side in range(len(TILE_SIDES))
            if statues & 1 << statue and tiles & 1 << track
        ),
    ]


OPTIONS: Final = [
    [_options(statues, tiles) for tiles in range(1 << TRACK_COUNT)]
    for statues in range(1 << STATUE_COUNT)
]
CARVE_STATUES: Final = Statues()
CARVE_STATUE: Final = [CarveStatue(seat, 0, 0) for seat in range(MOST_SEATS)]
CARVE_ANOTHER: Final = [
    [CarveStatue(seat, 1, spent) for spent in range(MOST_BOUGHT + 1)] for seat in range(MOST_SEATS)
]
