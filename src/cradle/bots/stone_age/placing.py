"""Stone Age: what it is worth to put people on a place, the rest gathering as well as they can."""

from __future__ import annotations

from math import fsum

from cradle.bots.stone_age.worth import DIE, ROUNDING, Worth, expected, fresh_pips
from cradle.kernel.step import Move
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
    Building,
)
from cradle.stone_age.moves import Send
from cradle.stone_age.placing import spaces
from cradle.stone_age.state import NOTHING, Player, State


class Plan:
    """One seat's placing: what is promised already, and what idle people would gather."""

    def __init__(self, worth: Worth, s: State, seat: int) -> None:
        self.worth = worth
        self.s = s
        self.seat = seat
        self.player = s.players[seat]
        self.rounds = worth.rounds_left(s)
        self.values = worth.resources(self.player, self.rounds)
        self.pips = float(fresh_pips(self.player))
        self.coming = self._coming()
        self.soon = fsum(self.coming)
        self.have = sum(self.player.stock)
        self.owing, self.wants = self._promised()
        self.lacking = self._lacking()
        self.short = self._short_of_food()
        self.gains = [self._gather_gains(place) for place in range(RIVER + 1)]
        self.rest = self._rests()

    def _coming(self) -> list[float]:
        """The resources people already placed will bring, on average."""
        at = self.player.at
        return [
            expected(place - FOREST, at[place], self.pips * 0.5) if at[place] else 0.0
            for place in range(FOREST, RIVER + 1)
        ]

    def _promised(self) -> tuple[int, list[float]]:
        """How many resources the cards and buildings taken cost, and which kinds are missing."""
        at, owing = self.player.at, 0
        wants = [0.0, 0.0, 0.0, 0.0]
        for slot in range(4):
            if at[CARD + slot]:
                owing += slot + 1
        for pile in range(self.s.seats):
            if at[BUILDING + pile]:
                building = BUILDINGS[self.s.tops[pile]]
                owing += sum(building.price) or (building.resources if building.kinds else 3)
                for k in range(4):
                    wants[k] += building.price[k]
        for k in range(4):
            missing = wants[k] - self.player.stock[k] - self.coming[k]
            wants[k] = max(0.0, missing)
        return owing, wants

    def _short_of_food(self) -> float:
        """How much food is missing in this round's feeding."""
        player, at = self.player, self.player.at
        eaters = player.people + (1 if at[HUT] else 0)
        have = player.food + player.agriculture + (1 if at[FIELD] else 0)
        have += int(expected(FOOD, at[HUNT], 0.0)) if at[HUNT] else 0
        return float(eaters - have)

    def _gather_gains(self, place: int) -> list[float]:
        """What 0, 1, 2 ... people bring at the hunt or a resource place."""
        room = self._room(place)
        if place == HUNT:
            return [0.0, *(self._hunted(people) for people in range(1, room + 1))]
        return [0.0, *(self._found(place, people) for people in range(1, room + 1))]

    def _room(self, place: int) -> int:
        idle = self.player.idle
        if place == HUNT:
            return 0 if self.player.at[HUNT] and not self.s.repeat_hunting else idle
        room = spaces(self.s, self.seat, place)
        return min(idle, room)

    def _hunted(self, people: int) -> float:
        """Food for this round, food for later, and food for nobody, each at its own worth."""
        worth = self.worth
        food = (DIE * people) / PIPS[FOOD] - ROUNDING * 0.6
        now = max(0.0, min(food, self.short))
        player = self.player
        need = (player.people - player.agriculture) * self.rounds
        stocked = max(0.0, -self.short)
        later = max(0.0, min(food - now, need - stocked))
        bread = worth.bread(player.people - player.agriculture)
        return now * worth.hunger + later * bread + (food - now - later) * worth.spare_food

    def _found(self, place: int, people: int) -> float:
        """Resources, of which those missing for something promised are worth more."""
        good = place - FOREST
        count = expected(good, people, self.pips * 0.5)
        lacking = max(self.wants[good], self.lacking)
        worth = self.worth
        keep = 1.0 - 0.5 * worth.glut * count
        return count * self.values[good] * keep + min(count, lacking) * worth.lack

    def _lacking(self) -> float:
        """How many resources of any kind are missing for what is promised."""
        return max(0.0, self.owing - self.have - self.soon - 2.0 * self.player.two)

    def _rests(self) -> list[list[float]]:
        """rest[p][n]: what n people gather at best without place p; p after the river: all."""
        shares = []
        for place, gains in enumerate(self.gains):
            before = 0.0
            for gain in gains[1:]:
                shares.append((gain - before, place))
                before = gain
        shares.sort(reverse=True)
        return [self._best(shares, left_out) for left_out in range(RIVER + 2)]

    def _best(self, shares: list[tuple[float, int]], left_out: int) -> list[float]:
        total, best = 0.0, [0.0]
        for share, place in shares:
            if place != left_out:
                total += share
                best.append(total)
        idle = self.player.idle
        while len(best) <= idle:
            best.append(total)
        return best

    def value(self, move: Send) -> float:
        """A placing, with all other idle people gathering, against all of them gathering."""
        place, count = move.place, move.count
        idle = self.player.idle
        everything = self.rest[RIVER + 1]
        if place > RIVER:
            return self.special(place) + everything[idle - count] - everything[idle]
        without = self.rest[place]
        gain = self.gains[place][count] + without[idle - count] - everything[idle]
        if place == HUNT:
            return gain
        return gain + self.worth.contest * (everything[idle] - without[idle])

    def special(self, place: int) -> float:
        """What the people on a place of the village, a card or a building bring."""
        worth, player, rounds = self.worth, self.player, self.rounds
        if place == TOOL_MAKER:
            return worth.one_tool(player, rounds)
        if place == HUT:
            return worth.person(player, rounds) - max(0.0, min(1.0, self.short + 1.0))
        if place == FIELD:
            return worth.field(player, rounds)
        if place < BUILDING:
            return self.card(place - CARD)
        return self.building(place - BUILDING)

    def card(self, slot: int) -> float:
        """A card, less what it costs in the cheapest resources."""
        card, price = self.s.cards[slot], slot + 1
        gain = self.worth.card(self.s, self.player, card, self.rounds)
        gain -= price * min(self.values)
        return gain * self._certainty(price) if gain > 0.0 else gain

    def _certainty(self, price: int) -> float:
        """How sure it is that so many resources will be there."""
        have = self.have + 2 * self.player.two - self.owing
        if have >= price:
            return 1.0
        if have + self.soon >= price:
            return 0.5 + 0.5 * self.worth.risk
        can = have + self.soon + 0.9 * (self.player.idle - 1)
        return self.worth.risk if can >= price else 0.05

    def building(self, pile: int) -> float:
        """A building, less the resources it takes."""
        if self.s.tops[pile] == NOTHING:
            return 0.0
        building = BUILDINGS[self.s.tops[pile]]
        if building.kind == "fixed":
            return self._fixed(building)
        return self._of_choice(building)

    def _fixed(self, building: Building) -> float:
        stock, price = self.player.stock, building.price
        cost, sure = 0.0, 1.0
        for k in range(4):
            cost += price[k] * self.values[k]
            missing = price[k] - stock[k]
            if missing > 0:
                sure = min(sure, self._can_get(k, missing))
        gain = building.points - cost + self.worth.one_building(self.player)
        return gain * sure if gain > 0.0 else gain

    def _can_get(self, good: int, missing: int) -> float:
        """How sure it is that the missing resources of a kind can still be gathered."""
        if self.coming[good] >= missing:
            return 0.5 + 0.5 * self.worth.risk
        room = len(self.gains[FOREST + good]) - 1
        can = expected(good, min(room, self.player.idle - 1), self.pips * 0.5)
        return self.worth.risk if self.coming[good] + can >= missing else 0.05

    def _of_choice(self, building: Building) -> float:
        """The best payment from stock for a building of one's choice."""
        gain = best_payment(self.player, self.values, building)
        if gain > -99.0:
            return gain + self.worth.one_building(self.player)
        can = self.have + self.soon + 0.8 * (self.player.idle - 1)
        sure = self.worth.risk * 0.7 if can >= building.resources else 0.05
        return sure * (1.2 * building.resources + self.worth.one_building(self.player))


def best_payment(player: Player, values: list[float], building: Building) -> float:
    """The most that paying for a building of choice from stock brings; -100 if it can't be."""
    profits = [(w - v, k) for w, v, k in zip((3, 4, 5, 6), values, range(4), strict=True)]
    profits.sort(reverse=True)
    stock = player.stock
    if building.kind == "free":
        total, left = 0.0, building.resources
        for profit, k in profits:
            count = min(stock[k], left)
            if profit > 0.0 and count:
                total += profit * count
                left -= count
        return total if left < building.resources else -100.0
    held = [(profit, k) for profit, k in profits if stock[k]]
    if len(held) < building.kinds:
        return -100.0
    return _best_of_kinds(stock, held, building.resources, building.kinds)


def _best_of_kinds(
    stock: list[int], held: list[tuple[float, int]], count: int, kinds: int
) -> float:
    """One of each of the best kinds, the rest as profitable as it can be."""
    chosen = held[:kinds]
    if sum(stock[k] for _, k in chosen) < count:
        chosen = sorted(held, key=lambda each: -stock[each[1]])[:kinds]
        if sum(stock[k] for _, k in chosen) < count:
            return -100.0
        chosen.sort(reverse=True)
    total, left = 0.0, count - kinds
    for profit, k in chosen:
        more = min(stock[k] - 1, left)
        total += profit * (1 + more)
        left -= more
    return total


def place_values(worth: Worth, s: State, seat: int, legal: list[Move]) -> list[float]:
    """What each placing is worth."""
    plan = Plan(worth, s, seat)
    specials: dict[int, float] = {}
    found: list[float] = []
    for move in legal:
        assert isinstance(move, Send)
        if move.place <= RIVER or move.place not in specials:
            specials[move.place] = plan.value(move)
        found.append(specials[move.place])
    return found
