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


@dataclass(frozen=True)
class Correction:
    """What a row of the log takes back: the answers from a ply on, or the one there alone."""

    ply: int
    alone: bool

    @property
    def gone(self) -> slice:
        """Where what it takes back lies among the answers."""
        return slice(self.ply, self.ply + 1 if self.alone else None)


def correction(row: Answer) -> Correction | None:
    """What a row takes back, if it isn't an answer itself."""
    if not row.text.startswith("!"):
        return None
    word, ply = row.text.split()
    return Correction(int(ply), word == DROP)


@dataclass
class Folded:
    """What a log comes to: the answers that stand, and by ply how often chance was taken back."""

    entries: list[Entry] = field(default_factory=list)
    again: dict[int, int] = field(default_factory=dict)
    seq: int = 0

    def add(self, row: Answer) -> None:
        """Go on by one row."""
        self.seq += 1
        if (taken := correction(row)) is None:
            self.entries.append(entry(row.seat, row.text))
            return
        for ply in () if taken.alone else chances(self.entries, taken.ply):
            self.again[ply] = self.again.get(ply, 0) + 1
        del self.entries[taken.gone]


def fold(rows: Iterable[Answer]) -> Folded:
    """The answers that stand, and how often chance was taken back at each ply."""
    folded = Folded()
    for row in rows:
        folded.add(row)
    return folded


def standing(rows: Iterable[Answer]) -> list[Answer]:
    """The rows of the answers that stand, by ply."""
    found: list[Answer] = []
    for row in rows:
        if (taken := correction(row)) is None:
            found.append(row)
        else:
            del found[taken.gone]
    return found


def drop(rows: list[Answer], row: Answer) -> list[Answer]:
    """Let go of the answers that a row takes back; which ones."""
    taken = correction(row)
    found = rows[taken.gone] if taken else []
    if taken:
        del rows[taken.gone]
    return found


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
