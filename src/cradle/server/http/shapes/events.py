"""The shapes of events."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from cradle.server.http.shapes.fields import Game, Given, one_line
from cradle.server.http.shapes.tables import Level, Named, OptionName, OptionValue, PaceShape

MOST_ROUNDS = 30
MOST_ROUND_DAYS = 90
MOST_MOMENT = 10_000_000_000_000
EventName = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(one_line)]
Advance = Literal["over", "host", "schedule"]


class NewEvent(Named):
    """An event to be made; without `fill`, byes instead of bots where people don't fill tables."""

    name: EventName
    game: Game
    size: Annotated[int, Field(ge=2, le=10)]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    pace: PaceShape
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    luck: bool = False
    fill: Level | None = None
    visibility: Literal["public", "link"] = "public"
    advance: Advance = "over"
    round_days: Annotated[int, Field(ge=1, le=MOST_ROUND_DAYS)] | None = None
    starts_at: Annotated[int, Field(ge=0, le=MOST_MOMENT)] | None = None
    late: bool = False


class StartedRound(Given):
    """The number of the round to be begun."""

    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS + 1)]


class EventPerson(BaseModel):
    """Somebody in an event."""

    person: str
    name: str


class EventShort(BaseModel):
    """An event in a list; `mine` is how I am in it, if I am.

    Once its host is gone it has no host, and an empty name.
    """

    id: str
    host: EventPerson | None
    name: str
    game: str
    size: int
    rounds: int
    pace: PaceShape
    options: dict[str, str | bool]
    luck: bool
    fill: str | None
    visibility: Literal["public", "link"]
    advance: Advance
    round_days: int | None
    starts_at: int | None
    created_at: int
    state: Literal["open", "playing", "over", "closed"]
    round: int
    round_at: int | None
    over_at: int | None
    late: bool
    entrants: int
    mine: Literal["in", "out", "removed"] | None


class EventStanding(EventPerson):
    """Somebody's rank and what has led to it; those who share one are equal in all of it."""

    rank: int
    points: float
    opponents: float
    wins: int
    share: float
    games: int
    state: Literal["in", "out", "removed"]


class EventSeat(EventPerson):
    """Somebody's seat at a table of a round, and what came of it once I may know."""

    seat: int
    points: float | None
    rank: int | None
    total: int | None


class EventTable(BaseModel):
    """A table of a round; at seats that nobody has, bots play."""

    number: int
    table: str | None
    state: Literal["open", "playing", "over", "closed"]
    seats: list[EventSeat]


class EventRound(BaseModel):
    """A round."""

    round: int
    tables: list[EventTable]
    byes: list[EventPerson]


class EventPage(EventShort):
    """An event, its standing and its rounds; `settled` once all of the last round is known."""

    least: int
    bye_points: float
    sit_until: int | None
    round_ends_at: int | None
    settled: bool
    standings: list[EventStanding]
    played: list[EventRound]
