"""Chapter 8, first half: feeding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.effects import lose_card
from cradle.hadara.moves import FEED, REMOVE, Feed, Remove
from cradle.hadara.names import FEED_WITH_COINS, FOOD, NUMBER, SURPLUS_FOOD_COINS, effect_index
from cradle.hadara.news.boards import EffectPaid
from cradle.hadara.news.closing import Fed, Hungered, PaidFeeding, Removed
from cradle.hadara.numbers import (
    FEED_PRICE,
    MOST_FEEDS,
    MOST_SEATS,
    MOST_SURPLUS,
    SURPLUS_PRICE,
)
from cradle.hadara.state import Player, State, earn, pay, ring
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Do, Move, tell


@dataclass(frozen=True)
class Feeding(Do):
    """H-F1: after phase B's statues, from the first player clockwise, all feed their people."""

    def run(self, s: State) -> None:
        s.stack += [FEED_PEOPLE[seat] for seat in reversed(ring(s))]


@dataclass(frozen=True)
class FeedPeople(Do):
    """H-F1: food at least as large as the number of cards feeds all; otherwise H-F2."""

    seat: int

    def run(self, s: State) -> None:
        player = s.players[self.seat]
        food = player.tracks[FOOD]
        cards = len(player.cards)
        if food < cards:
            if s.news is not None:
                tell(s, Hungered(self.seat, food, cards))
            s.stack.append(REMOVE_CARDS[self.seat][0])
        else:
            if s.news is not None:
                tell(s, Fed(self.seat, food, cards))
            if player.effects & SURPLUS_FOOD_COINS:
                _sell_surplus(s, self.seat, player, food - cards)


speaks(FeedPeople, "H-F1", NUMBER)


def _sell_surplus(s: State, seat: int, player: Player, surplus: int) -> None:
    """H-P8: 3 coins per food above the number of cards, at most 12."""
    coins = min(SURPLUS_PRICE * surplus, MOST_SURPLUS)
    earn(s, player, coins)
    if coins and s.news is not None:
        tell(s, EffectPaid(seat, effect_index(SURPLUS_FOOD_COINS), coins))


@dataclass(frozen=True)
class RemoveCards(Ask):
    """H-F2, H-P7: remove cards, or pay for them with the effect, until nothing is short.

    `paid` counts the cards paid for in this feeding.
    """

    paid: int

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        if short(player, self.paid) <= 0:
            return []
        moves: list[Move] = [REMOVE[card] for card in player.cards]
        if self.paid < MOST_FEEDS and _can_pay(player):
            moves.append(FEED)
        return moves

    def closed(self, s: State) -> list[Closed]:
        player = s.players[self.seat]
        if not player.effects & FEED_WITH_COINS:
            return []
        if self.paid >= MOST_FEEDS:
            numbers: tuple[tuple[str, int], ...] = (("limit", MOST_FEEDS),)
            return [Closed("feed", "H-P7", "feeding_limit", numbers)]
        if player.coins < FEED_PRICE:
            numbers = (("price", FEED_PRICE), ("coins", player.coins))
            return [Closed("feed", "H-P7", "feeding_too_dear", numbers)]
        return []

    def play(self, s: State, move: Move) -> None:
        if isinstance(move, Feed):
            _pay_for_one(s, self.seat)
            s.stack.append(REMOVE_CARDS[self.seat][self.paid + 1])
        else:
            assert isinstance(move, Remove)
            _remove(s, self.seat, move.card)
            s.stack.append(self)


speaks(RemoveCards, "H-F2", NUMBER, NUMBER)


def short(player: Player, paid: int) -> int:
    """H-F2: the shortage: cards less food less cards paid for."""
    return len(player.cards) - player.tracks[FOOD] - paid


def _can_pay(player: Player) -> bool:
    return player.effects & FEED_WITH_COINS != 0 and player.coins >= FEED_PRICE


def _pay_for_one(s: State, seat: int) -> None:
    """H-P7: 2 coins keep one card fed; the payment belongs to no card."""
    pay(s, s.players[seat], FEED_PRICE)
    if s.news is not None:
        tell(s, PaidFeeding(seat, FEED_PRICE))


def _remove(s: State, seat: int, card: int) -> None:
    """H-F2: a removed card is out of the game, and no coins are gained."""
    lose_card(s.components, s.players[seat], card)
    s.gone += (card,)
    if s.news is not None:
        tell(s, Removed(seat, card))


FEEDING: Final = Feeding()
FEED_PEOPLE: Final = [FeedPeople(seat) for seat in range(MOST_SEATS)]
REMOVE_CARDS: Final = [
    [RemoveCards(seat, paid) for paid in range(MOST_FEEDS + 1)] for seat in range(MOST_SEATS)
]
