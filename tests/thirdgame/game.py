"""Night Market, a complete small game that brings its rules and nothing else.

M-1  Everybody gets a hidden order for one ware; there are two orders for each.
M-2  Each day two dice land a lot: the lower die says of which ware, doubles make it three crates,
     a difference from 3 on two.
M-3  All bid at once for the lot, at most their coins. The highest bid pays and takes it, among
     equals whoever comes first from the day's seat on; everybody else gets a coin.
M-4  Whoever took it sells as many of its crates as they like at the ware's price and keeps the
     others. In the end a crate is worth 2 points, 3 more if the order asks for it; so are 3 coins
     together worth 1. More coins break ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from cradle.kernel.chance import Random
from cradle.kernel.game import Game, Option, Score, ranked
from cradle.kernel.notation import Many, Names, Number, grammar, verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import asked, settle, then
from tests.thirdgame.moves import (
    BIDS,
    LOT,
    MOST_COINS,
    WARE,
    WARES,
    Bid,
    Deal,
    Landed,
    Offered,
    Ordered,
    Roll,
    Sell,
    Sold,
)
from tests.thirdgame.rules import NOTHING, STEPS, Day, DealOrder, Market, Player, orders_left

MOVES = (Deal, Roll, Bid, Sell)
STEP = Names("step", [verb(step) for step in STEPS])
Ware = Annotated[str, WARE]


class PlayerView(TypedDict):
    """What lies before a player; an order in sight of its owner, and of all in the end."""

    seat: Annotated[Seat, Number(3)]
    coins: Annotated[int, Number(MOST_COINS)]
    crates: dict[Ware, int]
    order: Ware | None


class View(TypedDict):
    """The market as a seat may know it."""

    seat: Seat | None
    day: Annotated[int, "days begun"]
    step: Annotated[Annotated[str, STEP] | None, "what is asked"]
    asked: Annotated[list[Annotated[Seat, Number(3)]], Many(Number(3), 4), "who must answer"]
    prices: dict[Ware, Annotated[int, Number(4)]]
    ware: Annotated[Ware | None, "what the lot is of"]
    lot: Annotated[int, Number(LOT), "crates in the lot"]
    bid: Annotated[Annotated[int, Number(MOST_COINS)] | None, "the seat's own sealed bid"]
    players: list[PlayerView]


def view(s: Market, seat: Seat | None) -> View:
    """The orders of others are hidden until the end, and their bids until all have bid."""
    sealed: Any = None if seat is None else s.sealed.get(seat)
    return {
        "seat": seat,
        "day": s.day,
        "step": verb(type(s.stack[-1])) if s.stack else None,
        "asked": asked(s),
        "prices": dict(zip(WARES, s.prices, strict=True)),
        "ware": WARES[s.ware] if s.lot else None,
        "lot": s.lot,
        "bid": None if sealed is None else sealed.coins,
        "players": [player_view(s, each, seat) for each in range(s.seats)],
    }


def player_view(s: Market, seat: Seat, viewer: Seat | None) -> PlayerView:
    player = s.players[seat]
    known = player.order != NOTHING and (seat == viewer or not s.stack)
    return {
        "seat": seat,
        "coins": player.coins,
        "crates": dict(zip(WARES, player.crates, strict=True)),
        "order": WARES[player.order] if known else None,
    }


def imagine(s: Market, seat: Seat | None, rng: Random) -> Market:
    """Orders of others are dealt anew, and their sealed bids are any they can pay."""
    to = s.copy()
    left = orders_left(s, [] if seat is None else [seat])
    deck = [ware for ware, count in enumerate(left) for _ in range(count)]
    for other in [each for each in range(s.seats) if each != seat]:
        if s.stack and s.players[other].order != NOTHING:
            to.players[other].order = deck.pop(rng.randrange(len(deck)))
        if other in s.sealed:
            to.sealed[other] = BIDS[rng.randrange(s.players[other].coins + 1)]
    settle(to)
    return to


def scores(s: Market) -> list[Score]:
    return ranked([parts(player) for player in s.players], [each.coins for each in s.players])


def parts(player: Player) -> dict[str, int]:
    wanted = 0 if player.order == NOTHING else player.crates[player.order]
    return {"crates": 2 * sum(player.crates), "order": 3 * wanted, "coins": player.coins // 3}


def check(s: Market) -> None:
    assert all(0 <= player.coins <= MOST_COINS for player in s.players)
    assert all(min(player.crates) >= 0 for player in s.players)
    assert min(orders_left(s, range(s.seats))) >= 0


def start(seats: int, options: Mapping[str, Any], components: Any) -> Market:
    order = options["prices"].split(",")
    coins = 12 if options["rich"] else 8
    s = Market(
        seats=seats,
        players=[Player(coins) for _ in range(seats)],
        days=int(options["days"]),
        prices=tuple(order.index(ware) + 1 for ware in WARES),
    )
    then(s, *(DealOrder(seat) for seat in range(seats)), Day())
    return s


def rounds(s: Market) -> int:
    return s.day


def rows(components: Any) -> dict[str, list[dict[str, str]]]:
    return {"wares": [{"ware": ware, "provenance": "our own"} for ware in WARES]}


GAME = Game(
    name="night-market",
    version=1,
    seats=range(2, 5),
    options={
        "days": Option(("5", "3")),
        "rich": Option((False, True)),
        "prices": Option((",".join(WARES),), order_of=WARES),
    },
    start=start,
    view=view,
    view_type=View,
    imagine=imagine,
    scores=scores,
    check=check,
    grammar=grammar(*MOVES),
    news=grammar(Ordered, Landed, Offered, Sold),
    kinds={kind.__name__: kind for kind in (Market, Player, *STEPS, *MOVES)},
    rounds=rounds,
    rows=rows,
    most_rounds=5,
)
