"""The log of a table: one row an answer, and rows that take answers back; folded, the record.

A row's text is a move's text, or `!back 12` (only the first 12 answers stay) or `!drop 7` (the
eighth answer, sealed and withdrawn, goes). Nothing is ever deleted from the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cradle.server.store.log import Answer
from cradle.table.record import Entry, entry

BACK, DROP = "!back", "!drop"


@dataclass
class Folded:
    """What a log comes to: the answers that stand, and by ply how often chance was taken back."""

    entries: list[Entry] = field(default_factory=list)
    again: dict[int, int] = field(default_factory=dict)
    seq: int = 0


def fold(rows: Iterable[Answer]) -> Folded:
    """The answers that stand, and how often chance was taken back at each ply."""
    folded = Folded()
    for row in rows:
        folded.seq += 1
        if row.text.startswith("!"):
            word, number = row.text.split()
            take_back(folded.entries, folded.again, word, int(number))
        else:
            folded.entries.append(entry(row.seat, row.text))
    return folded


def standing(rows: Iterable[Answer]) -> list[Answer]:
    """The rows of the answers that stand, by ply."""
    found: list[Answer] = []
    for row in rows:
        if row.text.startswith("!"):
            word, number = row.text.split()
            take_back(found, {}, word, int(number))
        else:
            found.append(row)
    return found


def drop(rows: list[Answer], row: Answer) -> list[Answer]:
    """Let go of the answers that a row takes back; which ones."""
    word, number = row.text.split()
    first = int(number)
    gone = slice(first, None if word == BACK else first + 1)
    found = rows[gone]
    del rows[gone]
    return found


def take_back(entries: list[Any], again: dict[int, int], word: str, number: int) -> None:
    """Carry out a row that takes answers back."""
    if word == DROP:
        del entries[number]
        return
    for ply in chances(entries, number):
        again[ply] = again.get(ply, 0) + 1
    del entries[number:]


def chances(entries: Sequence[Any], start: int) -> list[int]:
    """The plies from `start` on that chance answered."""
    return [ply for ply in range(start, len(entries)) if entries[ply].seat is None]


def difference(before: Sequence[Entry], after: Sequence[Entry]) -> Answer:
    """The row that takes back what `after` lacks."""
    kept = len(after)
    if list(before[:kept]) == list(after):
        return Answer(before[kept].seat, f"{BACK} {kept}")
    gone = next(ply for ply, each in enumerate(after) if before[ply] != each)
    return Answer(before[-1].seat, f"{DROP} {gone}")
