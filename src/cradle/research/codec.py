"""What an encoding is made of: CODEC of a game's module for research, or what its types tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from librt.strings import BytesWriter

from cradle.games import module
from cradle.kernel.game import Game
from cradle.kernel.notation import Move
from cradle.research.fields import Field
from cradle.research.listing import all_moves
from cradle.research.typed_view import view_part
from cradle.research.writer import Write


@dataclass(frozen=True)
class Codec:
    """All moves and outcomes in the order of their numbers, and how a seat's view is written.

    `version` changes whenever a number changes its meaning. `fields` says, for so many seats,
    what `write` writes number by number.
    """

    version: int
    moves: Sequence[Move]
    outcomes: Sequence[Move]
    fields: Callable[[int], list[Field]]
    write: Write


def codec_of(game: Game) -> Codec:
    """What a game brings, or one made of what it declares."""
    brought = module(game.name, "research")
    found: Codec = declared_codec(game) if brought is None else brought.CODEC
    return found


def declared_codec(game: Game, moves: Sequence[Move] | None = None) -> Codec:
    """The game's own list of moves, or all that its words can say; the view by its type.

    One list serves seats and chance. The version is a checksum of everything numbered.
    """
    listed = all_moves(game) if moves is None else moves
    parts = {seats: view_part(game.view_type, seats) for seats in game.seats}

    def write(out: BytesWriter, s: Any, seat: int) -> None:
        parts[s.seats].put(out, game.view(s, seat))

    texts = [move.text for move in listed]
    version = crc32(repr([texts, [part.fields for part in parts.values()]]).encode())
    return Codec(version, listed, listed, lambda seats: parts[seats].fields, write)
