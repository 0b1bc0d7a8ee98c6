"""Hadara in numbers: all moves in one list, and what a seat sees as a list of numbers.

Compiled with the rules. Reads the state field by field, and only what the seat may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.hadara.cards import PutTile, price
from cradle.hadara.colonies import TakeColony
from cradle.hadara.components import Components
from cradle.hadara.draft import AimWheel, LayOne, PickCard
from cradle.hadara.epoch import PhaseB
from cradle.hadara.feeding import RemoveCards, short
from cradle.hadara.medals import BuyMedals
from cradle.hadara.moves import (
    BUY_TOP,
    CARVE,
    DEAL_SETUP,
    DRAWS,
    FEED,
    GOLD,
    INTEGRATE,
    LAY,
    PASS,
    PLUNDER,
    PUT,
    REMOVE,
    SELL_TOP,
    SET_WHEELS,
    SIDES,
    SILVER,
    TURN,
)
from cradle.hadara.names import (
    CARDS,
    COLOUR_COUNT,
    EFFECTS,
    EPOCHS,
    LEVELS,
    SETUPS,
    STATUES,
    TILES_PER_LEVEL,
    TRACK_COUNT,
)
from cradle.hadara.numbers import (
    COINS_PER_POINT,
    DRAWN,
    MOST_BOUGHT,
    MOST_FEEDS,
    MOST_GOLD,
    MOST_SEATS,
    MOST_SILVER,
    TILES_PER_TRACK,
)
from cradle.hadara.setup import BOARDS, ChooseSide
from cradle.hadara.state import Player, State
from cradle.hadara.statues import CarveStatue
from cradle.kernel.step import Move, Step, Together
from cradle.research.fields import Field, amount, category, flags, number
from cradle.research.hadara.player_row import row_of
from cradle.research.writer import put_all, put_amount, put_row

if TYPE_CHECKING:
    from mypy_extensions import i64

VERSION: Final = 2  # changes only when a number changes its meaning
MOST_HELD: Final = 3 * 2 * COLOUR_COUNT  # a card from each draft and each open pick of each epoch


def all_moves() -> list[Move]:
    """Every move a seat can ever make, in the order of their numbers."""
    lays = [lay for by_deal in LAY for lay in by_deal]
    carves = [carve for by_track in CARVE for by_side in by_track for carve in by_side]
    cards = [*BUY_TOP, *SELL_TOP, *PUT, *PLUNDER, *INTEGRATE]
    return [*SIDES, *SET_WHEELS, *lays, *cards, *carves, FEED, *REMOVE, *SILVER, GOLD, PASS]


def all_outcomes() -> list[Move]:
    """Everything chance can ever bring, in the order of their numbers."""
    draws = [draw for group in DRAWS for draw in group]
    return [*BOARDS.outcomes, *DEAL_SETUP, *draws, *TURN]


STEPS: Final = (
    ChooseSide, AimWheel, LayOne, PickCard, PutTile, TakeColony, CarveStatue, RemoveCards,
    BuyMedals,
)  # fmt: skip
STEP_NUMBER: Final[dict[type, int]] = {kind: number for number, kind in enumerate(STEPS, 1)}
SETUP: Final = 0
PHASE_A: Final = 1
PHASE_B: Final = 2
OVER_PHASE: Final = 3


def fields(seats: int) -> list[Field]:
    """What an observation shows, stretch by stretch. Seats count clockwise from the observer."""
    cards = len(CARDS)
    return [
        category(
            "step",
            len(STEPS),
            "asked: side, wheel, lay, pick, tile, colony, statue, remove, medals",
        ),
        category("phase", OVER_PHASE, "setup, A, B, over"),
        number("epoch", EPOCHS, "epochs begun"),
        flags("advanced", "the advanced game"),
        category("first", seats, "the first player: 1 the observer, 2 the next seat, ..."),
        number("done", 1, "colonies taken or statues carved in this step"),
        number("spent", MOST_BOUGHT, "coins spent on requirements in this step"),
        number("paid", MOST_FEEDS, "cards fed with coins in this feeding"),
        amount("short", 10, "cards that can't be fed"),
        category("colours", COLOUR_COUNT, "where the observer's crest points now and next", 5),
        number("stacks", DRAWN * MOST_SEATS, "cards face down, by colour", COLOUR_COUNT),
        number("heights", DRAWN * MOST_SEATS, "cards on the outer piles, by colour", COLOUR_COUNT),
        category("tops", cards, "their top cards", COLOUR_COUNT),
        amount("prices", 20, "what the top cards cost the observer", COLOUR_COUNT),
        number("colonies", MOST_SEATS, "colonies left, by level", len(LEVELS)),
        category("hand", cards, "the observer's drawn cards", DRAWN),
        amount("hand_prices", 20, "what they cost", DRAWN),
        *(field for seat in range(seats) for field in _player_fields(f"player_{seat}")),
    ]


def _player_fields(who: str) -> list[Field]:
    return [
        flags(f"{who}.asked", "must answer now"),
        number(f"{who}.crest", COLOUR_COUNT - 1, "segments clockwise from the observer's crest"),
        category(f"{who}.setup", len(SETUPS), "setup card"),
        amount(f"{who}.coins", 50, "coins"),
        amount(f"{who}.tracks", 30, "income, military, culture, food", TRACK_COUNT),
        number(f"{who}.cards", MOST_HELD, "cards, by colour", COLOUR_COUNT),
        flags(f"{who}.effects", "purple effects, in the order of the rules", len(EFFECTS)),
        number(f"{who}.tiles", TILES_PER_TRACK, "free bonus tiles, by track", TRACK_COUNT),
        category(f"{who}.card_tile", TRACK_COUNT, "the tile on the card that asked for one"),
        category(f"{who}.colonies", TILES_PER_LEVEL + 1, "by level: reverse, or plundered", 5),
        category(f"{who}.statues", 2 * TRACK_COUNT, "by statue: track up, or down", len(STATUES)),
        number(f"{who}.silver", MOST_SILVER, "silver medals, by track", TRACK_COUNT),
        number(f"{who}.gold", MOST_GOLD, "gold medals"),
        number(f"{who}.drawn", DRAWN, "cards just drawn"),
        number(f"{who}.sold", MOST_HELD, "cards sold unseen"),
        amount(f"{who}.score", 200, "points if the game ended now"),
    ]


def write(out: BytesWriter, s: State, seat: int) -> None:
    """What a seat sees, number by number as `fields` says."""
    seats = s.seats
    top = s.stack[-1] if s.stack else None
    put(out, STEP_NUMBER.get(type(top), 0))
    put(out, _phase(s))
    put(out, s.epoch)
    put(out, 1 if s.advanced else 0)
    put(out, (s.first - seat) % seats + 1 if s.epoch else 0)
    _put_subject(out, s, top)
    _put_board(out, s, seat)
    _put_hand(out, s.components, s.players[seat])
    together = isinstance(top, Together)
    for step in range(seats):
        other = seat + step
        other = other if other < seats else other - seats
        put(out, 1 if _is_asked(s, together, other) else 0)
        put(out, (s.crests[other] - s.crests[seat]) % COLOUR_COUNT)
        _put_player(out, s.components, s.players[other])


def _phase(s: State) -> int:
    if not s.stack:
        return OVER_PHASE
    if not s.epoch:
        return SETUP
    steps: list[Any] = s.stack  # of any kind, so that compiled code asks each for its type once
    for step in steps:
        if type(step) is PhaseB:
            return PHASE_A
    return PHASE_B


def _is_asked(s: State, together: bool, seat: int) -> bool:
    return seat not in s.sealed if together else seat == s.turn


def _put_subject(out: BytesWriter, s: State, top: Step | None) -> None:
    done = spent = paid = missing = 0
    if type(top) is TakeColony:
        done = top.taken
        spent = top.spent
    elif type(top) is CarveStatue:
        done = top.carved
        spent = top.spent
    elif type(top) is RemoveCards:
        paid = top.paid
        missing = short(s.players[top.seat], paid)
    put(out, done)
    put(out, spent)
    put(out, paid)
    put_amount(out, missing)


def _put_board(out: BytesWriter, s: State, seat: int) -> None:
    player, board = s.players[seat], s.board
    wheel: i64 = s.crests[seat] + s.wheel
    turn: i64
    for turn in range(COLOUR_COUNT):
        put(out, board[(wheel + turn) % COLOUR_COUNT] + 1 if s.epoch else 0)
    put_all(out, s.heights)
    for pile in s.piles:
        put(out, len(pile))
    for pile in s.piles:
        put(out, pile[-1] + 1 if pile else 0)
    for pile in s.piles:
        put(out, price(s.components, player, pile[-1]) if pile else 0)
    put_row(out, s.left)


def _put_hand(out: BytesWriter, t: Components, player: Player) -> None:
    hand = player.hand
    for place in range(DRAWN):
        put(out, hand[place] + 1 if hand else 0)
    for place in range(DRAWN):
        put(out, price(t, player, hand[place]) if hand else 0)


def _put_player(out: BytesWriter, t: Components, player: Player) -> None:
    put(out, player.setup + 1)
    put_amount(out, player.coins)
    row = row_of(t, player)
    out.write(row.shown)
    put(out, len(player.hand))
    put(out, len(player.sold))
    put_amount(out, player.coins // COINS_PER_POINT + row.points)
