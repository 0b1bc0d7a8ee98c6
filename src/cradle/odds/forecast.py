"""What a seat may expect: amounts with exact odds, and how a game answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from cradle.kernel.notation import BadText
from cradle.kernel.step import Move

Kind = Literal["goods", "missing", "draws"]


@dataclass(frozen=True)
class Forecast:
    """How likely each amount is: `ways[i]` of `total` equally likely outcomes reach `i + 1`.

    An amount is how many of a good come (`goods`), how much of it is missing (`missing`), or
    among how many cards drawn next the wanted one is (`draws`).
    """

    kind: Kind
    name: str
    clause: str
    ways: tuple[int, ...]
    total: int

    @property
    def expected(self) -> Fraction | None:
        """The mean of the amounts; draws have none."""
        return None if self.kind == "draws" else Fraction(sum(self.ways), self.total)

    def chance(self, amount: int) -> Fraction:
        """The chance of at least this amount."""
        if amount < 1:
            return Fraction(1)
        return Fraction(self.ways[amount - 1], self.total) if amount <= len(self.ways) else _NEVER


_NEVER = Fraction(0)


@dataclass(frozen=True)
class Topic:
    """What can be asked about: a name, then a count and more words where there are any.

    `names` are of the vocabulary `terms`. A count that `may_lack` can be left out; `more` are
    moves whose words behind the verb may end the question.
    """

    kind: Kind
    terms: str
    names: tuple[str, ...]
    counts: tuple[int, ...] = ()
    may_lack: bool = False
    more: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Questions:
    """What a seat can ask now, and which of it is about a move it may make, by the move's text."""

    topics: tuple[Topic, ...]
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answers:
    """How a game answers `(state, seat, words)`, what can be asked, and an example of each kind."""

    forecast: Callable[[Any, int, list[str]], Forecast]
    questions: Callable[[Any, int], Questions]
    examples: tuple[str, ...]


def draws(name: str, clause: str, unseen: int, most: int, wanted: bool) -> Forecast:
    """The odds that a thing is among the next ones drawn of so many unseen, if it is unseen."""
    ways = tuple(count if wanted else 0 for count in range(1, most + 1))
    return Forecast("draws", name, clause, ways, max(1, unseen))


def end(words: list[str]) -> None:
    """Refuse words beyond a question's end."""
    if words:
        raise BadText("unknown-word", topic="", word=words[0])
