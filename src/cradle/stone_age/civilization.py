"""Civilization cards: their price, and their upper parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Chance, Closed, Do, Move, tell, then, whisper
from cradle.stone_age.components import (
    CARD,
    CARDS,
    DICE_ROW,
    FOOD,
    MOST_SEATS,
    OPEN_CARDS,
    PLACE_NAMES,
    RESOURCES,
)
from cradle.stone_age.gathering import DICE, ROLL_FOR, gain
from cradle.stone_age.moves import (
    CARD_PLACE,
    CHOOSE,
    DEAL,
    LEAVE,
    NUMBER,
    Choose,
    Deal,
    Pay,
    Roll,
    Take,
)
from cradle.stone_age.news.actions import Left, Rolled
from cradle.stone_age.news.cards import (
    CardBought,
    DieChosen,
    ExtraDrawn,
    ExtraHidden,
    OnceToolKept,
    PointsScored,
    TwoKept,
)
from cradle.stone_age.payments import exactly, hand_over
from cradle.stone_age.state import NOTHING, State, clockwise, replaced, without
from cradle.stone_age.two_resources import TAKE_TWO_NOW, take_two, with_two
from cradle.stone_age.village import farm, make_tool


@dataclass(frozen=True)
class BuyCard(Ask):
    """S-A8: pay as many resources as the place says, any mix, or leave the card."""

    slot: int

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        return with_two(player, [*exactly(player.stock, self.slot + 1), LEAVE])

    def closed(self, s: State) -> list[Closed]:
        need, have = self.slot + 1, sum(s.players[self.seat].stock)
        if have >= need:
            return []
        numbers = (("need", need), ("have", have))
        return [Closed(PLACE_NAMES[CARD + self.slot], "S-A8", "too_few_resources", numbers)]

    def play(self, s: State, move: Move) -> None:
        if isinstance(move, Pay):
            buy(s, self.seat, self.slot, move)
        elif isinstance(move, Take):
            take_two(s, self.seat, move)
            s.stack.append(self)
        elif s.news is not None:
            tell(s, Left(self.seat, CARD + self.slot))


speaks(BuyCard, "S-A8", NUMBER, CARD_PLACE)


BUY_CARD: Final = [
    [BuyCard(seat, slot) for slot in range(OPEN_CARDS)] for seat in range(MOST_SEATS)
]


def buy(s: State, seat: int, slot: int, move: Pay) -> None:
    """S-C0: the upper part takes effect at once after payment."""
    player = s.players[seat]
    card = s.cards[slot]
    hand_over(player, move.resources)
    s.cards = replaced(s.cards, slot, NOTHING)
    player.cards += (card,)
    if s.news is not None:
        tell(s, CardBought(seat, card, move.resources))
    UPPER[CARDS[card].upper](s, seat, card)


def _dice_row(s: State, seat: int, card: int) -> None:
    s.stack.append(ROLL_DICE_ROW[seat])


def _food(s: State, seat: int, card: int) -> None:
    gain(s, seat, FOOD, CARDS[card].amount)


def _resource(s: State, seat: int, card: int) -> None:
    gain(s, seat, CARDS[card].resource, CARDS[card].amount)


def _roll(s: State, seat: int, card: int) -> None:
    s.stack.append(ROLL_FOR[seat][CARDS[card].resource][CARDS[card].amount])


def _points(s: State, seat: int, card: int) -> None:
    s.players[seat].points += CARDS[card].amount
    if s.news is not None:
        tell(s, PointsScored(seat, CARDS[card].amount))


def _tool(s: State, seat: int, card: int) -> None:
    make_tool(s, seat)


def _agriculture(s: State, seat: int, card: int) -> None:
    farm(s, seat)


def _extra_card(s: State, seat: int, card: int) -> None:
    if s.deck:
        s.stack.append(DRAW_EXTRA[seat])


def _one_use_tool(s: State, seat: int, card: int) -> None:
    s.players[seat].once |= 1 << CARDS[card].amount
    if s.news is not None:
        tell(s, OnceToolKept(seat, CARDS[card].amount))


def _two_resources(s: State, seat: int, card: int) -> None:
    s.players[seat].two = 1
    if s.two_resources_at_once:
        s.stack.append(TAKE_TWO_NOW[seat])
    elif s.news is not None:
        tell(s, TwoKept(seat))


UPPER: Final = {
    "dice_row": _dice_row,
    "food": _food,
    "resource": _resource,
    "roll": _roll,
    "points": _points,
    "tool": _tool,
    "agriculture": _agriculture,
    "extra_card": _extra_card,
    "one_use_tool": _one_use_tool,
    "two_resources": _two_resources,
}
UPPER_CLAUSES: Final = {name: f"S-C{number}" for number, name in enumerate(UPPER, 1)}


@dataclass(frozen=True)
class DrawExtra(Chance):
    """S-C8: the top card of the stack, for its taker's eyes and the scoring alone."""

    seat: int

    def odds(self, s: State) -> Odds:
        return Odds([DEAL[card] for card in s.deck])

    def play(self, s: State, move: Deal) -> None:
        s.deck = without(s.deck, move.card)
        s.players[self.seat].hidden = move.card
        if s.news is not None:
            whisper(s, self.seat, ExtraDrawn(self.seat, move.card), ExtraHidden(self.seat))


speaks(DrawExtra, "S-C8", NUMBER)


@dataclass(frozen=True)
class RollDiceRow(Chance):
    """S-C1: as many dice as players; the taker chooses first, then the others clockwise."""

    seat: int

    def odds(self, s: State) -> Odds:
        return DICE[s.seats]

    def occasion(self) -> str:
        return self.text

    def play(self, s: State, move: Roll) -> None:
        row = len(s.rows)
        s.rows += (move.dice,)
        if s.news is not None:
            tell(s, Rolled(self.seat, move.dice))
        order = clockwise(s, self.seat)
        if s.dice_row_next_turn:
            for seat in order[1:]:
                s.players[seat].owed += (row,)
            order = order[:1]
        then(s, *(ChooseDie(seat, row) for seat in order))


speaks(RollDiceRow, "S-C1", NUMBER)


@dataclass(frozen=True)
class ChooseDie(Ask):
    """S-C1: take one die of the row and its gain; nobody refuses."""

    row: int

    def moves(self, s: State) -> list[Move]:
        return [CHOOSE[die] for die in sorted(set(s.rows[self.row]))]

    def play(self, s: State, move: Choose) -> None:
        rows = list(s.rows)
        rows[self.row] = without(rows[self.row], move.die)
        s.rows = tuple(rows) if any(rows) else ()
        if s.news is not None:
            tell(s, DieChosen(self.seat, move.die))
        die_gain(s, self.seat, DICE_ROW[move.die - 1])


speaks(ChooseDie, "S-C1", NUMBER, NUMBER)


def die_gain(s: State, seat: int, what: str) -> None:
    """S-C1: 1 wood, 2 clay, 3 stone, 4 gold, 5 a tool, 6 agriculture."""
    if what == "tool":
        make_tool(s, seat)
    elif what == "agriculture":
        farm(s, seat)
    else:
        gain(s, seat, RESOURCES.index(what), 1)


@dataclass(frozen=True)
class ChooseOwedDice(Do):
    """S-O1: at the start of one's turn, or of the feeding, one chooses from rows rolled before."""

    seat: int

    def run(self, s: State) -> None:
        player = s.players[self.seat]
        then(s, *(ChooseDie(self.seat, row) for row in player.owed))
        player.owed = ()


speaks(ChooseOwedDice, "S-O1", NUMBER)


DRAW_EXTRA: Final = [DrawExtra(seat) for seat in range(MOST_SEATS)]
ROLL_DICE_ROW: Final = [RollDiceRow(seat) for seat in range(MOST_SEATS)]
CHOOSE_OWED_DICE: Final = [ChooseOwedDice(seat) for seat in range(MOST_SEATS)]
