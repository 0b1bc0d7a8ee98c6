"""What bots know of Stone Age: a value for every move, and the points each seat can expect."""

from __future__ import annotations

from math import fsum
from typing import Final

from cradle.bots.judgement import Judgement, read_courses
from cradle.bots.stone_age.placing import place_values
from cradle.bots.stone_age.traits import EXPLAINS, PARTS, TRAITS, traits
from cradle.bots.stone_age.worth import PENALTY, Worth
from cradle.kernel.step import OVER, Move, Step
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.buildings import BuyBuilding, points_for
from cradle.stone_age.civilization import BuyCard, ChooseDie
from cradle.stone_age.components import (
    BUILDING,
    BUILDINGS,
    CARD,
    FIELD,
    FOOD,
    FOREST,
    HUNT,
    HUT,
    PIPS,
    RIVER,
    TOOL_MAKER,
)
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import AddTools, tool_pips
from cradle.stone_age.moves import ONCE, Bundle, Choose, Pay, Take, Use, Visit
from cradle.stone_age.placing import PlacePeople
from cradle.stone_age.scoring import points as final_points
from cradle.stone_age.state import Player, State

PACKAGE: Final = "cradle.bots.stone_age"
LONG: Final = 10.0  # rounds that follow the first one of a game


class StoneAge:
    """Named features of Stone Age, with weights tuned by self-play."""

    def __init__(self, weights: dict[str, float], judgement: Judgement | None = None) -> None:
        self.worth = Worth(weights)
        self.judgement = judgement or Judgement(len(PARTS), read_courses(PACKAGE, TRAITS))

    def quiet(self, s: State) -> bool:
        """A round begins: nobody has placed anything yet."""
        return not any(s.crowd) and isinstance(s.stack[-1], PlacePeople)

    def shows(self, s: State) -> bool:
        """What people bring shows when they are home again."""
        return self.quiet(s)

    def points(self, s: State) -> list[float]:
        """True points at the end, expected ones before."""
        if s.turn == OVER:
            return [float(sum(final_points(player).values())) for player in s.players]
        return self.judgement.points(self.traits(s), self.left(s))

    def traits(self, s: State) -> list[list[float]]:
        """What the points are predicted from: `TRAITS` of every seat."""
        rounds = self.worth.rounds_left(s)
        return [traits(self.worth, s, seat, rounds) for seat in range(s.seats)]

    def left(self, s: State) -> float:
        """How much of a game is still to come, about 1 at its beginning."""
        return self.worth.rounds_left(s) / LONG

    def spread(self, s: State) -> float:
        """More rounds, more doubt."""
        return self.worth.spread + self.worth.spread_round * self.worth.rounds_left(s)

    def features(self, s: State, seat: int) -> dict[str, float]:
        """What a seat's expected points are made of."""
        return self.judgement.explain(self.traits(s), self.left(s), seat, EXPLAINS)

    def prefer(self, s: State, seat: int, legal: list[Move]) -> list[float]:
        """What each move is worth, by the step that asks."""
        step: Step = s.stack[-1]
        if isinstance(step, PlacePeople):
            return place_values(self.worth, s, seat, legal)
        rounds = self.worth.rounds_left(s)
        player = s.players[seat]
        if isinstance(step, TakeAction):
            return [self._visit(player, move) for move in legal]
        if isinstance(step, AddTools):
            return [self._use(s, player, step.good, move, rounds) for move in legal]
        if isinstance(step, ChooseDie):
            return [self._die(player, move, rounds) for move in legal]
        if isinstance(step, BuyCard):
            gain = self.worth.card(s, player, s.cards[step.slot], rounds)
            return self._payments(s, player, legal, gain, rounds)
        if isinstance(step, BuyBuilding):
            return self._build(s, player, step.pile, legal, rounds)
        if isinstance(step, ReplaceFood):
            return self._payments(s, player, legal, PENALTY, rounds)
        return [self._taken(player, move, rounds) for move in legal]

    def _visit(self, player: Player, move: Move) -> float:
        """The village first, then gathering, then cards, then buildings, which need most."""
        if not isinstance(move, Visit):
            return -10.0
        place = move.place
        if place in (TOOL_MAKER, FIELD, HUT):
            return 10.0
        if FOREST <= place <= RIVER:
            return 5.0 + 0.1 * place
        if place == HUNT:
            return 4.0
        return 3.0 - 0.1 * (place - CARD) if place < BUILDING else 1.0

    def _use(self, s: State, player: Player, good: int, move: Move, rounds: float) -> float:
        """What the tools bring here, less what they could bring at another place."""
        assert isinstance(move, Use)
        worth = self.worth
        unit = worth.resources(player, rounds)[good] if good != FOOD else worth.food
        found = (sum(s.roll) + tool_pips(move.tools)) // PIPS[good]
        elsewhere = self._still_to_roll(player, rounds)
        cost = 0.0
        for tool in move.tools:
            cost += worth.once * (tool - ONCE) if tool > ONCE else 0.01 + elsewhere * tool
        return found * unit - cost

    def _still_to_roll(self, player: Player, rounds: float) -> float:
        """What a pip may bring at the places where one has still to roll."""
        values = self.worth.resources(player, rounds)
        best = 0.0
        for place in range(FOREST, RIVER + 1):
            if player.at[place]:
                best = max(best, values[place - FOREST] / PIPS[place - FOREST] * 0.8)
        return best or (0.3 if player.at[HUNT] else 0.0)

    def _die(self, player: Player, move: Move, rounds: float) -> float:
        assert isinstance(move, Choose)
        return self.worth.die(player, move.die, rounds)

    def _build(
        self, s: State, player: Player, pile: int, legal: list[Move], rounds: float
    ) -> list[float]:
        building = BUILDINGS[s.tops[pile]]
        extra = self.worth.one_building(player)
        found = self._payments(s, player, legal, extra, rounds)
        for i, move in enumerate(legal):
            if isinstance(move, Pay):
                found[i] += points_for(building, move.resources)
        return found

    def _payments(
        self, s: State, player: Player, legal: list[Move], gain: float, rounds: float
    ) -> list[float]:
        """The gain less what is paid; leaving, or starving, is worth nothing."""
        values = self.worth.resources(player, rounds)
        keep = self._reserved(s, player)
        poor = not any(isinstance(move, Pay) for move in legal)
        found: list[float] = []
        for move in legal:
            if isinstance(move, Pay):
                found.append(gain - self._cost(player, values, keep, move))
            elif isinstance(move, Take):
                found.append(self._two(values, keep, player, move, poor))
            else:
                found.append(0.0)
        return found

    def _cost(self, player: Player, values: list[float], keep: list[int], move: Pay) -> float:
        """What is paid is lost; what a building taken needs is lost twice."""
        cost, glut = 0.0, self.worth.glut
        for k in range(4):
            count = move.resources[k]
            if count:
                cost += count * values[k] * (1.0 + 0.5 * glut * count)
                missing = keep[k] - (player.stock[k] - count)
                if missing > 0:
                    cost += 2.5 * min(missing, count)
        return cost

    def _two(
        self, values: list[float], keep: list[int], player: Player, move: Take, poor: bool
    ) -> float:
        """The two resources of the card: taken when nothing can be paid without them."""
        if not poor:
            return -1.0
        wanted = 0
        for k in range(4):
            wanted += min(move.resources[k], max(0, keep[k] - player.stock[k]))
        return 0.1 + 0.03 * wanted + 0.001 * worth_of(move.resources, values)

    def _reserved(self, s: State, player: Player) -> list[int]:
        """The resources that buildings taken and not yet paid for ask for."""
        keep = [0, 0, 0, 0]
        for pile in range(s.seats):
            if player.at[BUILDING + pile]:
                price = BUILDINGS[s.tops[pile]].price
                for k in range(4):
                    keep[k] += price[k]
        return keep

    def _taken(self, player: Player, move: Move, rounds: float) -> float:
        """The two resources at once (S-O2): the most valuable ones."""
        values = self.worth.resources(player, rounds)
        assert isinstance(move, Take)
        return worth_of(move.resources, values)


def worth_of(resources: Bundle, values: list[float]) -> float:
    """What so many resources are worth."""
    return fsum([resources[k] * values[k] for k in range(4)])
