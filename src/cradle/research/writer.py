"""Observations are written number by number, 16 bits each, the low byte first.

Compiled with the rules: mypyc turns each `put` into a store. `i64` is a machine word to the
compiler, and nothing to the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.kernel.step import State
from cradle.research.fields import MOST

if TYPE_CHECKING:
    from mypy_extensions import i64

BITS: Final = 6  # of a digit: enough for all cards of a kind, and eight of them fit a machine word
LAST: Final = (1 << BITS) - 1
Write = Callable[[BytesWriter, Any, int], None]  # what a seat sees of its game's state


def row(write: Write, s: State, seat: int) -> bytes:
    """What a seat sees."""
    out = BytesWriter()
    write(out, s, seat)
    return out.getvalue()


def rows(write: Write, states: list[State], seats: list[int]) -> bytes:
    """What each seat sees of its state, one after the other; as many play in all of them."""
    out = BytesWriter()
    for place, s in enumerate(states):
        if s.seats != states[0].seats:
            raise ValueError(f"rows of {states[0].seats} and of {s.seats} seats make no array")
        write(out, s, seats[place])
    return out.getvalue()


def no_row() -> None:
    """What a memo becomes in another process, where the row is written again."""


def digit(place: int) -> int:
    """One, at a place of a number that counts several things in its digits."""
    return 1 << BITS * place


def put_digits(out: BytesWriter, digits: i64, count: i64) -> None:
    """Write the digits of a number, the last first."""
    while count:
        last: int = digits & LAST
        put(out, last)
        digits >>= BITS
        count -= 1


def put_flags(out: BytesWriter, bits: i64, count: i64) -> None:
    """Write the bits of a number as 0 and 1, the last first."""
    while count:
        last: int = bits & 1
        put(out, last)
        bits >>= 1
        count -= 1


def put_all(out: BytesWriter, numbers: list[int]) -> None:
    """Write several numbers."""
    for number in numbers:
        put(out, number)


def put_row(out: BytesWriter, row: tuple[int, ...]) -> None:
    """Write the numbers of a row that copies share."""
    for number in row:
        put(out, number)


def put_names(out: BytesWriter, row: tuple[int, ...]) -> None:
    """Write things that have numbers from 0, and 0 where there is none (-1)."""
    for name in row:
        put(out, name + 1)


def put_amount(out: BytesWriter, amount: int) -> None:
    """Write an amount, cut off at what an observation can show."""
    if amount > MOST:
        amount = MOST
    elif amount < -MOST:
        amount = -MOST
    put(out, amount)
