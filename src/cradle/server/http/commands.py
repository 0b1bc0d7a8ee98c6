"""What clients may say on a socket, and how it is read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from cradle.server.http.shapes.fields import (
    ChatText,
    ClientId,
    Given,
    Id,
    MoveText,
    Number,
    SeatNumber,
)
from cradle.server.problems import Problem, where_and_why

LONGEST = 16_384


class Hello(Given):
    """The first message: what this client already has."""

    type: Literal["hello"]
    seq: Number = 0
    seat: SeatNumber | None = None
    chat: Number = 0
    lobby: bool = True
    event: Id | None = None
    token: Annotated[str, StringConstraints(max_length=100)] | None = None


class MoveMessage(Given):
    """An answer."""

    type: Literal["move"]
    id: ClientId
    text: MoveText
    seq: Number | None = None
    seat: SeatNumber | None = None


class UndoMessage(Given):
    """Take back."""

    type: Literal["undo"]
    id: ClientId
    seat: SeatNumber | None = None


class AgreeMessage(Given):
    """Agree to a request to take back, or not."""

    type: Literal["undo-answer"]
    id: ClientId
    agree: bool


class SayMessage(Given):
    """Say something."""

    type: Literal["chat"]
    id: ClientId
    text: ChatText


class AutomaticMessage(Given):
    """Forced moves by themselves, or not."""

    type: Literal["automatic"]
    id: ClientId
    on: bool


class SeatMessage(Given):
    """Look through other eyes."""

    type: Literal["seat"]
    seat: SeatNumber | None = None


class EchoMessage(Given):
    """A probe, sent back at once."""

    type: Literal["echo"]
    number: Number


class PingMessage(Given):
    """Are you there?"""

    type: Literal["ping"]


Message = (
    Hello
    | MoveMessage
    | UndoMessage
    | AgreeMessage
    | SayMessage
    | AutomaticMessage
    | SeatMessage
    | EchoMessage
    | PingMessage
)
READER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read(text: str | bytes) -> Message:
    """A message of ours, or a refusal that says what is wrong with it."""
    if len(text) > LONGEST:
        raise Problem(413, "too-large", most=LONGEST)
    try:
        return READER.validate_python(orjson.loads(text))
    except orjson.JSONDecodeError:
        raise Problem(400, "bad-message", why="no JSON") from None
    except ValidationError as error:
        raise Problem(422, "bad-message", why=first_fault(error)) from None
    except RecursionError:
        raise Problem(400, "bad-message", why="too deep") from None


def id_in(text: str | bytes) -> str | None:
    """The name of a message that was refused, if it has one."""
    try:
        plain: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    name = plain.get("id") if isinstance(plain, dict) else None
    return name if isinstance(name, str) and len(name) <= 64 else None


def first_fault(error: ValidationError) -> str:
    """What is wrong first, and where, without repeating what was sent."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    return ": ".join(part for part in where_and_why(faults[0]) if part)
