"""The shapes of what sockets and streams tell, but for `Play`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from cradle.server.http.shapes.play import Line
from cradle.server.http.shapes.refusals import Error
from cradle.server.http.shapes.tables import Table
from cradle.server.store.receipts import Receipt
from cradle.server.tables.recent_reactions import ReactionName


class Done(BaseModel):
    """Taken and kept; not `done` if others must agree first."""

    type: Literal["done"]
    id: str | None
    seq: int
    again: bool
    done: bool


def plain_receipt(id: str | None, receipt: Receipt) -> dict[str, Any]:
    """What is answered to something that was done."""
    return Done(
        type="done", id=id, seq=receipt.seq, again=receipt.again, done=receipt.done
    ).model_dump()


class TableMessage(BaseModel):
    """A table has changed."""

    type: Literal["table"]
    table: Table


class ChatMessage(BaseModel):
    """New lines of chat."""

    type: Literal["chat"]
    lines: list[Line]


class ReactionMessage(BaseModel):
    """Somebody shows a small sign; without a seat they only watch."""

    type: Literal["reaction"]
    id: str
    reaction: ReactionName
    person: str
    by: str
    seat: int | None


class TablesMessage(BaseModel):
    """Public tables, or mine: all ids in order, and those tables that are new or have changed."""

    type: Literal["lobby", "mine"]
    order: list[str]
    tables: list[Table]


class SaidMessage(BaseModel):
    """Somebody has written at a running table of mine."""

    type: Literal["said"]
    table: str


class EventMessage(BaseModel):
    """Something has happened in the event that was asked about."""

    type: Literal["event"]
    event: str


class Refused(BaseModel):
    """Not done, and why."""

    type: Literal["refused"]
    id: str | None
    error: Error


class Probe(BaseModel):
    """To be sent back at once as an `echo` of the same number."""

    type: Literal["probe"]
    number: int


class Pong(BaseModel):
    """The answer to a `ping`."""

    type: Literal["pong"]


class Bye(BaseModel):
    """The server closes this socket."""

    type: Literal["bye"]
    reason: Literal["restart", "closed", "slow", "too-many", "protocol", "signed-out"]
    retry_ms: int
