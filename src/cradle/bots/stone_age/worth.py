"""Stone Age: what things are worth in final points, from named and tuned weights."""

from __future__ import annotations

from math import exp
from typing import Final

from cradle.stone_age.components import (
    CARDS,
    DICE_ROW,
    LIMITS,
    MOST_AGRICULTURE,
    MOST_PEOPLE,
    MOST_TOOLS,
    PIPS,
    RESOURCES,
    SYMBOLS,
)
from cradle.stone_age.scoring import FARMER, HUT_BUILDER, SHAMAN, TOOL_MAKER, all_cards
from cradle.stone_age.state import NOTHING, Player, State

DIE: Final = 3.5  # the mean of a die
ROUNDING: Final = 0.4  # what rounding down costs of a good in a throw, on average
MOST_GROWN: Final = (MOST_AGRICULTURE, 28, MOST_PEOPLE, MOST_TOOLS)  # by figure
CARD_FIGURE: Final = [card.figure for card in CARDS]
CARD_FIGURES: Final = [card.figures for card in CARDS]
CARD_SYMBOL: Final = [card.symbol for card in CARDS]
CARD_UPPER: Final = [card.upper for card in CARDS]
CARD_AMOUNT: Final = [card.amount for card in CARDS]
CARD_RESOURCE: Final = [card.resource for card in CARDS]
PENALTY: Final = float(LIMITS["starving_penalty"])


class Worth:
    """The weights. Each is a number of points unless said otherwise; `data/stone-age.json`."""

    pace_cards: float  # cards a seat takes in a round: says when the stack runs out
    pace_buildings: float  # rounds until the lowest stack loses a building
    wood: float  # a resource in the middle of the game
    clay: float
    stone: float
    gold: float
    late: float  # how many rounds before the end resources begin to lose worth
    glut: float  # share of its worth a resource loses for each one already there
    food: float  # the first food that is needed a round; more of it counts less
    spare_food: float  # food that is needed by nobody
    hunger: float  # food that is missing in this very round
    labour: float  # a person, a round
    tool: float  # a tool's pip, a round
    once: float  # a pip of a one-use tool
    grow_field: float  # how many fields, people, tools, buildings one still gains a round
    grow_people: float
    grow_tools: float
    grow_buildings: float
    symbol: float  # how many more symbols one still gains a round, for the square
    contest: float  # share of a loss by another's coming first that is feared
    lack: float  # a resource that is missing for something already taken
    risk: float  # share of a card's or building's gain kept when resources are still to come
    future: float  # what everybody makes in a round beyond all this, but the last three
    spread: float  # how far the result may lie from what is expected, at the end
    spread_round: float  # and for each round still to come

    def __init__(self, weights: dict[str, float]) -> None:
        for name, value in weights.items():
            setattr(self, name, float(value))
        self.keep = 1.0 - self.glut
        self.base = [self.wood, self.clay, self.stone, self.gold]
        self.grow = [self.grow_field, self.grow_buildings, self.grow_people, self.grow_tools]

    def rounds_left(self, s: State) -> float:
        """How many rounds will follow this one."""
        by_cards = len(s.deck) / (self.pace_cards * s.seats)
        by_buildings = (min(s.heights) - 0.5) * self.pace_buildings
        left = min(by_buildings, by_cards)
        return max(0.0, left)

    def resources(self, player: Player, rounds: float) -> list[float]:
        """What one more wood, clay, stone, gold is worth."""
        share = rounds / (rounds + self.late)
        stock, base, keep = player.stock, self.base, self.keep
        return [1.0 + (base[k] * keep ** stock[k] - 1.0) * share for k in range(4)]

    def stock(self, player: Player, rounds: float) -> float:
        """What all resources of a player are worth."""
        share = rounds / (rounds + self.late)
        total = 0.0
        for k in range(4):
            have = player.stock[k] + (player.two * 2 if k == 3 else 0)
            if have:
                full = self.base[k] * (1.0 - self.keep**have) / self.glut
                total += have + (full - have) * share
        return total

    def bread(self, need: int) -> float:
        """What one food is worth where so much is needed every round.

        A little is hunted for. The more is missing, the sooner it is better to starve (S-F3),
        which costs no more than the penalty, however many go hungry.
        """
        if need <= 0:
            return self.spare_food
        return PENALTY * (1.0 - exp(-self.food * need / PENALTY)) / need

    def meals(self, food: float, need: int, rounds: float) -> float:
        """What food is worth to the end of the game, so much being needed every round."""
        left = food - need * (rounds + 1.0)
        return left * (self.bread(need) if left < 0.0 else self.spare_food)

    def field(self, player: Player, rounds: float) -> float:
        """What one more agriculture is worth, this round's feeding included."""
        if player.agriculture >= MOST_AGRICULTURE:
            return 0.0
        need = player.people - player.agriculture
        gain = self.meals(player.food, need - 1, rounds) - self.meals(player.food, need, rounds)
        return gain + count_figure(player, FARMER)

    def person(self, player: Player, rounds: float) -> float:
        """What one more person is worth, who eats from this round on."""
        if player.people >= MOST_PEOPLE:
            return 0.0
        need = player.people - player.agriculture
        cost = self.meals(player.food, need, rounds) - self.meals(player.food, need + 1, rounds)
        return self.labour * rounds - cost + count_figure(player, SHAMAN)

    def one_tool(self, player: Player, rounds: float) -> float:
        """What one more tool is worth."""
        if player.tools >= MOST_TOOLS:
            return 0.0
        return self.tool * (rounds + 0.5) + count_figure(player, TOOL_MAKER)

    def one_building(self, player: Player) -> float:
        """What one more building is worth beside its points."""
        return float(count_figure(player, HUT_BUILDER))

    def figure(self, player: Player, figure: int, rounds: float) -> float:
        """What one more farmer, hut builder, shaman or tool maker is worth."""
        grown = has(player, figure) + self.grow[figure] * rounds
        most = MOST_GROWN[figure]
        return grown if grown < most else float(most)

    def card(self, s: State, player: Player, card: int, rounds: float) -> float:
        """What a civilization card is worth, its price not counted."""
        return self.lower(player, card, rounds) + self.upper(s, player, card, rounds)

    def lower(self, player: Player, card: int, rounds: float) -> float:
        """What the lower part of a card is worth in the scoring."""
        if CARD_FIGURE[card] >= 0:
            return CARD_FIGURES[card] * self.figure(player, CARD_FIGURE[card], rounds)
        held = symbols(player)
        have = held[CARD_SYMBOL[card]]
        if have > 1:
            return 0.0
        same = sum(1 for count in held if count > have)
        grown = same + self.symbol * rounds * (0.5 if have else 1.0)
        most = len(SYMBOLS) - 1
        return 2.0 * (min(most, grown)) + 1.0

    def upper(self, s: State, player: Player, card: int, rounds: float) -> float:
        """What the upper part of a card brings at once."""
        upper, amount = CARD_UPPER[card], CARD_AMOUNT[card]
        if upper == "food":
            return amount * self.bite(player, rounds)
        if upper == "dice_row":
            return self.dice_row(s, player, rounds)
        if upper == "resource":
            return amount * self.resources(player, rounds)[CARD_RESOURCE[card]]
        if upper == "roll":
            good = CARD_RESOURCE[card]
            return amount * DIE / PIPS[good] * self.resources(player, rounds)[good]
        if upper == "points":
            return float(amount)
        if upper == "tool":
            return self.one_tool(player, rounds)
        if upper == "agriculture":
            return self.field(player, rounds)
        if upper == "one_use_tool":
            return amount * self.once
        if upper == "two_resources":
            return 2.0 * self.resources(player, rounds)[3]
        return 8.0  # an unseen card, for the scoring alone

    def bite(self, player: Player, rounds: float) -> float:
        """What one food is worth on average, as far as it is needed."""
        need = player.people - player.agriculture
        wanted = need * (rounds + 1.0) - player.food > 3.0
        return self.bread(need) if wanted else self.spare_food

    def die(self, player: Player, face: int, rounds: float) -> float:
        """What a die of the dice row brings."""
        what = DICE_ROW[face - 1]
        if what == "tool":
            return self.one_tool(player, rounds)
        if what == "agriculture":
            return self.field(player, rounds)
        return self.resources(player, rounds)[RESOURCES.index(what)]

    def dice_row(self, s: State, player: Player, rounds: float) -> float:
        """What the dice row brings its taker more than the others: the best of so many dice."""
        values = sorted(self.die(player, face, rounds) for face in range(1, 7))
        best = values[5] if s.seats > 2 else 0.4 * values[5] + 0.6 * values[4]
        return best - 0.3 * values[2]

    def to_come(self, rounds: float) -> float:
        """What everybody will make alike: it moves no choice, but tells the final points."""
        return self.future * max(0.0, rounds - 3.0)

    def culture(self, player: Player, rounds: float) -> float:
        """The square of the different symbols, with those still to come; then the doubles."""
        different = doubles = 0
        for count in symbols(player):
            different += count > 0
            doubles += count > 1
        grown = different + self.symbol * rounds * (0.5 if different else 0.0)
        most = len(SYMBOLS)
        grown = grown if grown < most else float(most)
        return grown * grown + doubles * doubles


def has(player: Player, figure: int) -> int:
    """How many of what a figure multiplies a player has."""
    if figure == FARMER:
        return player.agriculture
    if figure == HUT_BUILDER:
        return len(player.buildings)
    return player.people if figure == SHAMAN else player.tools


def count_figure(player: Player, figure: int) -> int:
    """How many of a figure a player's cards show."""
    total = 0
    for card in player.cards:
        if CARD_FIGURE[card] == figure:
            total += CARD_FIGURES[card]
    return total


def figures(player: Player) -> list[int]:
    """How many of each figure a player's cards show."""
    shown = [0, 0, 0, 0]
    for card in all_cards(player):
        figure = CARD_FIGURE[card]
        if figure >= 0:
            shown[figure] += CARD_FIGURES[card]
    return shown


def symbols(player: Player) -> list[int]:
    """How many of each culture symbol a player has."""
    held = [0] * len(SYMBOLS)
    for card in player.cards:
        symbol = CARD_SYMBOL[card]
        if symbol >= 0:
            held[symbol] += 1
    if player.hidden != NOTHING and CARD_SYMBOL[player.hidden] >= 0:
        held[CARD_SYMBOL[player.hidden]] += 1
    return held


def once_pips(player: Player) -> int:
    """The pips of all one-use tools still open."""
    return sum(value for value in range(1, 5) if player.once >> value & 1)


def fresh_pips(player: Player) -> int:
    """The pips of all tools not yet used this round."""
    return sum(player.tool(slot) for slot in range(3) if not player.used >> slot & 1)


def expected(good: int, people: float, pips: float) -> float:
    """How many of a good so many people bring with the help of so many pips, on average."""
    found = (DIE * people + pips) / PIPS[good] - ROUNDING
    return max(0.0, found)
