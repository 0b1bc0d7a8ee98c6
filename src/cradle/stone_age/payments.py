"""Paying with resources: every way to do it, listed once and remembered."""

from __future__ import annotations

from typing import Final

from cradle.kernel.step import Move
from cradle.stone_age.components import Building
from cradle.stone_age.moves import PAY, Bundle
from cradle.stone_age.state import Player

BASE: Final = 11  # stocks above 10 list the same payments as 10: nobody ever pays more
_exact: Final[dict[int, list[Move]]] = {}
_kinds: Final[dict[int, list[Move]]] = {}
_up_to: Final[dict[int, list[Move]]] = {}


def _stock_key(stock: list[int], most: int) -> int:
    """The stock as one number, each resource capped at what can be paid at most."""
    key = 0
    for have in stock:
        key = key * BASE + min(have, most)
    return key


def _ways(stock: list[int], fewest: int, most: int, kinds: int = 0) -> list[Move]:
    """All payments of `fewest` to `most` resources, of exactly so many kinds unless 0."""
    found: list[Move] = []
    for wood in range(min(stock[0], most) + 1):
        for clay in range(min(stock[1], most - wood) + 1):
            for stone in range(min(stock[2], most - wood - clay) + 1):
                paid = wood + clay + stone
                for gold in range(max(0, fewest - paid), min(stock[3], most - paid) + 1):
                    bundle = (wood, clay, stone, gold)
                    if not kinds or len(bundle) - bundle.count(0) == kinds:
                        found.append(PAY[bundle])
    return found


def exactly(stock: list[int], count: int) -> list[Move]:
    """All ways to pay so many resources of any kinds (S-A8, S-F2)."""
    key = _stock_key(stock, count) * BASE + count
    found = _exact.get(key)
    if found is None:
        found = _exact[key] = _ways(stock, count, count)
    return found


def of_kinds(stock: list[int], count: int, kinds: int) -> list[Move]:
    """All ways to pay so many resources of exactly so many kinds (S-A9)."""
    key = (_stock_key(stock, count) * BASE + count) * BASE + kinds
    found = _kinds.get(key)
    if found is None:
        found = _kinds[key] = _ways(stock, count, count, kinds)
    return found


def up_to(stock: list[int], most: int) -> list[Move]:
    """All ways to pay 1 to `most` resources of any kinds (S-A9)."""
    key = _stock_key(stock, most) * BASE + most
    found = _up_to.get(key)
    if found is None:
        found = _up_to[key] = _ways(stock, 1, most)
    return found


def covers(stock: list[int], price: Bundle) -> bool:
    """Whether the stock holds at least this price."""
    return (
        stock[0] >= price[0]
        and stock[1] >= price[1]
        and stock[2] >= price[2]
        and stock[3] >= price[3]
    )


def for_building(stock: list[int], building: Building) -> list[Move]:
    """All ways to pay for a building (S-A9)."""
    if building.kind == "fixed":
        return [PAY[building.price]] if covers(stock, building.price) else []
    if building.kind == "chosen":
        return of_kinds(stock, building.resources, building.kinds)
    return up_to(stock, building.resources)


def hand_over(player: Player, resources: Bundle) -> None:
    """Pay these resources into the supply."""
    stock = player.stock
    stock[0] -= resources[0]
    stock[1] -= resources[1]
    stock[2] -= resources[2]
    stock[3] -= resources[3]


def receive(player: Player, resources: Bundle) -> None:
    """Take these resources from the supply."""
    for kind, count in enumerate(resources):
        player.stock[kind] += count
