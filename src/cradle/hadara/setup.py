"""Chapter 1: setting up the board and the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from cradle.hadara.components import Components
from cradle.hadara.draft import SEATS
from cradle.hadara.moves import DEAL_SETUP, SIDES, Deal, Join
from cradle.hadara.names import (
    COLOUR_COUNT,
    COLOURS,
    CRESTS,
    EPOCHS,
    LEVELS,
    NUMBER,
    SETUPS,
    TILES_PER_LEVEL,
)
from cradle.hadara.news.setup import BoardJoined, Compensated, Dealt, SideChosen
from cradle.hadara.numbers import LATE_COIN, MOST_SEATS
from cradle.hadara.state import Player, State, earn
from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Chance, Do, Move, Step, Together, tell

RANDOM: Final = "random"


def set_up(seats: int, options: Mapping[str, Any], components: Components) -> State:
    """H-S1 to H-S9: a board and players with nothing dealt yet."""
    s = State(seats=seats, components=components, advanced=options["mode"] == "advanced")
    s.players = [Player() for _ in range(seats)]
    s.pools = (components.pools if s.advanced else components.plain_pools)[:]  # H-S5
    s.left = (seats,) * len(LEVELS)  # H-S6
    s.reverses = ((1 << TILES_PER_LEVEL) - 1,) * len(LEVELS)
    order = options["board_order"]
    if order != RANDOM:
        s.board = tuple(COLOURS.index(colour) for colour in order.split(","))
    s.crests = tuple(CRESTS.index(crest) for crest in options["crests"].split(","))  # H-S3
    return s


def setup_steps(s: State, options: Mapping[str, Any]) -> list[Step]:
    """H-S2, H-S7: the board is joined, setup cards are dealt, sides chosen, coins taken."""
    steps: list[Step] = [JOIN_BOARD] if options["board_order"] == RANDOM else []
    steps += DEAL_CARDS[: s.seats]
    return [*steps, CHOOSE_SIDE, BEGIN] if s.advanced else [*steps, BEGIN]


@dataclass(frozen=True)
class JoinBoard(Chance):
    """H-S2: the segments are joined in a random order."""

    def odds(self, s: State) -> Odds:
        return BOARDS

    def play(self, s: State, move: Join) -> None:
        s.board = move.colour
        if s.news is not None:
            tell(s, BoardJoined(move.colour))


speaks(JoinBoard, "H-S2")


@dataclass(frozen=True)
class DealSetup(Chance):
    """H-S7: a seat is dealt one setup card at random."""

    seat: int

    def odds(self, s: State) -> Odds:
        dealt = {player.setup for player in s.players}
        return Odds([DEAL_SETUP[card] for card in range(len(SETUPS)) if card not in dealt])

    def play(self, s: State, move: Deal) -> None:
        s.players[self.seat].setup = move.setup
        if s.news is not None:
            tell(s, Dealt(self.seat, move.setup))


speaks(DealSetup, "H-S7", NUMBER)


@dataclass(frozen=True)
class ChooseSide(Together):
    """H-S7: in the advanced game each chooses a side of the setup card; sealed."""

    def seats(self, s: State) -> list[int]:
        return SEATS[s.seats]

    def moves(self, s: State, seat: int) -> list[Move]:
        return SIDES

    def reveal(self, s: State, answers: dict[int, Any]) -> None:
        for seat in range(s.seats):
            s.players[seat].side = answers[seat].side


speaks(ChooseSide, "H-S7")


@dataclass(frozen=True)
class Begin(Do):
    """H-S8, H-S11: setup cards give coins and tracks; who never starts takes a coin."""

    def run(self, s: State) -> None:
        for seat in range(s.seats):
            _take_setup(s, seat)
        for seat in late_seats(s):
            earn(s, s.players[seat], LATE_COIN)
            if s.news is not None:
                tell(s, Compensated(seat, LATE_COIN))


def _take_setup(s: State, seat: int) -> None:
    player = s.players[seat]
    card = 2 * player.setup + player.side
    coins = s.components.setup_coins[card]
    steps = s.components.setup_steps[card]
    player.tracks = list(steps)
    earn(s, player, coins)
    if s.news is not None:
        tell(s, SideChosen(seat, player.setup, player.side, coins, steps))


def by_initiative(s: State) -> list[int]:
    """The seats, lowest initiative first."""
    return sorted(range(s.seats), key=lambda seat: s.components.initiative[s.players[seat].setup])


def late_seats(s: State) -> list[int]:
    """H-S11: who is never first; with 2 players, who is first only once."""
    return by_initiative(s)[1 if s.seats == 2 else EPOCHS :]


def first_player(s: State, epoch: int) -> int:
    """H-S10: the lowest initiative starts epoch I, the next II, then III; 2 players alternate."""
    return by_initiative(s)[(epoch - 1) % s.seats]


BOARDS: Final = Odds([Join(order) for order in permutations(range(COLOUR_COUNT))])
JOIN_BOARD: Final = JoinBoard()
DEAL_CARDS: Final = [DealSetup(seat) for seat in range(MOST_SEATS)]
CHOOSE_SIDE: Final = ChooseSide()
BEGIN: Final = Begin()
