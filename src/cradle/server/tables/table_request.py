"""What somebody wants to play: a table to be made, and who should sit at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cradle.server.store.pace import NoPace, Pace


@dataclass(frozen=True)
class SeatRequest:
    """What should be at a seat: `me`, `open`, `link` or a `bot` of a level."""

    kind: str
    level: str | None = None
    name: str = ""


@dataclass(frozen=True)
class Salted:
    """A ticket for the dice of a table to be made, and its maker's salt for them."""

    ticket: str
    salt: str


@dataclass(frozen=True)
class Source:
    """The ply of a finished game that a new one goes on from."""

    table: str
    ply: int


@dataclass(frozen=True)
class Luck:
    """The luck that a new table shares with others, and the secret of its dice."""

    name: str
    secret: str


@dataclass(frozen=True)
class TableRequest:
    """What somebody wants to play."""

    game: str
    seats: Sequence[SeatRequest]
    options: Mapping[str, Any] = field(default_factory=dict)
    visibility: str = "link"
    pace: Pace = field(default_factory=NoPace)
    start: bool = True
    rated: bool = False
    salted: Salted | None = None
    source: Source | None = None
    luck: Luck | None = None
