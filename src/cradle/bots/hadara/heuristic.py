"""What bots know of Hadara: a value for every move, and the points each seat can expect."""

from __future__ import annotations

from typing import Final

from cradle.bots.hadara.stage import CARDS_AN_EPOCH, Stage
from cradle.bots.hadara.traits import EXPLAINS, TRAITS, traits
from cradle.bots.hadara.worth import CARDS, COLONIES, PARTS, STATUES, Sketch, Worth, sketch
from cradle.bots.judgement import Judgement, read_courses
from cradle.hadara.cards import price, sale
from cradle.hadara.draft import AimWheel, LayOne, PickCard
from cradle.hadara.effects import statue_bonus
from cradle.hadara.medals import gold_price, silver_price
from cradle.hadara.moves import (
    Buy,
    Carve,
    Feed,
    Gold,
    Integrate,
    Lay,
    Plunder,
    Put,
    Remove,
    Sell,
    SetWheel,
    Side,
    Silver,
)
from cradle.hadara.names import (
    BONUS_TILE,
    BUY,
    CARD_COLOUR,
    COLONY_COINS,
    COLOUR_STEP,
    DOWN,
    EPOCHS,
    MILITARY,
    TILES_PER_LEVEL,
)
from cradle.hadara.numbers import CARD_TILE_STEPS, COLONY_EXTRA, FEED_PRICE
from cradle.hadara.requirements import coins_to_reach
from cradle.hadara.scoring import score_parts
from cradle.hadara.state import State
from cradle.kernel.step import OVER, Move

PACKAGE: Final = "cradle.bots.hadara"
LONG: Final = EPOCHS * CARDS_AN_EPOCH  # cards that each player takes in a game
OPEN_CARDS = 5  # of each seat in phase B
AIM = (0.5, 0.2, 0.2, 0.3, 0.0)  # where to draw first: income pays from the first day on


class Hadara:
    """Named features of Hadara, with weights tuned by self-play."""

    def __init__(self, weights: dict[str, float], judgement: Judgement | None = None) -> None:
        self.worth = Worth(weights)
        self.judgement = judgement or Judgement(len(PARTS), read_courses(PACKAGE, TRAITS))

    def quiet(self, s: State) -> bool:
        """A phase begins: the wheel is to be set, or all open cards still lie there."""
        step = s.stack[-1]
        if isinstance(step, PickCard):
            return full(s)
        return isinstance(step, AimWheel)

    def shows(self, s: State) -> bool:
        """Everything shows at once, except simultaneous choices."""
        return not s.sealed

    def points(self, s: State) -> list[float]:
        """True points at the end, expected ones before."""
        if s.turn == OVER:
            return [float(sum(score_parts(s.components, p).values())) for p in s.players]
        return self.judgement.points(self.traits(s), self.left(s))

    def traits(self, s: State) -> list[list[float]]:
        """What the points are predicted from: `TRAITS` of every seat."""
        return [traits(self.worth, s, seat) for seat in range(s.seats)]

    def left(self, s: State) -> float:
        """How much of a game is still to come, 1 at its beginning."""
        return self.worth.stage(s, 0).all_cards / LONG

    def spread(self, s: State) -> float:
        """More cards to come, more doubt."""
        cards = self.worth.stage(s, 0).all_cards
        return self.worth.w.spread + self.worth.w.spread_card * cards

    def features(self, s: State, seat: int) -> dict[str, float]:
        """What a seat's expected points are made of."""
        return self.judgement.explain(self.traits(s), self.left(s), seat, EXPLAINS)

    def prefer(self, s: State, seat: int, legal: list[Move]) -> list[float]:
        """What each move is worth, by the step that asks."""
        step = s.stack[-1]
        if isinstance(step, AimWheel):
            return [AIM[move.colour] if isinstance(move, SetWheel) else 0.0 for move in legal]
        taken = -1
        if isinstance(step, LayOne | PickCard):
            taken = CARDS
        first = legal[-1]
        if isinstance(first, Plunder | Integrate):
            taken = COLONIES
        elif isinstance(first, Carve):
            taken = STATUES
        at = self.worth.stage(s, seat, taken)
        p = sketch(s.components, s.players[seat])
        base = self.worth.value(at, p)
        if isinstance(step, LayOne):
            return [self._lay(s, seat, at, p, base, move) for move in legal]
        if isinstance(step, PickCard):
            return self._pick(s, seat, at, p, base, legal)
        return [self._other(s, seat, at, p, base, move) for move in legal]

    def _lay(self, s: State, seat: int, at: Stage, p: Sketch, base: float, move: Move) -> float:
        """Buy or sell one card; the other lies open, and may be one's own some day."""
        assert isinstance(move, Lay)
        one, two = s.players[seat].hand
        kept = two if move.card == one else one
        hope = max(0.0, self.gain(s, seat, at, p, base, move.card))
        hope *= self.worth.w.open_card
        if move.deal == BUY:
            return self.gain(s, seat, at, p, base, kept) + hope
        return self.sale(s, at, p, base) + hope

    def _pick(
        self, s: State, seat: int, at: Stage, p: Sketch, base: float, legal: list[Move]
    ) -> list[float]:
        """Buy or sell a card on top; one that the next seat would like is taken away from it."""
        other = (seat + 1) % s.seats
        theirs = sketch(s.components, s.players[other])
        theirs_at = self.worth.stage(s, other)
        theirs_base = self.worth.value(theirs_at, theirs)
        sold = self.sale(s, at, p, base)
        found = []
        for move in legal:
            assert isinstance(move, Buy | Sell)
            lost = 0.0
            if price(s.components, s.players[other], move.card) <= theirs.coins:
                lost = self.gain(s, other, theirs_at, theirs, theirs_base, move.card)
            deny = self.worth.w.deny * max(0.0, lost)
            if isinstance(move, Buy):
                found.append(self.gain(s, seat, at, p, base, move.card) + deny)
            else:
                found.append(sold + deny)
        return found

    def gain(self, s: State, seat: int, at: Stage, p: Sketch, base: float, card: int) -> float:
        """What buying a card is worth."""
        after = with_card(s, p, card)
        after.coins -= price(s.components, s.players[seat], card)
        return self.worth.value(at, after) - base

    def sale(self, s: State, at: Stage, p: Sketch, base: float) -> float:
        """What selling a card is worth."""
        after = p.copy()
        after.coins += sale(s, p.effects)
        return self.worth.value(at, after) - base

    def _other(self, s: State, seat: int, at: Stage, p: Sketch, base: float, move: Move) -> float:
        """Colonies, statues, feeding, medals, tiles and setup: the value after the move."""
        after = p.copy()
        if isinstance(move, Plunder | Integrate):
            return self._colony(s, seat, at, after, base, move)
        if isinstance(move, Carve):
            self._carve(s, seat, after, move)
        elif isinstance(move, Remove):
            without_card(s, after, move.card)
        elif isinstance(move, Feed):
            after.coins -= FEED_PRICE
            after.food += 1
        elif isinstance(move, Silver):
            after.coins -= silver_price(s, s.players[seat])
            after.silver = (*p.silver, move.track)
        elif isinstance(move, Gold):
            after.coins -= gold_price(s, s.players[seat])
            after.gold += 1
        elif isinstance(move, Put):
            after.step(move.track, CARD_TILE_STEPS)
        elif isinstance(move, Side):
            self._side(s, seat, after, move)
        else:
            return 0.0
        return self.worth.value(at, after) - base

    def _colony(
        self, s: State, seat: int, at: Stage, after: Sketch, base: float, move: Plunder | Integrate
    ) -> float:
        """A colony: points and coins, or the mean of all reverses."""
        t, level, player = s.components, move.colony, s.players[seat]
        requirement = t.colony_requirement[level]
        after.coins -= max(0, coins_to_reach(player, requirement, after.military, 0))
        after.coins += COLONY_EXTRA if after.effects & COLONY_COINS else 0
        after.colonies |= 1 << level
        if isinstance(move, Plunder):
            after.coins += t.plunder[level]
            after.points += t.points_front[level]
            return self.worth.value(at, after) - base
        after.coins -= t.integrate[level]
        total = count = 0.0
        for tile in range(TILES_PER_LEVEL):
            if s.reverses[level] >> tile & 1:
                turned = after.copy()
                reverse = level * TILES_PER_LEVEL + tile
                turned.points += t.points_back[reverse]
                for track, steps in enumerate(t.colony_steps[reverse]):
                    turned.step(track, steps)
                total += self.worth.value(at, turned)
                count += 1.0
        return total / count - base

    def _carve(self, s: State, seat: int, after: Sketch, move: Carve) -> None:
        t, player = s.components, s.players[seat]
        requirement = t.statue_requirement[move.statue]
        after.coins -= max(0, coins_to_reach(player, requirement, after.culture, 0))
        bonus = statue_bonus(t, player, move.statue)
        after.statues |= 1 << move.statue
        after.points += t.statue_points[move.statue]
        if move.side == DOWN:
            after.points += bonus
        else:
            after.step(move.track, bonus)

    def _side(self, s: State, seat: int, after: Sketch, move: Side) -> None:
        card = 2 * s.players[seat].setup + move.side
        after.coins += s.components.setup_coins[card]
        for track, steps in enumerate(s.components.setup_steps[card]):
            after.step(track, steps)


def full(s: State) -> bool:
    """Whether no open card has been taken yet."""
    lying = 0
    for pile in s.piles:
        lying += len(pile)
    return lying == OPEN_CARDS * s.seats


def with_card(s: State, p: Sketch, card: int) -> Sketch:
    """The sketch with one card more, not yet paid for."""
    t, colour, after = s.components, CARD_COLOUR[card], p.copy()
    income, military, culture, food = t.steps[card]
    after.income += income
    after.military += military
    after.culture += culture
    after.food += food
    after.points += t.points[card]
    after.cards += 1
    after.counts = p.counts[:]
    after.counts[colour] += 1
    if p.effects & COLOUR_STEP[colour]:
        after.step(colour, 1)
    effect = t.effect[card]
    if effect:
        after.effects |= effect
        if effect == BONUS_TILE:
            after.step(MILITARY, CARD_TILE_STEPS)
        elif effect in COLOUR_STEP:
            which = COLOUR_STEP.index(effect)
            after.step(which, p.counts[which])
    return after


def without_card(s: State, p: Sketch, card: int) -> None:
    """The sketch with one card less."""
    t, colour = s.components, CARD_COLOUR[card]
    for track, steps in enumerate(t.steps[card]):
        p.step(track, -steps)
    p.points -= t.points[card]
    p.cards -= 1
    p.counts = p.counts[:]
    p.counts[colour] -= 1
    p.effects &= ~t.effect[card]
