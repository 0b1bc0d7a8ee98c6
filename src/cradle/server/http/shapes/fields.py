"""The fields that requests are made of, and what holds for all of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints


def one_line(text: str) -> str:
    """A name: one short line of printable characters, without a semicolon (records have one)."""
    plain = " ".join(text.split())
    if not plain or not plain.isprintable() or ";" in plain:
        raise ValueError("one line of printable characters without a semicolon")
    return plain


def printable(text: str) -> str:
    """Text without control characters, and none at its ends."""
    if any(not (c.isprintable() or c in "\n\u200d") for c in text):
        raise ValueError("printable characters only")
    return text.strip()


Name = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(one_line)]
ClientId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Salt = Annotated[str, StringConstraints(max_length=64), AfterValidator(printable)]
ChatText = Annotated[
    str, StringConstraints(min_length=1, max_length=500), AfterValidator(printable)
]
NotesText = Annotated[str, StringConstraints(max_length=4000), AfterValidator(printable)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=16, pattern=r"^[a-z0-9]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Game = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[ -~]+$")]


class Given(BaseModel):
    """What clients send: nothing beyond what is known."""

    model_config = ConfigDict(extra="forbid")
