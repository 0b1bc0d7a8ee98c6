"""H-K2: redraw exactly what a seat doesn't know, uniformly over what is possible.

Unknown are the other seats' hands, their sealed answers, what they sold in phase A, and which
cards nobody has drawn. Each group of cards is redrawn by itself: no rule ties one to another.
"""

from __future__ import annotations

from cradle.hadara.draft import LAY_ONE
from cradle.hadara.moves import LAY, SIDES, Lay, Side
from cradle.hadara.names import CARD_BIT, CARD_GROUP, DEALS, cards_in
from cradle.hadara.state import State
from cradle.kernel.chance import Random
from cradle.kernel.step import settle


def imagine(s: State, seat: int | None, rng: Random) -> State:
    """A state that this seat, or a spectator, can't tell from the true one."""
    to = s.copy()
    others = [other for other in range(s.seats) if other != seat]
    for group in range(len(s.pools)):
        _redraw(to, group, others, rng)
    for other in others:
        if isinstance(s.sealed.get(other), Side):
            to.sealed[other] = SIDES[rng.randrange(len(SIDES))]
    settle(to)
    return to


def _redraw(s: State, group: int, others: list[int], rng: Random) -> None:
    """Redraw one group until the sealed answer to it, if there is one, is legal."""
    held = [card for other in others for card in _unseen(s, group, other)]
    if not held:
        return
    unknown = sorted(cards_in(group, s.pools[group]) + held)  # so that the truth leaves no trace
    holder = next((other for other in others if _answered(s, group, other)), None)
    while True:
        cards = shuffled(unknown, rng)
        for other in others:
            _deal(s, group, other, cards)
        s.pools[group] = sum(CARD_BIT[card] for card in cards)
        if holder is None or _seal(s, holder, rng):
            return


def _unseen(s: State, group: int, seat: int) -> list[int]:
    """The cards of this group that a seat holds or sold unseen by others."""
    player = s.players[seat]
    return [card for card in player.hand + player.sold if CARD_GROUP[card] == group]


def _answered(s: State, group: int, seat: int) -> bool:
    """Whether a seat has sealed an answer about cards of this group."""
    answer = s.sealed.get(seat)
    return isinstance(answer, Lay) and CARD_GROUP[answer.card] == group


def _deal(s: State, group: int, seat: int, cards: list[int]) -> None:
    """Replace a seat's unseen cards of this group by the last ones of the shuffled."""
    player = s.players[seat]
    hand = [cards.pop() if CARD_GROUP[card] == group else card for card in player.hand]
    sold = [cards.pop() if CARD_GROUP[card] == group else card for card in player.sold]
    player.hand = tuple(sorted(hand))
    player.sold = tuple(sold)


def _seal(s: State, seat: int, rng: Random) -> bool:
    """Try one of all answers to the hand; unless it is legal, hand and answer are redrawn."""
    hand = s.players[seat].hand
    answer = LAY[hand[rng.randrange(len(hand))]][rng.randrange(len(DEALS))]
    s.sealed[seat] = answer
    return answer in LAY_ONE.moves(s, seat)


def shuffled(items: list[int], rng: Random) -> list[int]:
    """The items in a random order, all orders equally likely."""
    pile = items[:]
    for last in range(len(pile) - 1, 0, -1):
        other = rng.randrange(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile
