"""What a game package offers: one `GAME = Game(...)`, and everything else goes through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cradle.kernel.chance import Random
from cradle.kernel.notation import Spoken
from cradle.kernel.piece import Seat, Value, load
from cradle.kernel.step import Closed, State, settle


class BadOption(ValueError):
    """An option, a number of seats or a table that the game doesn't have."""


class BadPosition(ValueError):
    """A position that can't be: what is wrong with it, in one line."""


@dataclass(frozen=True)
class Option(Value):
    """A rule option: what it may be, the first being the default.

    One that is an `order_of` things may also name them in any other order: `red,blue,green`.
    """

    choices: tuple[str | bool, ...]
    order_of: tuple[str, ...] = ()

    def allows(self, value: Any) -> bool:
        """Whether the option may have this value."""
        listed = any(type(value) is type(choice) and value == choice for choice in self.choices)
        return listed or sorted(str(value).split(",")) == sorted(self.order_of)


@dataclass(frozen=True)
class Score(Value):
    """A seat's final result: points by category, their total, tie-breaker and rank (from 1)."""

    seat: Seat
    parts: dict[str, int]
    total: int
    tie: int
    rank: int


def ranked(parts: list[dict[str, int]], ties: list[int]) -> list[Score]:
    """Scores of all seats: most points first, then the larger tie-breaker; equals share a rank."""
    results = [(sum(part.values()), tie) for part, tie in zip(parts, ties, strict=True)]
    return [
        Score(seat, parts[seat], *result, 1 + sum(other > result for other in results))
        for seat, result in enumerate(results)
    ]


@dataclass(frozen=True)
class Positions:
    """How a game's positions are written as JSON-ready data of a type, and read into a new state.

    `read` takes a state that was just started; it may trust the shape of what it reads, but not
    its sense: it raises `BadPosition`.
    """

    type: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Any], None]


@dataclass(frozen=True)
class Game:
    """A game's rules, as everything outside its package sees them.

    `view(state, seat)` is what a seat may know, built up field by field, JSON-ready; `None` is a
    spectator; `view_type` is its type, a TypedDict that says what each field means. `grammar` has
    the moves by their verbs, `news` all that can be told, `clauses` the clause behind each name of
    a topic. `imagine` redraws exactly what the seat doesn't know. `check` raises AssertionError if
    anything was lost or made from nothing. `rows` gives the components as printed, by name, each
    row with its provenance; `components` are the built-in ones, and `read_components` reads a
    folder laid over them. `rounds` counts the rounds begun; a program that plays on beyond
    `most_rounds` (if there is such a limit) reports an error, since only play without an aim gets
    there. `refusal` says why an answer isn't listed, where a rule tells more than what is closed.
    `later` holds what a state that was dumped before some field existed would have said of it.
    """

    name: str
    version: int
    seats: range
    options: Mapping[str, Option]
    start: Callable[[int, Mapping[str, Any], Any], State]
    view: Callable[[Any, Seat | None], Any]
    imagine: Callable[[Any, Seat | None, Random], State]
    scores: Callable[[Any], list[Score]]
    check: Callable[[Any], None]
    grammar: Mapping[str, type[Spoken]]
    news: Mapping[str, type[Spoken]]
    kinds: Mapping[str, type]
    rounds: Callable[[Any], int]
    rows: Callable[[Any], Mapping[str, list[dict[str, str]]]]
    components: Any = None
    read_components: Callable[[str], Any] | None = None
    most_rounds: int = 0
    view_type: Any = dict
    clauses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    positions: Positions | None = None
    refusal: Callable[[Any, Seat, Any], Closed | None] | None = None
    later: Mapping[str, Any] = field(default_factory=dict)

    def full_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The given options with the defaults of all others, or `BadOption`."""
        for name, value in options.items():
            if name not in self.options or not self.options[name].allows(value):
                raise BadOption(f"{self.name} has no option {name!r} that can be {value!r}")
        return {name: options.get(name, o.choices[0]) for name, o in self.options.items()}

    def new(self, seats: int, options: Mapping[str, Any], components: Any = None) -> State:
        """A fresh game, settled: somebody, or chance, must answer."""
        if seats not in self.seats:
            raise BadOption(f"{self.name} is for {self.seats[0]} to {self.seats[-1]}, not {seats}")
        state = self.start(seats, self.full_options(options), components or self.components)
        settle(state)
        return state

    def restore(self, data: Mapping[str, Any], components: Any = None) -> State:
        """A state from what `dump` gave, older dumps included, settled. Trusting."""
        state: State = load({**self.later, **data}, self.kinds)
        state.equip(components or self.components)
        settle(state)
        return state
