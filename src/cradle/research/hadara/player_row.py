"""The part of a player's row that changes seldom, kept in the player's memo. Compiled."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i16_le as put

from cradle.hadara.components import Components
from cradle.hadara.names import EFFECTS, TRACK_COUNT
from cradle.hadara.scoring import colony_points, gold_points, silver_points, statue_points
from cradle.hadara.state import Player
from cradle.research.writer import (
    digit,
    no_row,
    put_all,
    put_amount,
    put_digits,
    put_flags,
    put_names,
    put_row,
)


class PlayerRow:
    """A player's numbers from tracks to medals, written once and used until something changes.

    `points` are those of the score pad without the coins (H-E1 to H-E5).
    """

    def __init__(self, t: Components, player: Player) -> None:
        self.components = t
        self.tracks = player.tracks[:]
        self.cards = player.cards
        self.counts = player.counts[:]
        self.effects = player.effects
        self.tiles = player.tiles
        self.card_tile = player.card_tile
        self.colonies = player.colonies
        self.statues = player.statues
        self.silver = player.silver
        self.gold = player.gold
        self.shown = self._written()
        self.points = _points(t, player)

    def __reduce__(self) -> tuple[Any, ...]:
        """Stay behind when a state travels: elsewhere it is written again."""
        return no_row, ()

    def is_of(self, t: Components, player: Player) -> bool:
        """Whether the player still holds the same; tuples are known by identity."""
        return (
            self.cards is player.cards
            and self.tiles is player.tiles
            and self.colonies is player.colonies
            and self.statues is player.statues
            and self.silver is player.silver
            and self.effects == player.effects
            and self.card_tile == player.card_tile
            and self.gold == player.gold
            and self.tracks == player.tracks
            and self.counts == player.counts
            and self.components is t
        )

    def _written(self) -> bytes:
        out = BytesWriter()
        for value in self.tracks:
            put_amount(out, value)
        put_all(out, self.counts)
        put_flags(out, self.effects, len(EFFECTS))
        put_row(out, self.tiles)
        put(out, self.card_tile + 1)
        put_names(out, self.colonies)
        put_names(out, self.statues)
        silver = 0
        for track in self.silver:
            silver += digit(track)
        put_digits(out, silver, TRACK_COUNT)
        put(out, self.gold)
        return out.getvalue()


def _points(t: Components, player: Player) -> int:
    points = colony_points(t, player) + statue_points(t, player)
    worth = t.points
    for card in player.cards:
        points += worth[card]
    return points + silver_points(player) + gold_points(player)


def row_of(t: Components, player: Player) -> PlayerRow:
    """A player's row, the one in the memo if nothing has changed."""
    memo = player.memo
    if isinstance(memo, PlayerRow) and memo.is_of(t, player):
        return memo
    player.memo = row = PlayerRow(t, player)
    return row
