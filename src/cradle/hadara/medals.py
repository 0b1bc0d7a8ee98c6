"""Chapter 8, second half: medals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.cards import used_up_tiles
from cradle.hadara.moves import GOLD, PASS, SILVER, Gold, Pass, Silver
from cradle.hadara.names import MEDAL_DISCOUNT, NUMBER, TRACK_COUNT
from cradle.hadara.news.boards import Passed
from cradle.hadara.news.closing import GoldBought, SilverBought
from cradle.hadara.numbers import MOST_GOLD, MOST_SEATS, MOST_SILVER
from cradle.hadara.state import Player, State, pay, ring, take_tile
from cradle.hadara.statues import free_tiles
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Do, Move, tell


@dataclass(frozen=True)
class Medals(Do):
    """H-M1: after all are fed, from the first player clockwise, each may buy medals."""

    def run(self, s: State) -> None:
        s.stack += [BUY_MEDALS[seat] for seat in reversed(ring(s))]


@dataclass(frozen=True)
class BuyMedals(Ask):
    """H-M1, H-M2: buy any number of medals, at most 2 silver and 2 gold in the game."""

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        tracks = 0
        if len(player.silver) < MOST_SILVER and silver_price(s, player) <= player.coins:
            tracks = free_tiles(player)
        gold = player.gold < MOST_GOLD and gold_price(s, player) <= player.coins
        return OPTIONS[tracks][gold]

    def closed(self, s: State) -> list[Closed]:
        player = s.players[self.seat]
        return _why_no_silver(s, player) + _why_no_gold(s, player)

    def play(self, s: State, move: Move) -> None:
        player = s.players[self.seat]
        if isinstance(move, Silver):
            _buy_silver(s, self.seat, player, move.track)
            s.stack.append(self)
        elif isinstance(move, Gold):
            _buy_gold(s, self.seat, player)
            s.stack.append(self)
        else:
            assert isinstance(move, Pass)
            if s.news is not None and len(s.legal) > 1:
                tell(s, Passed(self.seat))


speaks(BuyMedals, "H-M1", NUMBER)


def silver_price(s: State, player: Player) -> int:
    """H-M1, H-P5: what a silver medal costs the player in this epoch."""
    t = s.components
    return (t.silver_discounted if player.effects & MEDAL_DISCOUNT else t.silver)[s.epoch]


def gold_price(s: State, player: Player) -> int:
    """H-M1, H-P5: what a gold medal costs the player in this epoch."""
    t = s.components
    return (t.gold_discounted if player.effects & MEDAL_DISCOUNT else t.gold)[s.epoch]


def _buy_silver(s: State, seat: int, player: Player, track: int) -> None:
    """H-M2: a silver medal takes a free bonus tile, which names its track."""
    coins = silver_price(s, player)
    pay(s, player, coins)
    take_tile(player, track)
    player.silver += (track,)
    if s.news is not None:
        tell(s, SilverBought(seat, track, coins))


def _buy_gold(s: State, seat: int, player: Player) -> None:
    coins = gold_price(s, player)
    pay(s, player, coins)
    player.gold += 1
    if s.news is not None:
        tell(s, GoldBought(seat, coins))


def _why_no_silver(s: State, player: Player) -> list[Closed]:
    if len(player.silver) == MOST_SILVER:
        return [Closed("silver", "H-M1", "medal_limit", (("limit", MOST_SILVER),))]
    if not any(player.tiles):
        return [Closed("silver", "H-M2", "no_tile_for_medal")]
    if silver_price(s, player) > player.coins:
        return [_too_dear("silver", silver_price(s, player), player)]
    return used_up_tiles(player, "H-M2")


def _why_no_gold(s: State, player: Player) -> list[Closed]:
    if player.gold == MOST_GOLD:
        return [Closed("gold", "H-M1", "medal_limit", (("limit", MOST_GOLD),))]
    if gold_price(s, player) > player.coins:
        return [_too_dear("gold", gold_price(s, player), player)]
    return []


def _too_dear(subject: str, coins: int, player: Player) -> Closed:
    return Closed(subject, "H-M1", "medal_too_dear", (("price", coins), ("coins", player.coins)))


def _options(tracks: int, gold: bool) -> list[Move]:
    silver = [SILVER[track] for track in range(TRACK_COUNT) if tracks & 1 << track]
    return [PASS, *silver, GOLD] if gold else [PASS, *silver]


OPTIONS: Final = [
    [_options(tracks, False), _options(tracks, True)] for tracks in range(1 << TRACK_COUNT)
]
BUY_MEDALS: Final = [BuyMedals(seat) for seat in range(MOST_SEATS)]
MEDALS: Final = Medals()
