"""Hadara in numbers: all moves in one list, and what a seat sees as a list of numbers.

Compiled with the rules. Reads the state field by field, and only what the seat may know.
"""

from __future__ import annotations

from typing import Final

from cradle.hadara.cards import PutTile, price
from cradle.hadara.colonies import TakeColony
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
from cradle.hadara.scoring import colony_points, gold_points, silver_points, statue_points
from cradle.hadara.setup import BOARDS, ChooseSide
from cradle.hadara.state import Player, State
from cradle.hadara.statues import CarveStatue
from cradle.hadara.tables import Tables
from cradle.kernel.notation import Spoken
from cradle.kernel.step import Ask, Move, Step, Together
from cradle.research.fields import Field, amount, at_most, category, flags, number

VERSION: Final = 1  # changes only when a number changes its meaning
MOST_HELD: Final = 3 * 2 * COLOUR_COUNT  # a card from each draft and each open pick of each epoch


def all_moves() -> list[Move]:
    """Every move a seat can ever make, in the order of their numbers."""
    lays = [lay for by_deal in LAY for lay in by_deal]
    carves = [carve for by_track in CARVE for by_side in by_track for carve in by_side]
    cards = [*BUY_TOP, *SELL_TOP, *PUT, *PLUNDER, *INTEGRATE]
    return [*SIDES, *SET_WHEELS, *lays, *cards, *carves, FEED, *REMOVE, *SILVER, GOLD, PASS]


def all_outcomes() -> list[Spoken]:
    """Everything chance can ever bring, in the order of their numbers."""
    draws = [draw for group in DRAWS for draw in group]
    return [*BOARDS.outcomes, *DEAL_SETUP, *draws, *TURN]


STEPS: Final = (
    ChooseSide, AimWheel, LayOne, PickCard, PutTile, TakeColony, CarveStatue, RemoveCards,
    BuyMedals,
)  # fmt: skip
STEP_NUMBER: Final[dict[type, int]] = {kind: number for number, kind in enumerate(STEPS, 1)}
SETUP, PHASE_A, PHASE_B, OVER_PHASE = range(4)


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


def observe(s: State, seat: int) -> list[int]:
    """What a seat sees, number by number as `fields` says."""
    out: list[int] = []
    seats = s.seats
    t = s.tables
    top = s.stack[-1] if s.stack else None
    out.append(STEP_NUMBER.get(type(top), 0))
    out.append(_phase(s))
    out.append(s.epoch)
    out.append(1 if s.advanced else 0)
    out.append((s.first - seat) % seats + 1 if s.epoch else 0)
    _show_subject(s, top, out)
    _show_board(s, seat, out)
    _show_hand(t, s.players[seat], out)
    for step in range(seats):
        other = seat + step
        other = other if other < seats else other - seats
        out.append(1 if _is_asked(s, top, other) else 0)
        _show_player(t, s.players[other], out)
    return out


def _phase(s: State) -> int:
    if not s.stack:
        return OVER_PHASE
    if not s.epoch:
        return SETUP
    for step in s.stack:
        if isinstance(step, PhaseB):
            return PHASE_A
    return PHASE_B


def _is_asked(s: State, top: Step | None, seat: int) -> bool:
    if isinstance(top, Together):
        return seat not in s.sealed
    return isinstance(top, Ask) and s.turn == seat


def _show_subject(s: State, top: Step | None, out: list[int]) -> None:
    done = spent = paid = missing = 0
    if isinstance(top, TakeColony):
        done = top.taken
        spent = top.spent
    elif isinstance(top, CarveStatue):
        done = top.carved
        spent = top.spent
    elif isinstance(top, RemoveCards):
        paid = top.paid
        missing = short(s.players[top.seat], paid)
    out.append(done)
    out.append(spent)
    out.append(paid)
    out.append(at_most(missing))


def _show_board(s: State, seat: int, out: list[int]) -> None:
    player = s.players[seat]
    crest = seat + s.wheel
    out += [
        s.board[(crest + turn) % COLOUR_COUNT] + 1 if s.epoch else 0 for turn in range(COLOUR_COUNT)
    ]
    out.extend(s.heights)
    tops = [pile[-1] if pile else -1 for pile in s.piles]
    out += [len(pile) for pile in s.piles]
    out += [card + 1 for card in tops]
    out += [price(s.tables, player, card) if card >= 0 else 0 for card in tops]
    out.extend(s.left)


def _show_hand(t: Tables, player: Player, out: list[int]) -> None:
    hand = player.hand
    if hand:
        out.append(hand[0] + 1)
        out.append(hand[1] + 1)
        out.append(price(t, player, hand[0]))
        out.append(price(t, player, hand[1]))
    else:
        out.extend(EMPTY_HAND)


EMPTY_HAND: Final = [0] * (2 * DRAWN)


def _show_player(t: Tables, player: Player, out: list[int]) -> None:
    out.append(player.setup + 1)
    out.append(at_most(player.coins))
    out += [at_most(value) for value in player.tracks]
    out.extend(player.counts)
    out.extend(_effects(player.effects))
    out.extend(player.tiles)
    out.append(player.card_tile + 1)
    out += [tile + 1 for tile in player.colonies]
    out += [tile + 1 for tile in player.statues]
    silver = player.silver
    out += [silver.count(track) if silver else 0 for track in range(TRACK_COUNT)]
    out.append(player.gold)
    out.append(len(player.hand))
    out.append(len(player.sold))
    out.append(at_most(_score(t, player)))


_bits: dict[int, list[int]] = {}


def _effects(effects: int) -> list[int]:
    found = _bits.get(effects)
    if found is None:
        found = _bits[effects] = [effects >> bit & 1 for bit in range(len(EFFECTS))]
    return found


def _score(t: Tables, player: Player) -> int:
    """H-E1 to H-E6, the lines of the score pad added up."""
    points = player.coins // COINS_PER_POINT
    for card in player.cards:
        points += t.points[card]
    return (
        points
        + colony_points(t, player)
        + statue_points(t, player)
        + silver_points(player)
        + gold_points(player)
    )
