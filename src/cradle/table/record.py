"""A game on record: headers, then one answer a line, chance included.

[Game "stone-age"]

* first 1          ; chance
1 send forest 3    ; seat 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from cradle.kernel.notation import BadText

HEADER: Final = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
LINE: Final = re.compile(r"(\*|[0-9]) +(\S.*)")
MOST_LINES: Final = 100_000
CHANCE_MARK: Final = "*"


class BadLine(BadText):
    """A record that can't be read: the line's number, and why."""

    def __init__(self, line: int, key: str, **facts: Any) -> None:
        super().__init__(key, **facts)
        self.line = line


@dataclass(frozen=True)
class Entry:
    """One answer: who gave it (None is chance), its text, and its line in the file."""

    seat: int | None
    text: str
    line: int = 0


@lru_cache(maxsize=20_000)
def entry(seat: int | None, text: str) -> Entry:
    """An answer, one object for all that are equal: a long game costs little more than a list."""
    return Entry(seat, text)


def write(headers: dict[str, str], entries: list[Entry]) -> str:
    """The record as text."""
    top = [f'[{name} "{_escape(value)}"]' for name, value in headers.items()]
    body = [f"{CHANCE_MARK if e.seat is None else e.seat} {e.text}" for e in entries]
    return "\n".join([*top, "", *body]) + "\n"


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> tuple[dict[str, str], list[Entry]]:
    """Headers and entries of a record, comments left out, or `BadLine`."""
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    for number, raw in enumerate(text.splitlines(), 1):
        if number > MOST_LINES:
            raise BadLine(number, "too-many-lines", most=MOST_LINES)
        if raw.startswith("[") and not entries:
            _read_header(raw, number, headers)
        elif line := raw.partition(";")[0].strip():
            entries.append(_read_entry(line, number))
    return headers, entries


def _read_header(raw: str, number: int, headers: dict[str, str]) -> None:
    found = HEADER.fullmatch(raw.strip())
    if not found:
        raise BadLine(number, "bad-header")
    if found[1] in headers:
        raise BadLine(number, "header-twice", header=found[1])
    headers[found[1]] = re.sub(r"\\(.)", r"\1", found[2])


def _read_entry(line: str, number: int) -> Entry:
    found = LINE.fullmatch(line)
    if not found:
        raise BadLine(number, "bad-line")
    return Entry(None if found[1] == CHANCE_MARK else int(found[1]), found[2], number)
