"""Chapters 3 and 4: the two-card draft of phase A, and taking open cards in phase B."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from cradle.hadara.cards import buy, price, sell, too_dear
from cradle.hadara.moves import (
    BUY_TOP,
    DRAWS,
    LAY,
    SELL_TOP,
    SET_WHEELS,
    Buy,
    Draw,
    Lay,
    Sell,
    SetWheel,
)
from cradle.hadara.names import (
    BUY,
    CARD_BIT,
    CARD_COLOUR,
    CARD_GROUP,
    COLOUR_COUNT,
    COLOURS,
    GROUP_CARDS,
    NUMBER,
    SELL,
    group_of,
)
from cradle.hadara.news.draft import Drew, DrewUnseen, Laid, Sold, SoldUnseen, WheelSet, WheelTurned
from cradle.hadara.numbers import DRAWN, MOST_SEATS
from cradle.hadara.state import State, colour_at, ring
from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Chance, Closed, Do, Move, Step, Together, tell, whisper


@dataclass(frozen=True)
class AimWheel(Ask):
    """H-A1: the first player sets the wheel to one of its five positions."""

    def moves(self, s: State) -> list[Move]:
        return SET_WHEELS

    def play(self, s: State, move: SetWheel) -> None:
        s.wheel = (s.board.index(move.colour) - s.crests[self.seat]) % COLOUR_COUNT
        if s.news is not None:
            tell(s, WheelSet(self.seat, move.colour))


speaks(AimWheel, "H-A1", NUMBER)


@dataclass(frozen=True)
class Draft(Do):
    """H-A2 to H-A4: all draw two cards at their crest, then all choose at once."""

    def run(self, s: State) -> None:
        s.stack += DRAFT_STEPS[s.seats]


@dataclass(frozen=True)
class DrawTwo(Chance):
    """H-A2: a seat draws 2 cards from the stack at its crest and looks at them alone."""

    seat: int

    def odds(self, s: State) -> Odds:
        group = group_of(s.epoch, colour_at(s, self.seat))
        pool = s.pools[group]
        known = DRAW_ODDS[group]
        if pool not in known:
            if len(known) == MOST_KNOWN:
                known.clear()
            known[pool] = _draw_odds(group, pool)
        return known[pool]

    def play(self, s: State, move: Draw) -> None:
        card = move.card
        other = move.other
        colour = CARD_COLOUR[card]
        s.players[self.seat].hand = (card, other)
        s.pools[CARD_GROUP[card]] ^= CARD_BIT[card] | CARD_BIT[other]
        s.heights[colour] -= DRAWN
        if s.news is not None:
            secret = Drew(self.seat, card, other)
            whisper(s, self.seat, secret, DrewUnseen(self.seat, colour))


speaks(DrawTwo, "H-A2", NUMBER)


# By group and pool, made when first met: a pool has at most 91 pairs. Nearly all games get by with
# so many; a server that plays for months starts over rather than grow.
MOST_KNOWN: Final = 1000
DRAW_ODDS: Final[list[dict[int, Odds]]] = [{} for _ in GROUP_CARDS]


def _draw_odds(group: int, pool: int) -> Odds:
    """All pairs of cards nobody has drawn, the box included, are equally likely (H-S4)."""
    return Odds([d for d in DRAWS[group] if pool & CARD_BIT[d.card] and pool & CARD_BIT[d.other]])


@dataclass(frozen=True)
class LayOne(Together):
    """H-A3, H-A4: each lays one of the two cards, and buys or sells the other; sealed."""

    def seats(self, s: State) -> list[int]:
        return SEATS[s.seats]

    def moves(self, s: State, seat: int) -> list[Move]:
        player = s.players[seat]
        card, other = player.hand
        moves: list[Move] = [LAY[card][SELL], LAY[other][SELL]]
        if price(s.components, player, other) <= player.coins:
            moves.append(LAY[card][BUY])
        if price(s.components, player, card) <= player.coins:
            moves.append(LAY[other][BUY])
        return moves

    def closed(self, s: State, seat: int) -> list[Closed]:
        player = s.players[seat]
        card, other = player.hand
        return [
            *too_dear(s.components, player, card, LAY[other][BUY]),
            *too_dear(s.components, player, other, LAY[card][BUY]),
        ]

    def reveal(self, s: State, answers: dict[int, Any]) -> None:
        for seat in ring(s):
            _lay(s, seat, answers[seat])


speaks(LayOne, "H-A3")


def _lay(s: State, seat: int, move: Lay) -> None:
    player = s.players[seat]
    card, other = player.hand
    kept = other if move.card == card else card
    player.hand = ()
    s.piles[CARD_COLOUR[move.card]] += (move.card,)
    if s.news is not None:
        tell(s, Laid(seat, move.card))
    if move.deal == BUY:
        buy(s, seat, kept)
    else:
        player.sold += (kept,)
        coins = sell(s, seat)
        if s.news is not None:  # H-A4: that a card was sold is public, which is not
            secret = Sold(seat, kept, coins)
            whisper(s, seat, secret, SoldUnseen(seat, CARD_COLOUR[kept], coins))


@dataclass(frozen=True)
class TurnWheel(Do):
    """H-A5: the wheel turns one segment clockwise."""

    def run(self, s: State) -> None:
        s.wheel = (s.wheel + 1) % COLOUR_COUNT
        if s.news is not None:
            tell(s, WheelTurned())


@dataclass(frozen=True)
class PickCard(Ask):
    """H-B1: take the top card of any outer pile, and buy or sell it at once."""

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        cost = s.components.cost
        coins = player.coins
        counts = player.counts
        moves: list[Move] = []
        for colour, pile in enumerate(s.piles):
            if pile:
                card = pile[-1]
                moves.append(SELL_TOP[card])
                if cost[card] - counts[colour] <= coins:
                    moves.append(BUY_TOP[card])
        return moves

    def closed(self, s: State) -> list[Closed]:
        player = s.players[self.seat]
        empty = [COLOURS[colour] for colour, pile in enumerate(s.piles) if not pile]
        tops = [pile[-1] for pile in s.piles if pile]
        return [
            *(why for card in tops for why in too_dear(s.components, player, card, BUY_TOP[card])),
            *(Closed(f"pile-{colour}", "H-B1", "pile_empty") for colour in empty),
        ]

    def play(self, s: State, move: Move) -> None:
        assert isinstance(move, Buy | Sell)
        colour = CARD_COLOUR[move.card]
        s.piles[colour] = s.piles[colour][:-1]
        if isinstance(move, Buy):
            buy(s, self.seat, move.card)
        else:
            _sell_top(s, self.seat, move.card)


speaks(PickCard, "H-B1", NUMBER)


def _sell_top(s: State, seat: int, card: int) -> None:
    """H-T4: a card sold in phase B leaves the game; all have seen it."""
    s.gone += (card,)
    coins = sell(s, seat)
    if s.news is not None:
        tell(s, Sold(seat, card, coins))


SEATS: Final = [list(range(seats)) for seats in range(MOST_SEATS + 1)]
AIM_WHEEL: Final = [AimWheel(seat) for seat in range(MOST_SEATS)]
DRAFT: Final = Draft()
DRAW_TWO: Final = [DrawTwo(seat) for seat in range(MOST_SEATS)]
LAY_ONE: Final = LayOne()
# DRAFT_STEPS[seats], as they lie on the stack: all draw, then all choose.
DRAFT_STEPS: Final[list[list[Step]]] = [
    [LAY_ONE, *reversed(DRAW_TWO[:seats])] for seats in range(MOST_SEATS + 1)
]
TURN_WHEEL: Final = TurnWheel()
PICK_CARD: Final = [PickCard(seat) for seat in range(MOST_SEATS)]
