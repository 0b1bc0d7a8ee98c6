"""The part of a player's row that changes seldom, kept in the player's memo. Compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.research.writer import BITS, LAST, digit, no_row, put_amount, put_digits, put_flags
from cradle.stone_age.components import CARDS, FIGURES, SYMBOLS, TOOL_SLOTS
from cradle.stone_age.state import NOTHING, Player

if TYPE_CHECKING:
    from mypy_extensions import i64

ONCE_VALUES: Final = sorted({card.amount for card in CARDS if card.upper == "one_use_tool"})
# What a card adds to a count of many kinds, kept in the digits of one number.
SYMBOL: Final = [digit(card.symbol) if card.symbol >= 0 else 0 for card in CARDS]
FIGURE: Final = [card.figures * digit(card.figure) if card.figure >= 0 else 0 for card in CARDS]


class PlayerRow:
    """A player's numbers from agriculture to figures, written once and used until they change.

    `points` are those of the final scoring that hang on nothing else. The unseen card counts for
    its owner alone.
    """

    def __init__(self, player: Player, own: bool) -> None:
        self.agriculture = player.agriculture
        self.tools = player.tools
        self.used = player.used
        self.once = player.once
        self.two = player.two
        self.hidden = player.hidden
        self.own = own
        self.owed = player.owed
        self.track = player.points
        self.buildings = player.buildings
        self.cards = player.cards
        self._write()

    def __reduce__(self) -> tuple[Any, ...]:
        """Stay behind when a state travels: elsewhere it is written again."""
        return no_row, ()

    def is_of(self, player: Player, own: bool) -> bool:
        """Whether the player still holds the same; tuples are known by identity."""
        return (
            self.cards is player.cards
            and self.used == player.used
            and self.track == player.points
            and self.tools == player.tools
            and self.agriculture == player.agriculture
            and self.buildings is player.buildings
            and self.once == player.once
            and self.two == player.two
            and self.owed is player.owed
            and self.hidden == player.hidden
            and (self.own == own or self.hidden == NOTHING)
        )

    def _write(self) -> None:
        out = BytesWriter()
        put(out, self.agriculture)
        put(out, self.tools)
        put_flags(out, self.used, TOOL_SLOTS)
        for value in ONCE_VALUES:
            put(out, self.once >> value & 1)
        put(out, self.two)
        put(out, 0 if self.hidden == NOTHING else 1)
        put(out, len(self.owed))
        put_amount(out, self.track)
        put(out, len(self.buildings))
        put(out, len(self.cards))
        symbols, figures = self._counts()
        put_digits(out, symbols, len(SYMBOLS))
        put_digits(out, figures, len(FIGURES))
        self.shown = out.getvalue()
        self.shamans = figures >> 2 * BITS & LAST
        self.points = (
            self.track + 2 * self.two + _culture(symbols)
            + (figures & LAST) * self.agriculture
            + (figures >> BITS & LAST) * len(self.buildings)
            + (figures >> 3 * BITS) * self.tools
        )  # fmt: skip

    def _counts(self) -> tuple[int, int]:
        """Symbols and figures of the cards, counted in digits."""
        symbols = figures = 0
        for card in self.cards:
            symbols += SYMBOL[card]
            figures += FIGURE[card]
        if self.own and self.hidden != NOTHING:
            symbols += SYMBOL[self.hidden]
            figures += FIGURE[self.hidden]
        return symbols, figures


def row_of(player: Player, own: bool) -> PlayerRow:
    """A player's row, the one in the memo if nothing has changed."""
    memo = player.memo
    if isinstance(memo, PlayerRow) and memo.is_of(player, own):
        return memo
    player.memo = row = PlayerRow(player, own)
    return row


def _culture(symbols: i64) -> int:
    """S-Z2: the squares of how many symbols there are, and of how many doubles."""
    different = doubles = 0
    while symbols:
        count = symbols & LAST
        if count:
            different += 1
            if count > 1:
                doubles += 1
        symbols >>= BITS
    return different * different + doubles * doubles
