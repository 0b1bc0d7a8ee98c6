"""Hadara: the points a player can expect, part by part, at a stage of the game."""

from __future__ import annotations

from typing import Final

from cradle.bots.hadara.stage import Stage, Weights
from cradle.hadara.colonies import Colonies, TakeColony
from cradle.hadara.components import Components
from cradle.hadara.draft import Draft, LayOne, PickCard
from cradle.hadara.effects import statue_bonus
from cradle.hadara.epoch import PhaseB
from cradle.hadara.feeding import Feeding, FeedPeople, RemoveCards
from cradle.hadara.income import Income
from cradle.hadara.medals import BuyMedals, Medals
from cradle.hadara.names import (
    BUY_REQUIREMENT,
    COLONY_COINS,
    COLOUR_STEP,
    CULTURE,
    DOUBLE_ACTION,
    EPOCHS,
    FEED_WITH_COINS,
    FULL_SILVER_MEDAL,
    INCOME,
    INCOME_BONUS,
    MEDAL_DISCOUNT,
    MILITARY,
    REQUIREMENT_DISCOUNT,
    SELL_BONUS,
    SET_JOKER,
    SET_POINTS,
    STATUE_BONUS,
    SURPLUS_FOOD_COINS,
    TILES_PER_LEVEL,
)
from cradle.hadara.numbers import MOST_GOLD, MOST_SILVER
from cradle.hadara.state import FACE_DOWN, NOTHING, PLUNDERED, Player, State
from cradle.hadara.statues import CarveStatue, Statues

# What a step on the stack says about how much is still to come.
CARDS, INCOMES, COLONIES, STATUES, FEEDING, MEDALS, PHASE_B = range(7)
COUNTS: Final[dict[type, int]] = {
    Draft: CARDS,
    LayOne: CARDS,
    Income: INCOMES,
    Colonies: COLONIES,
    Statues: STATUES,
    Feeding: FEEDING,
    Medals: MEDALS,
    PhaseB: PHASE_B,
}
COUNTS_IF_MINE: Final[dict[type, int]] = {
    PickCard: CARDS,
    TakeColony: COLONIES,
    CarveStatue: STATUES,
    FeedPeople: FEEDING,
    RemoveCards: FEEDING,
    BuyMedals: MEDALS,
}
PARTS: Final = (
    "points", "coins", "income", "military", "culture", "food", "discount", "silver", "gold",
    "effects",
)  # fmt: skip
DRAFTS: Final = 5
PHASE_STEPS: Final = 2  # incomes, colony and statue steps in an epoch


class Sketch:
    """A player's numbers that moves change; a sketch of the tableau, cheap to vary."""

    def __init__(self) -> None:
        self.coins = self.income = self.military = self.culture = self.food = 0
        self.cards = self.effects = self.gold = self.colonies = self.statues = 0
        self.counts: list[int] = []
        self.silver: tuple[int, ...] = ()
        self.points = 0.0

    def step(self, track: int, steps: int) -> None:
        """Move one track."""
        if track == INCOME:
            self.income += steps
        elif track == MILITARY:
            self.military += steps
        elif track == CULTURE:
            self.culture += steps
        else:
            self.food += steps

    def track(self, track: int) -> int:
        """The value of a track."""
        return (self.income, self.military, self.culture, self.food)[track]

    def copy(self) -> Sketch:
        """A sketch to vary; lists are shared until they are replaced."""
        to = Sketch()
        to.coins, to.points = self.coins, self.points
        to.income, to.military = self.income, self.military
        to.culture, to.food = self.culture, self.food
        to.counts, to.cards, to.effects = self.counts, self.cards, self.effects
        to.silver, to.gold = self.silver, self.gold
        to.colonies, to.statues = self.colonies, self.statues
        return to


def sketch(t: Components, player: Player) -> Sketch:
    """A player's numbers as they are."""
    p = Sketch()
    p.coins = player.coins
    p.income, p.military, p.culture, p.food = player.tracks
    p.counts, p.silver = player.counts, player.silver
    p.cards, p.effects, p.gold = len(player.cards), player.effects, player.gold
    points = 0
    for card in player.cards:
        points += t.points[card]
    p.points = float(points)
    _add_colonies(t, player, p)
    _add_statues(t, player, p)
    return p


def _add_colonies(t: Components, player: Player, p: Sketch) -> None:
    for level, tile in enumerate(player.colonies):
        if tile != NOTHING:
            p.colonies |= 1 << level
            if tile == PLUNDERED:
                p.points += t.points_front[level]
            else:
                p.points += t.points_back[level * TILES_PER_LEVEL + tile]


def _add_statues(t: Components, player: Player, p: Sketch) -> None:
    for statue, tile in enumerate(player.statues):
        if tile != NOTHING:
            p.statues |= 1 << statue
            p.points += t.statue_points[statue]
            if tile >= FACE_DOWN:
                p.points += statue_bonus(t, player, statue)


def still_to_come(s: State, seat: int) -> list[int]:
    """How many steps of each kind still wait for a seat in this epoch."""
    left = [0, 0, 0, 0, 0, 0, 0]
    for step in s.stack:
        kind = type(step)
        which = COUNTS.get(kind, -1)
        if which < 0:
            which = COUNTS_IF_MINE.get(kind, -1)
            if which < 0 or step.seat != seat:  # type: ignore[attr-defined]
                continue
        left[which] += 1
    return left


class Worth:
    """Stages by what is to come, and the value of a sketch at a stage."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.w = Weights(weights)
        self.stages: dict[tuple[str, int, int, int, int, int, int, int], Stage] = {}

    def stage(self, s: State, seat: int, taken: int = -1) -> Stage:
        """The stage of a seat; `taken` is what the move in question uses up."""
        left = still_to_come(s, seat)
        if taken >= 0 and left[taken]:
            left[taken] -= 1
        more = left[PHASE_B]
        after = PHASE_STEPS * (EPOCHS - s.epoch)
        key = (
            s.components.hash,
            s.epoch or 1,
            left[CARDS] + DRAFTS * more if s.epoch else 2 * DRAFTS,
            left[INCOMES] + more + after if s.epoch else after,
            left[COLONIES] + more + after if s.epoch else after,
            left[STATUES] + more + after if s.epoch else after,
            min(1, left[FEEDING] + more) if s.epoch else 1,
            min(1, left[MEDALS] + more) if s.epoch else 1,
        )
        found = self.stages.get(key)
        if found is None:
            found = self.stages[key] = Stage(self.w, s.components, *key[1:])
        return found

    def value(self, at: Stage, p: Sketch) -> float:
        """The points to expect of a sketch."""
        total = 0.0
        for part in self.parts(at, p):
            total += part
        return total

    def parts(self, at: Stage, p: Sketch) -> list[float]:
        """The same, part by part as `PARTS` names them."""
        silver, to_buy_silver = self.silver(at, p)
        gold, to_buy_gold = self.gold(at, p)
        return [
            p.points + at.future,
            at.purse(p.coins, to_buy_silver + to_buy_gold),
            at.income(p.income),
            at.military(p.military, p.colonies),
            at.culture(p.culture, p.statues),
            at.food(p.food, p.cards),
            at.discount(p.counts),
            silver,
            gold,
            self.effects(at, p),
        ]

    def silver(self, at: Stage, p: Sketch) -> tuple[float, int]:
        """Silver medals, those to come by hope; and the coins still needed for them."""
        growth = self.w.silver_growth * at.after
        total, best = 0.0, 0.0
        for track in p.silver:
            value = 0.5 * (p.track(track) + growth)
            total += value
            best = max(best, value)
        missing = MOST_SILVER - len(p.silver)
        price = 0
        if missing and at.medals + at.after:
            high = max(p.income, p.military, p.culture, p.food)
            hope = 1.0 if at.epoch == 1 else 0.3
            total += missing * hope * self.w.silver_hope * 0.5 * (high + growth)
            if at.medals and at.epoch < 3:
                price = missing * at.t.silver[at.epoch]
        if p.effects & FULL_SILVER_MEDAL:
            total += best
        return total, price

    def gold(self, at: Stage, p: Sketch) -> tuple[float, int]:
        """Gold medals and sets, medals to come by hope; and the coins still needed for them."""
        medals, price = float(p.gold), 0
        missing = MOST_GOLD - p.gold
        if missing and at.medals + at.after:
            medals += missing * self.w.gold_hope * (1.0 if at.epoch == 1 else 0.3)
            if at.medals and at.epoch < 3:
                price = missing * at.t.gold[at.epoch]
        if p.effects & SET_POINTS:
            medals += 4.0 / 7.0
        if p.effects & SET_JOKER:
            medals *= 1.15
        return at.sets(p.counts, medals), price

    def effects(self, at: Stage, p: Sketch) -> float:
        """Purple effects that act later, by how much is still to come."""
        e = p.effects
        if not e:
            return 0.0
        total, cards = 0.0, at.all_cards
        if e & SELL_BONUS:
            total += 0.35 * cards * at.coin
        if e & COLONY_COINS:
            total += 3.0 * at.coin * min(at.colonies, 3)
        if e & MEDAL_DISCOUNT:
            total += at.coin * (2.0 if at.epoch < 3 else 4.0) * (at.medals + at.after > 0)
        if e & STATUE_BONUS:
            total += 1.5 * min(at.statues, 3)
        if e & FEED_WITH_COINS:
            total += 3.0 * (at.feeding + at.after)
        if e & SURPLUS_FOOD_COINS:
            total += 3.0 * at.coin * (at.feeding + at.after)
        if e & INCOME_BONUS:
            total += 4.0 * at.coin * at.incomes
        if e & DOUBLE_ACTION:
            total += 4.0 * min(at.colonies, 2)
        if e & (REQUIREMENT_DISCOUNT | BUY_REQUIREMENT):
            total += 3.0 * min(at.colonies + at.statues, 3)
        for colour in COLOUR_STEP:
            if colour and e & colour:
                total += 0.15 * cards
        return self.w.effect * total
