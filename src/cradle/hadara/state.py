"""What the rules of Hadara need to go on: the board, and a board for each player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from cradle.hadara.components import STANDARD, Components
from cradle.hadara.names import (
    COLOUR_COUNT,
    EPOCHS,
    LEVELS,
    STATUES,
    TILES_PER_LEVEL,
    TRACK_COUNT,
)
from cradle.hadara.numbers import MOST_SEATS, TILES_PER_TRACK
from cradle.kernel import step

NOTHING: Final = -1
PLUNDERED: Final = TILES_PER_LEVEL  # a taken colony that was not turned over
FACE_DOWN: Final = TRACK_COUNT  # a statue holds its tile's track, plus this if face down


@dataclass
class Player:
    """One player's board: coins, tracks, cards, colonies, statues, medals and tiles.

    `colonies` by level: nothing, the number of the reverse, or plundered. `statues`: nothing,
    or the tile. `tiles` are the free ones by track, `card_tile` the one on `bonus_tile`.
    `hand` is what was just drawn, `sold` what was sold in phase A: both secret. What copies
    would be long for, and changes seldom, is a tuple and shared. `memo` is room for what an
    onlooker remembers about the board: the rules never look at it.
    """

    coins: int = 0
    effects: int = 0
    gold: int = 0
    setup: int = NOTHING
    side: int = 0
    card_tile: int = NOTHING
    tracks: list[int] = field(default_factory=lambda: [0] * TRACK_COUNT)
    cards: tuple[int, ...] = ()
    counts: list[int] = field(default_factory=lambda: [0] * COLOUR_COUNT)
    colonies: tuple[int, ...] = (NOTHING,) * len(LEVELS)
    statues: tuple[int, ...] = (NOTHING,) * len(STATUES)
    silver: tuple[int, ...] = ()
    tiles: tuple[int, ...] = (TILES_PER_TRACK,) * TRACK_COUNT
    hand: tuple[int, ...] = ()
    sold: tuple[int, ...] = ()
    memo: Any = field(default=None, compare=False, repr=False)

    def copy(self) -> Player:
        """An independent player, equal to this one."""
        to = Player.__new__(Player)
        to.coins = self.coins
        to.effects = self.effects
        to.gold = self.gold
        to.setup = self.setup
        to.side = self.side
        to.card_tile = self.card_tile
        to.tracks = self.tracks[:]
        to.cards = self.cards
        to.counts = self.counts[:]
        to.colonies = self.colonies
        to.statues = self.statues
        to.silver = self.silver
        to.tiles = self.tiles
        to.hand = self.hand
        to.sold = self.sold
        to.memo = self.memo
        return to


@dataclass(kw_only=True)
class State(step.State):
    """The whole game. Sets of face-down things are sums of bits: nothing has an order there.

    `pools`: the cards of each group that nobody has drawn, those in the box included;
    `heights`: how many lie on the board; `piles`: the outer piles, top last; `left`: colonies
    left by level; `reverses`: reverses not yet turned, those in the box included; `gone`: cards
    sold in phase B or removed; `crests`: the crest of each seat; `bank`: what the supply gave out
    less what it took.
    """

    components: Components = field(default=STANDARD, compare=False)
    advanced: bool = False
    board: tuple[int, ...] = (0, 1, 2, 3, 4)
    crests: tuple[int, ...] = (0, 1, 2, 3, 4)
    epoch: int = 0
    first: int = 0
    wheel: int = 0
    bank: int = 0
    players: list[Player] = field(default_factory=list)
    pools: list[int] = field(default_factory=lambda: [0] * (EPOCHS * COLOUR_COUNT))
    heights: list[int] = field(default_factory=lambda: [0] * COLOUR_COUNT)
    piles: list[tuple[int, ...]] = field(default_factory=lambda: [()] * COLOUR_COUNT)
    left: tuple[int, ...] = (0,) * len(LEVELS)
    reverses: tuple[int, ...] = (0,) * len(LEVELS)
    gone: tuple[int, ...] = ()

    def copy(self) -> State:
        """An independent state, equal to this one."""
        to = State.__new__(State)
        self.copy_base(to)
        to.components = self.components
        to.advanced = self.advanced
        to.board = self.board
        to.crests = self.crests
        to.epoch = self.epoch
        to.first = self.first
        to.wheel = self.wheel
        to.bank = self.bank
        to.players = [player.copy() for player in self.players]
        to.pools = self.pools[:]
        to.heights = self.heights[:]
        to.piles = self.piles[:]
        to.left = self.left
        to.reverses = self.reverses
        to.gone = self.gone
        return to

    def equip(self, components: Components) -> None:
        """Play with these components (H-S13)."""
        self.components = components


def replaced(row: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """A row with another number in one place: copies share rows, so nobody changes them."""
    numbers = list(row)
    numbers[place] = number
    return tuple(numbers)


def earn(s: State, player: Player, coins: int) -> None:
    """Take coins from the supply, which has no end (H-S12)."""
    player.coins += coins
    s.bank += coins


def pay(s: State, player: Player, coins: int) -> None:
    """Put coins back into the supply."""
    player.coins -= coins
    s.bank -= coins


def take_tile(player: Player, track: int) -> None:
    """A free bonus tile of the track is used."""
    player.tiles = replaced(player.tiles, track, player.tiles[track] - 1)


def pointed_at(s: State, crest: int) -> int:
    """H-S3: the colour a crest points at, also one that nobody plays."""
    return s.board[(crest + s.wheel) % COLOUR_COUNT]


def colour_at(s: State, seat: int) -> int:
    """H-S3: the colour the seat's crest points at."""
    return pointed_at(s, s.crests[seat])


# RINGS[seats][first], made once and shared: nobody may change them.
RINGS: Final = [
    [[*range(first, seats), *range(first)] for first in range(seats)]
    for seats in range(MOST_SEATS + 1)
]


def ring(s: State) -> list[int]:
    """The seats clockwise, from the first player."""
    return RINGS[s.seats][s.first]
