"""Phase 2: each in turn resolves all own people, place by place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Do, Move, tell
from cradle.stone_age.buildings import BUY_BUILDING
from cradle.stone_age.civilization import BUY_CARD, CHOOSE_OWED_DICE
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDING,
    CARD,
    HUT,
    MOST_SEATS,
    PLACES,
    RIVER,
    TOOL_MAKER,
)
from cradle.stone_age.gathering import ROLL_FOR
from cradle.stone_age.moves import DECLINE, NUMBER, VISIT, Decline, Visit
from cradle.stone_age.news.actions import Declined
from cradle.stone_age.state import State, clockwise
from cradle.stone_age.village import bear_person, farm, make_tool


@dataclass(frozen=True)
class TakeAction(Ask):
    """S-A1: resolve one place after the other, in an order of one's choice."""

    def moves(self, s: State) -> list[Move]:
        at = s.players[self.seat].at
        found: list[Move] = [VISIT[place] for place in range(ALL_PLACES) if at[place]]
        if s.decline_any_action:
            found += [DECLINE[place] for place in range(CARD) if at[place]]
        return found

    def play(self, s: State, move: Visit | Decline) -> None:
        s.stack.append(self)
        people = go_home(s, self.seat, move.place)
        if isinstance(move, Visit):
            act(s, self.seat, move.place, people)
        elif s.news is not None:
            tell(s, Declined(self.seat, move.place))


speaks(TakeAction, "S-A1", NUMBER)


def go_home(s: State, seat: int, place: int) -> int:
    """S-A1: take one's people back; how many they were."""
    player = s.players[seat]
    people = player.at[place]
    player.at[place] = 0
    player.idle += people
    s.crowd[place] -= people
    return people


def act(s: State, seat: int, place: int, people: int) -> None:
    """S-A11: carry out the action of a place; only cards and buildings may be left."""
    if place <= RIVER:
        s.stack.append(ROLL_FOR[seat][PLACES[place].good][people])
    elif place == TOOL_MAKER:
        make_tool(s, seat)
    elif place == HUT:
        bear_person(s, seat)
    elif place < CARD:
        farm(s, seat)
    elif place < BUILDING:
        s.stack.append(BUY_CARD[seat][place - CARD])
    else:
        s.stack.append(BUY_BUILDING[seat][place - BUILDING])


TAKE_ACTION: Final = [TakeAction(seat) for seat in range(MOST_SEATS)]


@dataclass(frozen=True)
class Actions(Do):
    """S-A1: from the first player clockwise, each a whole turn."""

    def run(self, s: State) -> None:
        for seat in reversed(clockwise(s, s.first)):
            s.stack.append(TAKE_ACTION[seat])
            if s.dice_row_next_turn:
                s.stack.append(CHOOSE_OWED_DICE[seat])
