"""Hadara: what tracks, coins, cards and sets are worth at one stage of the game.

A stage is how much is still to come: cards to take, incomes, colony and statue steps, feedings.
All its values are remembered, since they depend on a few small numbers only.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from cradle.hadara.components import Components
from cradle.hadara.names import COLOUR_COUNT, EPOCHS, TILES_PER_LEVEL
from cradle.hadara.numbers import COINS_PER_POINT, GOLD_POINTS

END_COIN: Final = 1.0 / COINS_PER_POINT
CARDS_AN_EPOCH: Final = 2 * COLOUR_COUNT
GROWTHS: Final = (0.5, 1.0, 1.6)  # slow, usual and quick growth of a track
SOFT: Final = 30.0


class Weights:
    """The weights. Points unless said otherwise; `data/hadara.json`."""

    coin_1: float  # a coin in epoch I, II, III, as long as there is something to spend it on
    coin_2: float
    coin_3: float
    spare_coin: float  # share of its worth that a coin beyond all needs keeps
    bought: float  # share of the cards taken that are bought, not sold
    price_1: float  # coins a card costs on average in epoch I, II, III
    price_2: float
    price_3: float
    grow_military: float  # steps a phase
    grow_culture: float
    grow_food: float  # steps a card taken
    hungry: float  # a card that can't be fed
    hungry_later: float  # the same, as far as the end of the game is foreseen
    discount: float  # share of future prices a card of a colour really saves
    set_hope: float  # how much an unfinished set counts: the power of its share that is there
    silver_hope: float  # share of a silver medal still to be bought that counts already
    gold_hope: float  # the same for gold
    silver_growth: float  # steps a named track still gains in an epoch
    step: float  # a step of a colony's or a statue's reverse, in passing
    later: float  # share of the value of colonies and statues to come that is counted
    open_card: float  # share of a card laid open that its layer may hope for
    deny: float  # share of the next seat's gain that taking a card away from it is worth
    effect: float  # how much purple effects count
    future: float  # what everybody makes with a card still to be taken, beyond all this
    spread: float  # how far the result may lie from what is expected, at the end
    spread_card: float  # and for each card still to be taken

    def __init__(self, weights: dict[str, float]) -> None:
        for name, value in weights.items():
            setattr(self, name, float(value))
        self.coins = [0.0, self.coin_1, self.coin_2, self.coin_3, END_COIN]
        self.prices = [0.0, self.price_1, self.price_2, self.price_3, 0.0]


class Stage:
    """How much is still to come for a seat, and what things are worth then."""

    def __init__(
        self,
        w: Weights,
        t: Components,
        epoch: int,
        cards: int,
        incomes: int,
        colonies: int,
        statues: int,
        feeding: int,
        medals: int,
    ) -> None:
        self.w, self.t, self.epoch = w, t, epoch
        self.cards, self.incomes = cards, incomes
        self.colonies, self.statues = colonies, statues
        self.feeding, self.medals = feeding, medals
        self.after = EPOCHS - epoch  # epochs to come
        self.all_cards = cards + CARDS_AN_EPOCH * self.after
        self.future = w.future * self.all_cards
        self.coin, self.later_coin = self._coin_worth()
        self.need = cards * w.bought * w.prices[epoch]
        self._military: dict[int, float] = {}
        self._culture: dict[int, float] = {}
        self._food: dict[int, float] = {}
        self._sets: dict[int, float] = {}
        self.colony_values = [self._colony_value(level) for level in range(5)]
        self.statue_values = [
            t.statue_points[statue] + max(w.step, 1.0) * t.statue_bonus[statue]
            for statue in range(len(t.statue_points))
        ]

    def _coin_worth(self) -> tuple[float, float]:
        """What a coin is worth now, and what one that isn't needed in this epoch is."""
        coins, epoch = self.w.coins, self.epoch
        later = coins[epoch + 1] if self.after else END_COIN
        if self.cards or self.medals:
            return max(coins[epoch], END_COIN), later
        return later, later

    def _colony_value(self, level: int) -> float:
        """A colony, plundered or integrated, whichever is better on average."""
        t, tiles = self.t, range(level * TILES_PER_LEVEL, (level + 1) * TILES_PER_LEVEL)
        back = sum(t.points_back[tile] for tile in tiles) / TILES_PER_LEVEL
        steps = sum(sum(t.colony_steps[tile]) for tile in tiles) / TILES_PER_LEVEL
        integrated = back + self.w.step * steps - self.coin * t.integrate[level]
        return max(integrated, t.points_front[level] + self.coin * t.plunder[level])

    def purse(self, coins: int, to_buy: int) -> float:
        """What coins are worth: those needed for cards and `to_buy` for medals, and the rest."""
        need = self.need + to_buy
        if coins <= need:
            return self.coin * coins
        rest = max(self.later_coin * self.w.spare_coin, END_COIN)
        return self.coin * need + rest * (coins - need)

    def income(self, value: int) -> float:
        """The income track: every income to come, at what coins are worth then."""
        if not self.incomes:
            return 0.0
        coins, epoch = self.w.coins, self.epoch
        now = self.incomes - 2 * self.after
        total = 0.0
        if now > 1:
            total += self.coin
        if now > 0:
            total += max(self.later_coin, 0.5 * (self.coin + self.later_coin))
        for later in range(epoch + 1, EPOCHS + 1):
            total += coins[later] + max(coins[later + 1], 0.5 * (coins[later] + coins[later + 1]))
        return total * value

    def military(self, value: int, owned: int) -> float:
        """The military track: the colonies it will take in the steps to come."""
        key = value << 5 | owned
        found = self._military.get(key)
        if found is None:
            found = self._military[key] = self._reach(
                value,
                owned,
                self.colonies,
                self.w.grow_military,
                self.t.colony_requirement,
                self.colony_values,
            )
        return found

    def culture(self, value: int, carved: int) -> float:
        """The culture track: the statues it will carve in the steps to come."""
        key = value << 4 | carved
        found = self._culture.get(key)
        if found is None:
            found = self._culture[key] = self._reach(
                value,
                carved,
                self.statues,
                self.w.grow_culture,
                self.t.statue_requirement,
                self.statue_values,
            )
        return found

    def _reach(
        self,
        value: int,
        owned: int,
        steps: int,
        growth: float,
        requirements: list[int],
        values: list[float],
    ) -> float:
        """One thing a step, the best in reach; the track grows slowly, as usual, or quickly."""
        total = 0.0
        until = self.cards - 5 if self.cards > 5 else self.cards
        for pace in GROWTHS:
            height = value + growth * pace * until / 5.0
            have = owned
            for _ in range(steps):
                best = -1
                for each, requirement in enumerate(requirements):
                    if not have >> each & 1 and requirement <= height:
                        best = each
                if best >= 0:
                    have |= 1 << best
                    total += values[best]
                height += growth * pace
        return self.w.later * total / len(GROWTHS)

    def food(self, food: int, cards: int) -> float:
        """The food track: cards that can't be fed, in this epoch and foreseen to the end."""
        key = food << 6 | cards
        found = self._food.get(key)
        if found is None:
            found = self._food[key] = self._hunger(food, cards)
        return found

    def _hunger(self, food: int, cards: int) -> float:
        w, short, total = self.w, cards - food, 0.0
        if self.feeding:
            more = self.cards * (w.bought - w.grow_food)
            total -= w.hungry * soft_plus(short + more, 0.4 + 0.25 * self.cards)
        if self.after:
            more = self.all_cards * (w.bought - w.grow_food)
            total -= w.hungry_later * soft_plus(short + more, 0.4 + 0.2 * self.all_cards)
        return total

    def sets(self, counts: list[int], gold: float) -> float:
        """Sets of five colours: each finished one counts in full, others by what is there."""
        key = 0
        for count in sorted(counts):
            key = key * 32 + count
        found = self._sets.get(key)
        if found is None:
            found = self._sets[key] = self._set_share(counts)
        return GOLD_POINTS * gold * found

    def _set_share(self, counts: list[int]) -> float:
        total, left = float(min(counts)), float(self.all_cards) * self.w.bought
        for number in range(min(counts) + 1, 12):
            there = sum(1 for count in counts if count >= number)
            missing = COLOUR_COUNT - there
            if missing > left:
                break
            likely = 1.0 - missing / (left + 1.0)
            total += likely * ((there + 0.5) / 5.5) ** self.w.set_hope
            left -= missing * 1.5
        return total

    def discount(self, counts: list[int]) -> float:
        """Cards of a colour make the next ones of it cheaper."""
        future = self.w.discount * self.all_cards / COLOUR_COUNT
        value = 0.0
        for count in counts:
            value += min(count, 6)
        return value * future * self.coin


def soft_plus(x: float, width: float) -> float:
    """The mean of max(0, x) when x is uncertain by so much."""
    y = x / width
    if y > SOFT:
        return x
    return width * log(1.0 + exp(y)) if y > -SOFT else 0.0
