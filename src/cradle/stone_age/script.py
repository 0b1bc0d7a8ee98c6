"""The course of a game: setup, rounds, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Chance, Do, tell, then
from cradle.stone_age.actions import Actions
from cradle.stone_age.buildings import UNCOVER_TOP
from cradle.stone_age.components import CARD, OPEN_CARDS, STACK_HEIGHT
from cradle.stone_age.feeding import Feeding
from cradle.stone_age.moves import CARD_PLACE, DEAL, Deal, First
from cradle.stone_age.news.course import (
    CardsRanOut,
    Dealt,
    ExtraShown,
    RoundBegan,
    StackRanOut,
)
from cradle.stone_age.placing import Placing
from cradle.stone_age.state import NOTHING, State, new_player, replaced, without


def start(seats: int, options: Mapping[str, Any], components: Any) -> State:
    """S-S1 to S-S4: everything is laid out by chance, then the rounds begin."""
    s = State(
        seats=seats,
        players=[new_player() for _ in range(seats)],
        tops=(NOTHING,) * seats,
        heights=(STACK_HEIGHT,) * seats,
        **options,
    )
    then(s, DrawFirst(), *UNCOVER_TOP[:seats], *DEAL_CARD, ROUND)
    return s


@dataclass(frozen=True)
class DrawFirst(Chance):
    """S-S1: the first player is drawn."""

    def odds(self, s: State) -> Odds:
        return Odds([First(seat) for seat in range(s.seats)])

    def play(self, s: State, move: First) -> None:
        s.first = move.seat


speaks(DrawFirst, "S-S1")


@dataclass(frozen=True)
class DealCard(Chance):
    """S-S4: the next card of the stack is laid on a place of the row."""

    slot: int

    def odds(self, s: State) -> Odds:
        return Odds([DEAL[card] for card in s.deck])

    def play(self, s: State, move: Deal) -> None:
        s.deck = without(s.deck, move.card)
        s.cards = replaced(s.cards, self.slot, move.card)
        if s.news is not None:
            tell(s, Dealt(move.card, CARD + self.slot))


speaks(DealCard, "S-S4", CARD_PLACE)


@dataclass(frozen=True)
class Round(Do):
    """The three phases of a round."""

    def run(self, s: State) -> None:
        s.round += 1
        for player in s.players:
            player.idle = player.people
            player.used = 0
        if s.news is not None:
            tell(s, RoundBegan(s.round, s.first))
        then(s, PLACING, ACTIONS, FEEDING, NEXT_ROUND)


@dataclass(frozen=True)
class NextRound(Do):
    """S-N1, S-E1, S-E2: a new round, unless a stack ran out."""

    def run(self, s: State) -> None:
        kept = tuple(card for card in s.cards if card != NOTHING)
        missing = OPEN_CARDS - len(kept)
        if 0 in s.heights or missing > len(s.deck):
            if s.news is not None:
                tell_end(s)
            return
        s.first = (s.first + 1) % s.seats
        s.cards = kept + (NOTHING,) * missing
        then(s, *DEAL_CARD[len(kept) :], ROUND)


def tell_end(s: State) -> None:
    """S-E1, S-E2: why the game is over; before it, S-K1, S-Z0, the card of S-C8 is shown."""
    for seat, player in enumerate(s.players):
        if player.hidden != NOTHING:
            tell(s, ExtraShown(seat, player.hidden))
    tell(s, StackRanOut() if 0 in s.heights else CardsRanOut())


PLACING: Final = Placing()
ACTIONS: Final = Actions()
FEEDING: Final = Feeding()
ROUND: Final = Round()
NEXT_ROUND: Final = NextRound()
DEAL_CARD: Final = [DealCard(slot) for slot in range(OPEN_CARDS)]
