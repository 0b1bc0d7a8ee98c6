"""How much time a table gives: for the game with an increment, for each move, days, or none.

Kept, sent and received in this very form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from cradle.server.timestamps import DAY_MS

STRICT = ConfigDict(extra="forbid")
LEAST_MS = 10_000


@dataclass(frozen=True)
class Timing:
    """A seat's clock over one answer: what it had when asked, and when, what it spent and got."""

    left: int
    asked: int
    spent: int
    gift: int


@dataclass(frozen=True)
class NoPace:
    """No clock."""

    __pydantic_config__: ClassVar = STRICT
    least_ms: ClassVar = 0

    kind: Literal["none"] = "none"

    @property
    def start_ms(self) -> int | None:
        """What every seat has at first: all the time in the world."""
        return None

    def after(self, left_ms: int, spent_ms: int, by_bot: bool = False) -> int:
        """What a seat has after an answer: it had so much, and spent so much of it."""
        return left_ms

    def back(self, left_ms: int, turns: Sequence[Timing]) -> int:
        """What a seat has once these answers of its are taken back."""
        return left_ms


@dataclass(frozen=True)
class LivePace:
    """A clock that runs: so much at first, and so much more with each answer.

    No agreement to take back leaves a seat that had more with less than `least_ms`.
    """

    __pydantic_config__: ClassVar = STRICT
    least_ms: ClassVar = LEAST_MS

    kind: Literal["live"]
    base_ms: Annotated[int, Field(ge=1_000, le=86_400_000)]
    increment_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0

    @property
    def start_ms(self) -> int | None:
        """What every seat has at first."""
        return self.base_ms

    def after(self, left_ms: int, spent_ms: int, by_bot: bool = False) -> int:
        """What a seat has after its answer; nothing is earned by a bot that stands in."""
        return left_ms - spent_ms + (0 if by_bot else self.increment_ms)

    def back(self, left_ms: int, turns: Sequence[Timing]) -> int:
        """What it got for these answers goes with them; what it has used stays used."""
        return max(0, left_ms - sum(turn.gift for turn in turns))


def _as_answered(left_ms: int, turns: Sequence[Timing]) -> int:
    """What a seat had left when it gave the first of these answers, if that is less."""
    return min(left_ms, max(0, turns[0].left - turns[0].spent)) if turns else left_ms


@dataclass(frozen=True)
class MovePace:
    """So much time for each answer, and nothing of it for the next."""

    __pydantic_config__: ClassVar = STRICT
    least_ms: ClassVar = LEAST_MS

    kind: Literal["move"]
    move_ms: Annotated[int, Field(ge=5_000, le=86_400_000)]

    @property
    def start_ms(self) -> int | None:
        """What every seat has at first."""
        return self.move_ms

    def after(self, left_ms: int, spent_ms: int, by_bot: bool = False) -> int:
        """What a seat has after its answer: as much as at first."""
        return self.move_ms

    def back(self, left_ms: int, turns: Sequence[Timing]) -> int:
        """What it had left when it gave the first of these answers."""
        return _as_answered(left_ms, turns)


@dataclass(frozen=True)
class DaysPace:
    """So many days for each answer, and so many of vacation for when they aren't enough.

    A clock shows both together; what an answer takes beyond its own days goes from the vacation.
    """

    __pydantic_config__: ClassVar = STRICT
    least_ms: ClassVar = DAY_MS

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=60)]
    vacation: Annotated[int, Field(ge=0, le=60)] = 0

    @property
    def start_ms(self) -> int | None:
        """What every seat has at first."""
        return (self.days + self.vacation) * DAY_MS

    def after(self, left_ms: int, spent_ms: int, by_bot: bool = False) -> int:
        """What a seat has after its answer: new days, and what is left of the vacation."""
        vacation = max(0, left_ms - self.days * DAY_MS)
        return self.days * DAY_MS + min(vacation, left_ms - spent_ms)

    def back(self, left_ms: int, turns: Sequence[Timing]) -> int:
        """What it had left when it gave the first of these answers."""
        return _as_answered(left_ms, turns)


Pace = NoPace | LivePace | MovePace | DaysPace
PACES: dict[str, type[Pace]] = {
    "none": NoPace,
    "live": LivePace,
    "move": MovePace,
    "days": DaysPace,
}


def pace_of(plain: dict[str, Any]) -> Pace:
    """The pace that was kept."""
    return PACES[plain["kind"]](**plain)
