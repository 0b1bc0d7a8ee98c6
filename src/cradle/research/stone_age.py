"""Stone Age in numbers: all moves in one list, and what a seat sees as a list of numbers.

Compiled with the rules. Reads the state field by field, and only what the seat may know.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.kernel.step import Move, Step
from cradle.research.fields import MOST, Field, amount, category, flags, number
from cradle.research.writing import BITS, LAST, digit, put_all, put_amount, put_digits
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
    MOST_SEATS,
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


def all_outcomes() -> list[Move]:
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


def observe(s: State, seat: int) -> bytes:
    """What a seat sees, number by number as `fields` says."""
    out = BytesWriter()
    seats = s.seats
    _put_step(out, s, seat)
    for card in s.cards:
        put(out, card + 1)
    for building in s.tops:
        put(out, building + 1)
    put_all(out, s.heights)
    put(out, s.players[seat].hidden + 1)
    for step in range(seats):
        other = seat + step
        _put_player(out, s.players[other if other < seats else other - seats], step == 0)
    return out.getvalue()


def _put_step(out: BytesWriter, s: State, seat: int) -> None:
    seats = s.seats
    top = s.stack[-1] if s.stack else None
    put(out, STEP_NUMBER.get(type(top), 0))
    put(out, (s.turn - seat) % seats + 1 if s.turn >= 0 else 0)
    put(out, (s.first - seat) % seats)
    put_amount(out, s.round)
    put(out, len(s.deck))
    _put_subject(out, s, top)


def _put_subject(out: BytesWriter, s: State, top: Step | None) -> None:
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
    put(out, place)
    put(out, good)
    put(out, missing)
    _put_faces(out, s.roll)
    _put_faces(out, row)


def _put_faces(out: BytesWriter, dice: tuple[int, ...]) -> None:
    faces = 0
    for die in dice:
        faces += FACE[die]
    put_digits(out, faces, DIE)


# What one of them adds to a count of many, kept in the digits of one number.
FACE: Final = [0, *(digit(face) for face in range(DIE))]
SYMBOL: Final = [digit(card.symbol) if card.symbol >= 0 else 0 for card in CARDS]
FIGURE: Final = [card.figures * digit(card.figure) if card.figure >= 0 else 0 for card in CARDS]


def _put_player(out: BytesWriter, player: Player, own: bool) -> None:
    put_all(out, player.at)
    put(out, player.people)
    put(out, player.idle)
    put_amount(out, player.food)
    for have in player.stock:
        put_amount(out, have)
    put(out, player.agriculture)
    put(out, player.tools)
    for slot in range(TOOL_SLOTS):
        put(out, player.used >> slot & 1)
    for value in ONCE_VALUES:
        put(out, player.once >> value & 1)
    put(out, player.two)
    put(out, 0 if player.hidden == NOTHING else 1)
    put(out, len(player.owed))
    put_amount(out, player.points)
    put(out, len(player.buildings))
    put(out, len(player.cards))
    _put_cards(out, player, own)


def _put_cards(out: BytesWriter, player: Player, own: bool) -> None:
    """Symbols, figures and the score they make; the unseen card counts for its owner alone."""
    symbols = figures = 0
    for card in player.cards:
        symbols += SYMBOL[card]
        figures += FIGURE[card]
    if own and player.hidden != NOTHING:
        symbols += SYMBOL[player.hidden]
        figures += FIGURE[player.hidden]
    put_digits(out, symbols, len(SYMBOLS))
    put_digits(out, figures, len(FIGURES))
    put_amount(out, _score(player, symbols, figures))


def _score(player: Player, symbols: int, figures: int) -> int:
    """S-Z1 to S-Z3, as scoring has it, from the counts at hand."""
    stock = player.stock
    different = doubles = 0
    while symbols:
        count = symbols & LAST
        if count:
            different += 1
            if count > 1:
                doubles += 1
        symbols >>= BITS
    return (
        player.points
        + stock[0] + stock[1] + stock[2] + stock[3] + 2 * player.two
        + different * different + doubles * doubles
        + (figures & LAST) * player.agriculture
        + (figures >> BITS & LAST) * len(player.buildings)
        + (figures >> 2 * BITS & LAST) * player.people
        + (figures >> 3 * BITS) * player.tools
    )  # fmt: skip
