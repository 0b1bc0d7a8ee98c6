"""Stone Age in numbers: all moves in one list, and what a seat sees as a list of numbers.

Compiled with the rules. Reads the state field by field, and only what the seat may know.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from cradle.kernel.notation import Spoken
from cradle.kernel.step import Ask, Move, Step
from cradle.research.fields import MOST, Field, amount, at_most, category, flags, number
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.civilization import BuyCard, ChooseDie
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import DICE, AddTools
from cradle.stone_age.placing import PlacePeople
from cradle.stone_age.state import NOTHING, Player, State
from cradle.stone_age.tables import (
    ALL_PLACES,
    BUILDING,
    BUILDINGS,
    CARD,
    CARDS,
    FIGURES,
    GOODS,
    HUNT,
    HUT,
    MOST_AGRICULTURE,
    MOST_PEOPLE,
    MOST_TOOLS,
    OPEN_CARDS,
    PLACES,
    RESOURCES,
    RIVER,
    STACK_HEIGHT,
    SYMBOLS,
    TOOL_SLOTS,
)
from cradle.stone_age.two_resources import TakeTwo
from cradle.stone_age.words import (
    BUNDLES,
    CHOOSE,
    DEAL,
    DECLINE,
    LEAVE,
    ONCE,
    PAY,
    SEND,
    STARVE,
    TAKE_TWO,
    UNCOVER,
    VISIT,
    First,
    use,
)

VERSION: Final = 1  # changes only when a number changes its meaning
MOST_SEATS: Final = 4
DIE: Final = 6
ONCE_VALUES: Final = sorted({card.amount for card in CARDS if card.upper == "one_use_tool"})


def _sends() -> list[Move]:
    """S-P2, S-P3, S-P5: hunting takes all people, a resource what it has room for."""
    found: list[Move] = list(SEND[HUNT][1:])
    for place in range(HUNT + 1, RIVER + 1):
        found += SEND[place][1 : PLACES[place].spaces + 1]
    return found + [SEND[place][2 if place == HUT else 1] for place in range(RIVER + 1, ALL_PLACES)]


def _uses() -> list[Move]:
    """S-A7, S-C9: every set of tools that three slots and the one-use tools can show."""
    once = [ONCE + value for value in ONCE_VALUES]
    found: set[tuple[int, ...]] = set()
    for tools in range(MOST_TOOLS + 1):
        slots = [(tools + TOOL_SLOTS - 1 - slot) // TOOL_SLOTS for slot in range(TOOL_SLOTS)]
        held = sorted(value for value in slots if value) + once
        for count in range(len(held) + 1):
            found.update(combinations(held, count))
    return [use(tools) for tools in sorted(found, key=lambda tools: (len(tools), tools))]


def all_moves() -> list[Move]:
    """Every move a seat can ever make, in the order of their numbers."""
    pays: list[Move] = [PAY[bundle] for bundle in BUNDLES if sum(bundle)]
    chooses: list[Move] = list(CHOOSE[1:])
    declines: list[Move] = list(DECLINE[:CARD])
    return [*_sends(), *VISIT, *declines, *_uses(), *pays, LEAVE, *TAKE_TWO, *chooses, STARVE]


def all_outcomes() -> list[Spoken]:
    """Everything chance can ever bring, in the order of their numbers."""
    firsts = [First(seat) for seat in range(MOST_SEATS)]
    rolls = [roll for odds in DICE[1:] for roll in odds.outcomes]
    return [*firsts, *DEAL, *UNCOVER, *rolls]


STEPS: Final = (
    PlacePeople, TakeAction, AddTools, BuyCard, BuyBuilding, ChooseDie, TakeTwo, ReplaceFood,
)  # fmt: skip
STEP_NUMBER: Final[dict[type, int]] = {kind: number for number, kind in enumerate(STEPS, 1)}


def fields(seats: int) -> list[Field]:
    """What an observation shows, stretch by stretch. Seats count clockwise from the observer."""
    return [
        category(
            "step", len(STEPS), "what is asked: place, act, tools, card, building, die, two, food"
        ),
        category("turn", seats, "who is asked: 1 the observer, 2 the next seat clockwise, ..."),
        category("first", seats - 1, "the first player of the round: 0 the observer, ..."),
        amount("round", 40, "rounds begun"),
        number("deck", len(CARDS), "civilization cards in the stack"),
        category("about_place", ALL_PLACES, "the card or building on offer: its place"),
        category("about_good", len(GOODS), "what was rolled for: wood, clay, stone, gold, food"),
        number("missing", MOST_PEOPLE, "food that must be replaced"),
        number("roll", MOST_PEOPLE, "dice of the roll: ones, twos, ..., sixes", DIE),
        number("row", MOST_SEATS, "dice of the row that is asked for: ones, ..., sixes", DIE),
        category("cards", len(CARDS), "open cards, by place", OPEN_CARDS),
        category("buildings", len(BUILDINGS), "open buildings, by stack", seats),
        number("heights", STACK_HEIGHT, "buildings left, by stack", seats),
        category("extra_card", len(CARDS), "the observer's own unseen card"),
        *(field for seat in range(seats) for field in _player_fields(f"player_{seat}")),
    ]


def _player_fields(who: str) -> list[Field]:
    return [
        number(f"{who}.at", MOST_PEOPLE, "people on each place", ALL_PLACES),
        number(f"{who}.people", MOST_PEOPLE, "people"),
        number(f"{who}.idle", MOST_PEOPLE, "people still to be placed, or back home"),
        amount(f"{who}.food", 20, "food"),
        amount(f"{who}.resources", 10, "wood, clay, stone, gold", len(RESOURCES)),
        number(f"{who}.agriculture", MOST_AGRICULTURE, "agriculture"),
        number(f"{who}.tools", MOST_TOOLS, "value of all tools"),
        flags(f"{who}.used", "tools used this round, by slot", TOOL_SLOTS),
        flags(f"{who}.once", "one-use tools still open, by value", len(ONCE_VALUES)),
        flags(f"{who}.two", "the card of two resources is unused"),
        flags(f"{who}.extra", "holds an unseen card"),
        number(f"{who}.owed", MOST_SEATS, "dice rows still to choose from"),
        amount(f"{who}.points", 200, "points on the track", low=-MOST),
        number(f"{who}.buildings", len(BUILDINGS), "buildings"),
        number(f"{who}.cards", len(CARDS), "civilization cards"),
        number(f"{who}.symbols", len(CARDS), "culture symbols, by kind", len(SYMBOLS)),
        number(
            f"{who}.figures", len(CARDS), "farmers, hut builders, shamans, makers", len(FIGURES)
        ),
        amount(f"{who}.score", 200, "points if the game ended now, as the seat knows", low=-MOST),
    ]


def observe(s: State, seat: int) -> list[int]:
    """What a seat sees, number by number as `fields` says."""
    out: list[int] = []
    seats = s.seats
    _show_step(s, seat, out)
    out += [card + 1 for card in s.cards]
    out += [building + 1 for building in s.tops]
    out.extend(s.heights)
    out.append(s.players[seat].hidden + 1)
    for step in range(seats):
        other = seat + step
        _show_player(s.players[other if other < seats else other - seats], step == 0, out)
    return out


def _show_step(s: State, seat: int, out: list[int]) -> None:
    seats = s.seats
    top = s.stack[-1] if s.stack else None
    out.append(STEP_NUMBER.get(type(top), 0))
    out.append((s.turn - seat) % seats + 1 if isinstance(top, Ask) else 0)
    out.append((s.first - seat) % seats)
    out.append(at_most(s.round))
    out.append(len(s.deck))
    _show_subject(s, top, out)


def _show_subject(s: State, top: Step | None, out: list[int]) -> None:
    place = good = missing = 0
    row: tuple[int, ...] = ()
    if isinstance(top, BuyCard):
        place = CARD + top.slot + 1
    elif isinstance(top, BuyBuilding):
        place = BUILDING + top.pile + 1
    elif isinstance(top, AddTools):
        good = top.good + 1
    elif isinstance(top, ReplaceFood):
        missing = top.missing
    elif isinstance(top, ChooseDie):
        row = s.rows[top.row]
    out.append(place)
    out.append(good)
    out.append(missing)
    out.extend(_faces(s.roll))
    out.extend(_faces(row))


NO_FACES: Final = [0] * DIE


def _faces(dice: tuple[int, ...]) -> list[int]:
    if not dice:
        return NO_FACES
    counts = [0] * DIE
    for die in dice:
        counts[die - 1] += 1
    return counts


CARD_SYMBOL: Final = [card.symbol for card in CARDS]
CARD_FIGURE: Final = [card.figure for card in CARDS]
CARD_FIGURES: Final = [card.figures for card in CARDS]


def _show_player(player: Player, own: bool, out: list[int]) -> None:
    stock = player.stock
    used = player.used
    out.extend(player.at)
    out.append(player.people)
    out.append(player.idle)
    out.append(at_most(player.food))
    out += [at_most(have) for have in stock]
    out.append(player.agriculture)
    out.append(player.tools)
    out += [used >> slot & 1 for slot in range(TOOL_SLOTS)]
    out += [player.once >> value & 1 for value in ONCE_VALUES]
    out.append(player.two)
    out.append(0 if player.hidden == NOTHING else 1)
    out.append(len(player.owed))
    out.append(at_most(player.points))
    out.append(len(player.buildings))
    out.append(len(player.cards))
    _show_cards(player, own, out)


def _show_cards(player: Player, own: bool, out: list[int]) -> None:
    """Symbols, figures and the score they make; the unseen card counts for its owner alone."""
    symbols = [0] * len(SYMBOLS)
    figures = [0] * len(FIGURES)
    for card in player.cards:
        _count_card(card, symbols, figures)
    if own and player.hidden != NOTHING:
        _count_card(player.hidden, symbols, figures)
    out.extend(symbols)
    out.extend(figures)
    out.append(at_most(_score(player, symbols, figures)))


def _count_card(card: int, symbols: list[int], figures: list[int]) -> None:
    symbol = CARD_SYMBOL[card]
    if symbol >= 0:
        symbols[symbol] += 1
    figure = CARD_FIGURE[card]
    if figure >= 0:
        figures[figure] += CARD_FIGURES[card]


def _score(player: Player, symbols: list[int], figures: list[int]) -> int:
    """S-Z1 to S-Z3, as scoring has it, from the counts at hand."""
    stock = player.stock
    different = doubles = 0
    for count in symbols:
        if count:
            different += 1
            if count > 1:
                doubles += 1
    return (
        player.points
        + stock[0] + stock[1] + stock[2] + stock[3] + 2 * player.two
        + different * different + doubles * doubles
        + figures[0] * player.agriculture
        + figures[1] * len(player.buildings)
        + figures[2] * player.people
        + figures[3] * player.tools
    )  # fmt: skip
