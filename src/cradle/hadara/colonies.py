"""Chapter 6: colonies are taken and plundered or integrated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.effects import advance
from cradle.hadara.moves import INTEGRATE, PASS, PLUNDER, TURN, Integrate, Pass, Plunder, Turn
from cradle.hadara.names import (
    COLONY_COINS,
    DOUBLE_ACTION,
    LEVEL,
    LEVELS,
    MILITARY,
    NUMBER,
    TILES_PER_LEVEL,
    effect_index,
)
from cradle.hadara.news.boards import (
    EffectPaid,
    Integrated,
    Passed,
    Plundered,
    RequirementBought,
    TurnedOver,
)
from cradle.hadara.numbers import COLONY_EXTRA, MOST_ACTIONS, MOST_BOUGHT, MOST_SEATS, POINT_PRICE
from cradle.hadara.requirements import OUT_OF_REACH, coins_to_reach, why_out_of_reach
from cradle.hadara.state import NOTHING, PLUNDERED, Player, State, earn, pay, replaced, ring
from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Chance, Closed, Do, Move, tell

LEVEL_COUNT: Final = len(LEVELS)


@dataclass(frozen=True)
class Colonies(Do):
    """H-C1: from the first player clockwise, each may take a colony."""

    def run(self, s: State) -> None:
        s.stack += [TAKE_COLONY[seat] for seat in reversed(ring(s))]


@dataclass(frozen=True)
class TakeColony(Ask):
    """H-C1, H-C2: take one colony your military reaches, of a level you don't own, or pass.

    `taken` and `spent` count what this seat took and paid for requirements in this step.
    """

    taken: int
    spent: int

    def moves(self, s: State) -> list[Move]:
        t = s.components
        player = s.players[self.seat]
        military = player.tracks[MILITARY]
        plunder = integrate = 0
        for level in range(LEVEL_COUNT):
            if player.colonies[level] == NOTHING:
                coins = coins_to_reach(player, t.colony_requirement[level], military, self.spent)
                if coins != OUT_OF_REACH:
                    plunder |= 1 << level
                    if t.integrate[level] <= _purse(player) - coins:
                        integrate |= 1 << level
        return OPTIONS[plunder][integrate]

    def closed(self, s: State) -> list[Closed]:
        return [why for level in range(LEVEL_COUNT) for why in _why_closed(self, s, level)]

    def play(self, s: State, move: Move) -> None:
        if isinstance(move, Pass):
            if s.news is not None and len(s.legal) > 1:
                tell(s, Passed(self.seat))
        else:
            assert isinstance(move, Plunder | Integrate)
            self._take(s, move)

    def _take(self, s: State, move: Plunder | Integrate) -> None:
        """H-P16: requirement coins, the tile, the coins of H-P4, then plunder or integrate."""
        player = s.players[self.seat]
        spent = self.spent + _reach(s, self.seat, player, move.colony, self.spent)
        s.left = replaced(s.left, move.colony, s.left[move.colony] - 1)
        if player.effects & COLONY_COINS:
            _earn_extra(s, self.seat, player)
        if player.effects & DOUBLE_ACTION and self.taken + 1 < MOST_ACTIONS:  # H-P13
            s.stack.append(TAKE_ANOTHER[self.seat][spent])
        if isinstance(move, Plunder):
            _plunder(s, self.seat, player, move.colony)
        else:
            _integrate(s, self.seat, player, move.colony)


speaks(TakeColony, "H-C1", NUMBER, NUMBER, NUMBER)


def _purse(player: Player) -> int:
    """H-P4: the coins a player can integrate with, those for taking the colony included."""
    return player.coins + (COLONY_EXTRA if player.effects & COLONY_COINS else 0)


def _reach(s: State, seat: int, player: Player, level: int, spent: int) -> int:
    """H-P15: pay for exactly the missing points; how much that was."""
    requirement = s.components.colony_requirement[level]
    coins = coins_to_reach(player, requirement, player.tracks[MILITARY], spent)
    if coins:
        pay(s, player, coins)
        if s.news is not None:
            tell(s, RequirementBought(seat, coins // POINT_PRICE, coins))
    return coins


def _earn_extra(s: State, seat: int, player: Player) -> None:
    """H-P4: coins for taking a colony."""
    earn(s, player, COLONY_EXTRA)
    if s.news is not None:
        tell(s, EffectPaid(seat, effect_index(COLONY_COINS), COLONY_EXTRA))


def _plunder(s: State, seat: int, player: Player, level: int) -> None:
    """H-C3: take the coins shown; the reverse stays unseen for good."""
    coins = s.components.plunder[level]
    player.colonies = replaced(player.colonies, level, PLUNDERED)
    earn(s, player, coins)
    if s.news is not None:
        tell(s, Plundered(seat, level, coins))


def _integrate(s: State, seat: int, player: Player, level: int) -> None:
    """H-C3, H-C4: pay the coins shown and turn the tile over."""
    coins = s.components.integrate[level]
    pay(s, player, coins)
    if s.news is not None:
        tell(s, Integrated(seat, level, coins))
    s.stack.append(TURN_COLONY[seat][level])


def _why_closed(step: TakeColony, s: State, level: int) -> list[Closed]:
    t = s.components
    player = s.players[step.seat]
    subject = LEVELS[level]
    if player.colonies[level] != NOTHING:
        return [Closed(subject, "H-C2", "level_owned")]
    requirement = t.colony_requirement[level]
    military = player.tracks[MILITARY]
    coins = coins_to_reach(player, requirement, military, step.spent)
    if coins == OUT_OF_REACH:
        return [why_out_of_reach(player, subject, "colony", requirement, military, step.spent)]
    if t.integrate[level] > _purse(player) - coins:
        numbers = (("price", t.integrate[level]), ("coins", _purse(player) - coins))
        return [Closed(subject, "H-C4", "integration_too_dear", numbers)]
    return []


@dataclass(frozen=True)
class TurnColony(Chance):
    """H-C3: the integrated tile shows its reverse; its steps hold at once."""

    seat: int
    colony: int

    def odds(self, s: State) -> Odds:
        return TURN_ODDS[self.colony][s.reverses[self.colony]]

    def play(self, s: State, move: Turn) -> None:
        player = s.players[self.seat]
        tile = move.reverse % TILES_PER_LEVEL
        steps = s.components.colony_steps[move.reverse]
        hidden = s.reverses[self.colony] ^ 1 << tile
        s.reverses = replaced(s.reverses, self.colony, hidden)
        player.colonies = replaced(player.colonies, self.colony, tile)
        advance(player.tracks, steps)
        if s.news is not None:
            points = s.components.points_back[move.reverse]
            tell(s, TurnedOver(self.seat, move.reverse, points, steps))


speaks(TurnColony, "H-C3", NUMBER, LEVEL)


def _options(plunder: int, integrate: int) -> list[Move]:
    levels = range(LEVEL_COUNT)
    return [
        PASS,
        *(PLUNDER[level] for level in levels if plunder & 1 << level),
        *(INTEGRATE[level] for level in levels if integrate & 1 << level),
    ]


def _turn_odds(level: int, reverses: int) -> Odds:
    """All reverses of the level not yet turned, the box included, are equally likely (H-S6)."""
    tiles = range(TILES_PER_LEVEL)
    unturned = [TURN[level * TILES_PER_LEVEL + tile] for tile in tiles if reverses & 1 << tile]
    return Odds(unturned)


SETS: Final = range(1 << LEVEL_COUNT)
OPTIONS: Final = [[_options(plunder, integrate) for integrate in SETS] for plunder in SETS]
TURN_ODDS: Final = [
    [_turn_odds(level, reverses) for reverses in range(1 << TILES_PER_LEVEL)]
    for level in range(LEVEL_COUNT)
]
COLONIES: Final = Colonies()
TAKE_COLONY: Final = [TakeColony(seat, 0, 0) for seat in range(MOST_SEATS)]
TAKE_ANOTHER: Final = [
    [TakeColony(seat, 1, spent) for spent in range(MOST_BOUGHT + 1)] for seat in range(MOST_SEATS)
]
TURN_COLONY: Final = [
    [TurnColony(seat, level) for level in range(LEVEL_COUNT)] for seat in range(MOST_SEATS)
]
