"""Where the cards of a position lie: those it names, and those that must lie somewhere."""

from __future__ import annotations

from cradle.hadara.draft import AimWheel, DrawTwo, LayOne, PickCard
from cradle.hadara.names import (
    CARD_BIT,
    CARD_GROUP,
    CARDS,
    COLOUR_COUNT,
    cards_in,
    group_of,
)
from cradle.hadara.needs import need
from cradle.hadara.numbers import DRAWN
from cradle.hadara.state import State
from cradle.kernel.step import Step


def take_out(s: State) -> None:
    """Cards that a position names lie no longer in their stack or in the box."""
    held = [*s.gone, *(card for pile in s.piles for card in pile)]
    for player in s.players:
        held += (*player.cards, *player.hand, *player.sold)
    for card in held:
        group = CARD_GROUP[card]
        need(bool(_full(s, group) & CARD_BIT[card]), f"{CARDS[card]} isn't used in this mode")
        need(bool(s.pools[group] & CARD_BIT[card]), f"{CARDS[card]} is in two places")
        s.pools[group] ^= CARD_BIT[card]


def _full(s: State, group: int) -> int:
    return (s.components.pools if s.advanced else s.components.plain_pools)[group]


def fill(s: State, step: Step | None, piles_said: bool) -> None:
    """Let cards that were drawn, but not named, have been laid, sold unseen or sold openly.

    Of past epochs all cards of the board were drawn; of this one once the drafts are over.
    """
    drafting = isinstance(step, AimWheel | DrawTwo | LayOne)
    for epoch in range(1, s.epoch if drafting else s.epoch + 1):
        for colour in range(COLOUR_COUNT):
            group = group_of(epoch, colour)
            lay = epoch == s.epoch and isinstance(step, PickCard) and not piles_said
            while _missing(s, group) > 0:
                _put(s, group, colour if lay else -1)


def _missing(s: State, group: int) -> int:
    out = _full(s, group).bit_count() - s.pools[group].bit_count()
    return DRAWN * s.seats - out


def _put(s: State, group: int, pile: int) -> None:
    """The first card of a group that is free lies in a pile, or was sold."""
    card = cards_in(group, s.pools[group])[0]
    s.pools[group] ^= CARD_BIT[card]
    seller = next((seat for seat in range(s.seats) if not _has(s, seat, group)), -1)
    if pile >= 0 and len(s.piles[pile]) < s.seats:
        s.piles[pile] += (card,)
    elif seller >= 0:
        s.players[seller].sold += (card,)
    else:
        s.gone += (card,)


def _has(s: State, seat: int, group: int) -> bool:
    """Whether a seat has, or sold, a card of a group: each drew from each once (H-A5)."""
    player = s.players[seat]
    return any(CARD_GROUP[card] == group for card in player.cards + player.sold)


def height(s: State, colour: int) -> int:
    """H-S4: the cards of a colour that lie face down."""
    return _missing(s, group_of(s.epoch, colour)) if s.epoch else 0
