"""A table's facts, each written once: its name, its type, its column, and who is told.

What stands in `TableShown` and `SeatShown` everybody may know; what `TableFacts` and `SeatFacts`
add is kept and never told as it is. `store/schema.py` makes the columns of them, and
`http/shapes/tables.py` what is sent, from which OpenAPI and the client's types are made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_type_hints

import orjson
from pydantic import ConfigDict, Field, with_config
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Integer,
    String,
    Text,
    TypeDecorator,
    false,
)
from sqlalchemy.types import TypeEngine
from typing_extensions import TypedDict

from cradle.server.store.pace import NoPace, Pace, pace_of

RUNNING = ("open", "playing")
ENDED = ("over", "closed")
TAKEN = ("person", "bot")


class JsonText(TypeDecorator[Any]):
    """Anything JSON can say, as text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To the database."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """From the database."""
        return None if value is None else orjson.loads(value)


class PaceText(TypeDecorator[Pace]):
    """A pace, as JSON."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To the database."""
        return json.dumps(asdict(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> Pace:
        """From the database."""
        return pace_of(orjson.loads(value))


class Kept:
    """How a fact is kept: in a column of this type, perhaps as another row's id."""

    def __init__(self, type: TypeEngine[Any], of: str | None = None, **more: Any) -> None:
        self.type = type
        self.of = of
        self.more = more

    def column(self, name: str, nullable: bool) -> Column[Any]:
        """The column, empty where the fact is None."""
        keys = [] if self.of is None else [ForeignKey(self.of)]
        return Column(name, self.type, *keys, nullable=nullable, **self.more)


def columns(facts: type) -> Iterator[Column[Any]]:
    """A column for each fact that is kept, as the dataclass declares them."""
    hints = get_type_hints(facts, include_extras=True)
    for each in fields(facts):
        kind, *notes = get_args(hints[each.name]) or (hints[each.name],)
        for kept in notes:
            if isinstance(kept, Kept):
                yield kept.column(each.name, NoneType in get_args(kind))


def shown(facts: object, as_: type) -> dict[str, Any]:
    """The facts that everybody may know: those that `as_` declares."""
    return {name: getattr(facts, name) for name in _names(as_)}


@lru_cache(maxsize=16)
def _names(facts: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(facts))


class Score(TypedDict):
    """A seat's final result."""

    seat: int
    total: int
    rank: int
    tie: int
    parts: dict[str, int]


class UndoRequest(TypedDict):
    """Somebody asks to take back: to which ply, who agreed, who hasn't said."""

    seat: int
    ply: int
    agreed: list[int]
    missing: list[int]


@with_config(ConfigDict(extra="allow"))
class LastNews(TypedDict):
    """News of any kind, with the fields of that kind."""

    kind: str


Moment = Annotated[int, Kept(BigInteger())]
MaybeMoment = Annotated[int | None, Kept(BigInteger())]
Count = Annotated[int, Kept(Integer())]
Switch = Annotated[bool, Kept(Boolean(), server_default=false())]
MaybeId = Annotated[str | None, Kept(String(16))]
MaybeLevel = Annotated[str | None, Kept(String(32))]


@dataclass(kw_only=True)
class SeatShown:
    """What everybody may know of a seat: who or what sits there, and how they came to it."""

    seat: Annotated[int, Kept(Integer(), primary_key=True)]
    kind: Annotated[Literal["person", "bot", "open", "link", "kept"], Kept(String(16))]
    person: Annotated[str | None, Kept(String(16), of="people.id", index=True)]
    level: MaybeLevel
    stand_in: MaybeLevel
    came_by: Annotated[Literal["rematch", "invited", "paired", "round"] | None, Kept(String(16))]
    automatic: Annotated[bool, Kept(Boolean())]
    salt: Annotated[str, Kept(String(64))]


@dataclass(kw_only=True)
class SeatFacts(SeatShown):
    """All about a seat; `name` is what its person is called here, `shown` the name to show.

    Its clock shows `left_ms`, or if it runs, has shown so at `since_ms` of the server's time.
    `origin` names the address its person plays from, as long as a rated game lasts. Whether they
    are a `guest` is looked up, as the name is.
    """

    name: Annotated[str, Kept(String(40))]
    left_ms: MaybeMoment
    since_ms: MaybeMoment
    origin: MaybeId
    shown: str
    guest: bool

    @classmethod
    def new(cls, seat: int, kind: str, **more: Any) -> SeatFacts:
        """A seat that somebody may take, or has taken."""
        nobody = {"person": None, "level": None, "stand_in": None, "came_by": None}
        clock = {"left_ms": None, "since_ms": None, "origin": None}
        blank = {"automatic": True, "salt": "", "name": "", "shown": "", "guest": False}
        return cls(**{"seat": seat, "kind": kind, **nobody, **clock, **blank, **more})

    @classmethod
    def kept(
        cls, seat: int, came_by: str, person: str, shown: str, guest: bool, name: str = ""
    ) -> SeatFacts:
        """A seat that waits for somebody."""
        about = {"person": person, "name": name, "shown": shown, "guest": guest}
        return cls.new(seat, "kept", came_by=came_by, **about)

    @property
    def bot(self) -> str | None:
        """The level of the bot that answers here, if one does."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(kw_only=True)
class TableShown:
    """What everybody may know of a table; `luck` names the one that it shares with others.

    `last` is what everybody has heard of the last answer, `event` the one a table belongs to.
    """

    id: Annotated[str, Kept(String(16), primary_key=True)]
    game: Annotated[str, Kept(String(32))]
    kind: Annotated[Literal["game", "hot-seat", "sandbox", "record"], Kept(String(16))]
    state: Annotated[Literal["open", "playing", "over", "closed"], Kept(String(16))]
    visibility: Annotated[Literal["public", "link"], Kept(String(16))]
    host: Annotated[str, Kept(String(16), of="people.id")]
    options: Annotated[dict[str, str | bool], Kept(JsonText())]
    pace: Annotated[Pace, Kept(PaceText()), Field(discriminator="kind")]
    rated: Switch
    luck: Annotated[str | None, Kept(String(64))]
    event: MaybeId
    event_round: Annotated[int | None, Kept(Integer())]
    rules: Count
    hash: Annotated[str, Kept(String(64))]
    created_at: Moment
    started_at: MaybeMoment
    moved_at: Moment
    over_at: MaybeMoment
    asked: Annotated[list[int], Kept(JsonText())]
    round: Count
    seq: Count
    ply: Count
    undo: Annotated[UndoRequest | None, Kept(JsonText())]
    last: Annotated[LastNews | None, Kept(JsonText())]
    rematch: MaybeId
    scores: Annotated[list[Score] | None, Kept(JsonText())]


@dataclass(kw_only=True)
class TableFacts(TableShown):
    """All about a table but its moves; `version` grows with every write.

    `origin` names the address its host called from, for as long as it hasn't ended.

    The secret of the dice is told at the end, the invitation to the host alone. `deadline_ms` is
    when the next clock runs out, by the server's time. A `flagged` game isn't counted, though it
    is rated: two of its people may be one. Who was `helped` got hints or odds.
    """

    size: Count
    secret: Annotated[str, Kept(String(64))]
    scheme: Annotated[int, Kept(Integer(), server_default="1")]
    invite: Annotated[str, Kept(String(32))]
    deadline_ms: MaybeMoment
    undone: Annotated[bool, Kept(Boolean())]
    from_table: MaybeId
    from_ply: Count
    origin: MaybeId
    flagged: Switch
    helped: Switch
    version: Annotated[int, Kept(Integer(), server_default="0")]
    seats: list[SeatFacts]

    @classmethod
    def new(cls, seats: list[SeatFacts], **more: Any) -> TableFacts:
        """A table at which nothing has happened yet."""
        zero = {"round": 0, "seq": 0, "ply": 0, "from_ply": 0, "version": 0}
        never = {"started_at": None, "over_at": None, "deadline_ms": None}
        none = dict.fromkeys(("luck", "undo", "last", "rematch", "scores", "from_table", "origin"))
        none |= dict.fromkeys(("event", "event_round"))
        start = {"pace": NoPace(), "asked": [], "size": len(seats)}
        switches = dict.fromkeys(("undone", "rated", "flagged", "helped"), False)
        return cls(**{**zero, **never, **none, **start, **switches, **more}, seats=seats)

    def copy(self) -> TableFacts:
        """Facts to change without touching these."""
        return replace(self, seats=[replace(each) for each in self.seats])

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        mine = [each for each in self.seats if person is not None and each.person == person]
        return [each.seat for each in mine if each.kind != "kept"]

    def kept_for(self, person: str) -> list[int]:
        """The seats that wait for a person to sit down."""
        return [each.seat for each in self.seats if each.kind == "kept" and each.person == person]

    def asks(self, person: str) -> bool:
        """Whether it waits for a person: to answer, or to sit down."""
        mine = any(seat in self.asked for seat in self.seats_of(person))
        return self.state in RUNNING and (mine or bool(self.kept_for(person)))

    @property
    def deserted(self) -> bool:
        """Whether no person plays here: bots have all seats, or stand in for whoever has left."""
        return all(each.bot is not None for each in self.seats)

    def people(self) -> list[str]:
        """Everybody who sits here or has a seat kept for them, each once."""
        return list(dict.fromkeys(each.person for each in self.seats if each.person))
