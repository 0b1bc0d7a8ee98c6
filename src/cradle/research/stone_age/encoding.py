"""Stone Age in numbers: all moves in one list, and what a seat sees as a list of numbers.

Compiled with the rules. Reads the state field by field, and only what the seat may know.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.kernel.step import Move, Step
from cradle.research.fields import MOST, Field, amount, category, flags, number
from cradle.research.stone_age.player_row import ONCE_VALUES, row_of
from cradle.research.writer import digit, put_all, put_amount, put_digits, put_names, put_row
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.civilization import BuyCard, ChooseDie
from cradle.stone_age.components import (
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
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import DICE, AddTools
from cradle.stone_age.moves import (
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
from cradle.stone_age.placing import PlacePeople
from cradle.stone_age.state import Player, State
from cradle.stone_age.two_resources import TakeTwo

if TYPE_CHECKING:
    from mypy_extensions import i64

VERSION: Final = 2  # changes only when a number changes its meaning
DIE: Final = 6


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
        flags("options", "rule options: dice row, two resources, hunting, declining", 4),
        *(field for seat in range(seats) for field in _player_fields(f"player_{seat}")),
    ]


def _player_fields(who: str) -> list[Field]:
    return [
        number(f"{who}.at", MOST_PEOPLE, "people on each place", ALL_PLACES),
        number(f"{who}.people", MOST_PEOPLE, "people"),
        number(f"{who}.idle", MOST_PEOPLE, "people at home, newborns from the next round on"),
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


def write(out: BytesWriter, s: State, seat: int) -> None:
    """What a seat sees, number by number as `fields` says."""
    seats = s.seats
    _put_step(out, s, seat)
    put_names(out, s.cards)
    put_names(out, s.tops)
    put_row(out, s.heights)
    put(out, s.players[seat].hidden + 1)
    _put_options(out, s)
    for step in range(seats):
        other = seat + step
        _put_player(out, s.players[other if other < seats else other - seats], step == 0)


def _put_options(out: BytesWriter, s: State) -> None:
    """S-O1 to S-O4."""
    put(out, s.dice_row_next_turn)
    put(out, s.two_resources_at_once)
    put(out, s.repeat_hunting)
    put(out, s.decline_any_action)


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
    if type(top) is BuyCard:
        place = CARD + top.slot + 1
    elif type(top) is BuyBuilding:
        place = BUILDING + top.pile + 1
    elif type(top) is AddTools:
        good = top.good + 1
    elif type(top) is ReplaceFood:
        missing = top.missing
    elif type(top) is ChooseDie:
        row = s.rows[top.row]
    put(out, place)
    put(out, good)
    put(out, missing)
    _put_faces(out, s.roll)
    _put_faces(out, row)


def _put_faces(out: BytesWriter, dice: tuple[int, ...]) -> None:
    faces: i64 = 0
    for die in dice:
        faces += FACE[die]
    put_digits(out, faces, DIE)


# What a die adds to the count of all faces, kept in the digits of one number.
FACE: Final = [0, *(digit(face) for face in range(DIE))]


def _put_player(out: BytesWriter, player: Player, own: bool) -> None:
    put_all(out, player.at)
    put(out, player.people)
    put(out, player.idle)
    put_amount(out, player.food)
    resources = 0
    for have in player.stock:
        put_amount(out, have)
        resources += have
    row = row_of(player, own)
    out.write(row.shown)
    put_amount(out, row.points + resources + row.shamans * player.people)
