"""Phase 3: everybody feeds their people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Do, Move, tell
from cradle.stone_age.civilization import CHOOSE_OWED_DICE
from cradle.stone_age.components import MOST_PEOPLE, MOST_SEATS, PENALTY
from cradle.stone_age.moves import NUMBER, STARVE, Pay, Take
from cradle.stone_age.news.feeding import Fed, FedWith, Harvested, PartlyFed, Starved
from cradle.stone_age.payments import exactly, hand_over
from cradle.stone_age.state import State, clockwise
from cradle.stone_age.two_resources import take_two, with_two


@dataclass(frozen=True)
class Feeding(Do):
    """S-F4: from the first player clockwise; nobody's choice touches another."""

    def run(self, s: State) -> None:
        order = clockwise(s, s.first)
        order.reverse()
        for seat in order:
            s.stack.append(FEED_PEOPLE[seat])
        if s.dice_row_next_turn:
            for seat in order:
                s.stack.append(CHOOSE_OWED_DICE[seat])


@dataclass(frozen=True)
class FeedPeople(Do):
    """S-F1: take food for agriculture, then pay 1 food a person; what is missing is asked for."""

    seat: int

    def run(self, s: State) -> None:
        player = s.players[self.seat]
        player.food += player.agriculture
        if s.news is not None and player.agriculture:
            tell(s, Harvested(self.seat, player.agriculture))
        missing = player.people - player.food
        if missing <= 0:
            player.food -= player.people
            if s.news is not None:
                tell(s, Fed(self.seat, player.people))
        else:
            if s.news is not None and player.food:
                tell(s, PartlyFed(self.seat, player.food))
            player.food = 0
            s.stack.append(REPLACE_FOOD[self.seat][missing])


speaks(FeedPeople, "S-F1", NUMBER)


@dataclass(frozen=True)
class ReplaceFood(Ask):
    """S-F2, S-F3: replace all of the missing food by resources, or lose 10 points."""

    missing: int

    def moves(self, s: State) -> list[Move]:
        player = s.players[self.seat]
        return with_two(player, [*exactly(player.stock, self.missing), STARVE])

    def closed(self, s: State) -> list[Closed]:
        have = sum(s.players[self.seat].stock)
        if have >= self.missing:
            return []
        numbers = (("need", self.missing), ("have", have))
        return [Closed("food", "S-F2", "too_few_to_feed", numbers)]

    def play(self, s: State, move: Move) -> None:
        player = s.players[self.seat]
        if isinstance(move, Pay):
            hand_over(player, move.resources)
            if s.news is not None:
                tell(s, FedWith(self.seat, move.resources))
        elif isinstance(move, Take):
            take_two(s, self.seat, move)
            s.stack.append(self)
        else:
            player.points -= PENALTY
            if s.news is not None:
                tell(s, Starved(self.seat, PENALTY))


speaks(ReplaceFood, "S-F2", NUMBER, NUMBER)


FEED_PEOPLE: Final = [FeedPeople(seat) for seat in range(MOST_SEATS)]
REPLACE_FOOD: Final = [
    [ReplaceFood(seat, missing) for missing in range(MOST_PEOPLE + 1)] for seat in range(MOST_SEATS)
]
