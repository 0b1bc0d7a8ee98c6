"""What is said in Night Market: names, moves and news, each with its clause and its words."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import Many, Names, Number, speaks
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, News

WARES = ("tea", "silk", "salt", "jade")
WARE = Names("ware", WARES)
MOST_COINS = 20
LOT = 3  # crates at most
SEAT, COINS, COUNT = Number(), Number(MOST_COINS), Number(LOT)
TWO_DICE = Many(Number(6), 2)


@dataclass(frozen=True)
class Deal(Move):
    ware: int


@dataclass(frozen=True)
class Roll(Move):
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Bid(Move):
    coins: int


@dataclass(frozen=True)
class Sell(Move):
    count: int


@dataclass(frozen=True)
class Ordered(News):
    seat: Seat
    ware: int


@dataclass(frozen=True)
class Landed(News):
    dice: tuple[int, ...]
    ware: int
    count: int


@dataclass(frozen=True)
class Offered(News):
    seat: Seat
    coins: int


@dataclass(frozen=True)
class Sold(News):
    seat: Seat
    count: int
    coins: int


speaks(Deal, "M-1", WARE)
speaks(Roll, "M-2", TWO_DICE)
speaks(Bid, "M-3", COINS)
speaks(Sell, "M-4", COUNT)
speaks(Ordered, "M-1", SEAT, WARE)
speaks(Landed, "M-2", TWO_DICE, WARE, COUNT)
speaks(Offered, "M-3", SEAT, COINS)
speaks(Sold, "M-4", SEAT, COUNT, COINS)

DEALS = [Deal(ware) for ware in range(len(WARES))]
ROLLS = [Roll((low, high)) for low in range(1, 7) for high in range(low, 7)]
BIDS: list[Move] = [Bid(coins) for coins in range(MOST_COINS + 1)]
SELLS: list[Move] = [Sell(count) for count in range(LOT + 1)]
