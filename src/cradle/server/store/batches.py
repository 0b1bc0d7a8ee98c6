"""Many values, some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 1000


def batched(values: Iterable[T]) -> Iterator[list[T]]:
    """So many at a time: databases limit how many values a query may name."""
    rest = iter(values)
    while some := list(islice(rest, AT_ONCE)):
        yield some
