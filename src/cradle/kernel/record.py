"""A game on record: headers, then one answer a line, chance included.

    [Game "stone-age"]

    * first 1          ; chance
    1 send forest 3    ; seat 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
LINE = re.compile(r"(\*|\d) +(\S.*)")
MOST_LINES = 100_000
CHANCE_MARK = "*"


class BadRecord(ValueError):
    """A record that can't be read or played: the line's number, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Entry:
    """One answer: who gave it (None is chance), its text, and its line in the file."""

    seat: int | None
    text: str
    line: int = 0


def write(headers: dict[str, str], entries: list[Entry]) -> str:
    """The record as text."""
    top = [f'[{name} "{_escape(value)}"]' for name, value in headers.items()]
    body = [f"{CHANCE_MARK if e.seat is None else e.seat} {e.text}" for e in entries]
    return "\n".join([*top, "", *body]) + "\n"


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> tuple[dict[str, str], list[Entry]]:
    """Headers and entries of a record, comments left out, or `BadRecord`."""
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    for number, raw in enumerate(text.splitlines(), 1):
        if number > MOST_LINES:
            raise BadRecord(number, f"a record has at most {MOST_LINES} lines")
        if raw.startswith("[") and not entries:
            _read_header(raw, number, headers)
        elif line := raw.partition(";")[0].strip():
            entries.append(_read_entry(line, number))
    return headers, entries


def _read_header(raw: str, number: int, headers: dict[str, str]) -> None:
    found = HEADER.fullmatch(raw.strip())
    if not found:
        raise BadRecord(number, 'a header looks like [Name "value"]')
    if found[1] in headers:
        raise BadRecord(number, f"header {found[1]} stands twice")
    headers[found[1]] = re.sub(r"\\(.)", r"\1", found[2])


def _read_entry(line: str, number: int) -> Entry:
    found = LINE.fullmatch(line)
    if not found:
        raise BadRecord(number, "a line is a seat's number or * for chance, then a move")
    return Entry(None if found[1] == CHANCE_MARK else int(found[1]), found[2], number)
