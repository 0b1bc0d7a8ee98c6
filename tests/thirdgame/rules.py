"""What happens in Night Market: the state, and the steps of a day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.piece import Seat
from cradle.kernel.step import Ask, Chance, Closed, Do, Move, State, Together, tell, then, whisper
from tests.thirdgame.moves import (
    BIDS,
    DEALS,
    MOST_COINS,
    ROLLS,
    SEAT,
    SELLS,
    WARES,
    Deal,
    Landed,
    Offered,
    Ordered,
    Roll,
    Sell,
    Sold,
)

NOTHING = -1
ORDERS = 2  # cards for each ware
ROLL_WEIGHTS = [1 if roll.dice[0] == roll.dice[1] else 2 for roll in ROLLS]


@dataclass
class Player:
    coins: int
    order: int = NOTHING
    crates: list[int] = field(default_factory=lambda: [0] * len(WARES))

    def copy(self) -> Player:
        return Player(self.coins, self.order, self.crates[:])

    def gain(self, coins: int) -> None:
        self.coins = min(MOST_COINS, self.coins + coins)


@dataclass(kw_only=True)
class Market(State):
    players: list[Player]
    days: int
    prices: tuple[int, ...]  # by ware
    day: int = 0
    ware: int = NOTHING
    lot: int = 0

    def copy(self) -> Market:
        to = Market.__new__(Market)
        self.copy_base(to)
        to.players = [player.copy() for player in self.players]
        to.days, to.prices = self.days, self.prices
        to.day, to.ware, to.lot = self.day, self.ware, self.lot
        return to


@dataclass(frozen=True)
class DealOrder(Chance):
    seat: Seat

    def odds(self, s: Market) -> Odds:
        left = orders_left(s, range(s.seats))
        return Odds([deal for deal in DEALS if left[deal.ware]], [count for count in left if count])

    def play(self, s: Market, move: Deal) -> None:
        s.players[self.seat].order = move.ware
        if s.news is not None:
            whisper(s, self.seat, Ordered(self.seat, move.ware), None)


def orders_left(s: Market, seats: Iterable[Seat]) -> list[int]:
    held = [s.players[seat].order for seat in seats]
    return [ORDERS - held.count(ware) for ware in range(len(WARES))]


@dataclass(frozen=True)
class Day(Do):
    def run(self, s: Market) -> None:
        if s.day < s.days:
            s.day += 1
            then(s, RollDice(), BidForLot(), Day())


@dataclass(frozen=True)
class RollDice(Chance):
    def odds(self, s: Market) -> Odds:
        return Odds(ROLLS, ROLL_WEIGHTS)

    def play(self, s: Market, move: Roll) -> None:
        low, high = move.dice
        s.ware = low % len(WARES)
        s.lot = 3 if low == high else 2 if high - low > 2 else 1
        if s.news is not None:
            tell(s, Landed(move.dice, s.ware, s.lot))


@dataclass(frozen=True)
class BidForLot(Together):
    def seats(self, s: Market) -> list[Seat]:
        return list(range(s.seats))

    def moves(self, s: Market, seat: Seat) -> list[Move]:
        return BIDS[: s.players[seat].coins + 1]

    def closed(self, s: Market, seat: Seat) -> list[Closed]:
        coins = s.players[seat].coins
        dear = range(coins + 1, MOST_COINS + 1)
        return [Closed(str(bid), "M-3", "too-dear", (("coins", coins),)) for bid in dear]

    def reveal(self, s: Market, answers: dict[Seat, Any]) -> None:
        bids = [answers[seat].coins for seat in range(s.seats)]
        best = max(range(s.seats), key=lambda seat: (bids[seat], -((seat - s.day) % s.seats)))
        for seat, coins in enumerate(bids):
            if s.news is not None:
                tell(s, Offered(seat, coins))
            if seat != best:
                s.players[seat].gain(1)
        s.players[best].coins -= bids[best]
        s.players[best].crates[s.ware] += s.lot
        then(s, SellCrates(best))


@dataclass(frozen=True)
class SellCrates(Ask):
    def moves(self, s: Market) -> list[Move]:
        return SELLS[: s.lot + 1]

    def play(self, s: Market, move: Sell) -> None:
        coins = move.count * s.prices[s.ware]
        s.players[self.seat].crates[s.ware] -= move.count
        s.players[self.seat].gain(coins)
        s.lot = 0
        if s.news is not None:
            tell(s, Sold(self.seat, move.count, coins))


speaks(BidForLot, "M-3")
speaks(SellCrates, "M-4", SEAT)
STEPS = (DealOrder, Day, RollDice, BidForLot, SellCrates)
