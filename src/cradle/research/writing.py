"""Observations are written number by number, 16 bits each, the low byte first.

Compiled with the rules: mypyc turns each `put` into a store.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i16_le as put

from cradle.research.fields import MOST

BITS: Final = 6  # of a digit: enough for all cards of a kind, and eight of them fit a machine word
LAST: Final = (1 << BITS) - 1


def digit(place: int) -> int:
    """One, at a place of a number that counts several things in its digits."""
    return 1 << BITS * place


def put_digits(out: BytesWriter, digits: int, count: int) -> None:
    """Write the digits of a number, the last first."""
    for _place in range(count):  # named, since mypyc boxes what is called just `_`
        put(out, digits & LAST)
        digits >>= BITS


def put_all(out: BytesWriter, numbers: list[int]) -> None:
    """Write several numbers."""
    for number in numbers:
        put(out, number)


def put_amount(out: BytesWriter, amount: int) -> None:
    """Write an amount, cut off at what an observation can show."""
    put(out, min(max(amount, -MOST), MOST))
