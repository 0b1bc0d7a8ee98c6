"""The card of two resources of choice: spent whenever its owner could pay (S-C10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Move, tell
from cradle.stone_age.components import MOST_SEATS
from cradle.stone_age.moves import NUMBER, TAKE_TWO, Take
from cradle.stone_age.news.cards import TwoTaken
from cradle.stone_age.payments import receive
from cradle.stone_age.state import Player, State


def with_two(player: Player, moves: list[Move]) -> list[Move]:
    """These moves, and taking the two resources first while the card is unused (S-C10)."""
    return moves + TAKE_TWO if player.two else moves


def take_two(s: State, seat: int, move: Take) -> None:
    """Take the two resources; the card is used up."""
    player = s.players[seat]
    receive(player, move.resources)
    player.two = 0
    if s.news is not None:
        tell(s, TwoTaken(seat, move.resources))


@dataclass(frozen=True)
class TakeTwo(Ask):
    """S-O2: the two resources are taken when the card is bought."""

    def moves(self, s: State) -> list[Move]:
        return TAKE_TWO

    def play(self, s: State, move: Take) -> None:
        take_two(s, self.seat, move)


speaks(TakeTwo, "S-O2", NUMBER)


TAKE_TWO_NOW: Final = [TakeTwo(seat) for seat in range(MOST_SEATS)]
