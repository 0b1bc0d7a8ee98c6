"""Write docs/encodings.md from the encodings, or check with `--check` that it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cradle.games import GAMES
from cradle.kernel.notation import Spoken, verb
from cradle.research.encoding import Encoding, encoding
from cradle.research.fields import Field

PAGE = Path(__file__).parent.parent / "docs" / "encodings.md"
TOP = """# Encodings

What the numbers mean. This page is written by `python scripts/encoding_docs.py`; a test holds it
to the code. Every number keeps its meaning as long as the version is the same.

Observations are whole numbers (16 bits). Seats count clockwise from the observer, so `player_0`
is always the observer. Amounts beyond their range are shown as its end. In a category 0 stands
for nothing, unless the words say otherwise; card 1 is the first row of the table of cards, and so
on. `Layout.expand` turns a batch of observations into numbers around 1: amounts divided by
their scale, and one place for each value of a category.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([TOP, *(line for name in GAMES for line in _game(encoding(name)))]) + "\n"


def _game(enc: Encoding) -> Iterator[str]:
    yield f"## {enc.game.name}, version {enc.version}\n"
    yield f"### Moves: {len(enc.moves)}\n"
    yield from _listing(enc.moves)
    yield f"\n### Outcomes of chance: {len(enc.outcomes)}\n"
    yield from _listing(enc.outcomes)
    fewest = enc.game.seats[0]
    sizes = ", ".join(f"{layout.size} with {seats}" for seats, layout in enc.layouts.items())
    yield f"\n### Observation: {sizes} seats\n"
    yield "| field | numbers | range | scale | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for field in enc.layouts[fewest].fields:
        if not field.name.startswith("player_") or field.name.startswith("player_0"):
            yield _field(field, fewest)
    yield ""


def _listing(things: Sequence[Spoken]) -> Iterator[str]:
    yield "| numbers | verb | first | last |"
    yield "| --- | --- | --- | --- |"
    start = 0
    for kind, group in groupby(things, type):
        members = list(group)
        end = start + len(members) - 1
        first, last = members[0].text, members[-1].text
        yield f"| {start}–{end} | {verb(kind)} | `{first}` | `{last}` |"
        start = end + 1


def _field(field: Field, seats: int) -> str:
    kind = "category, " if field.category else ""
    scale = "" if field.category else field.scale
    size = "seats" if field.name in ("buildings", "heights") and field.size == seats else field.size
    return (
        f"| `{field.name}` | {size} | {kind}{field.low} to {field.high} | {scale} | {field.says} |"
    )


def main() -> int:
    """Write or check."""
    if "--check" in sys.argv:
        if PAGE.read_text("utf-8") != page():
            print(f"{PAGE.name} is out of date: run python scripts/encoding_docs.py")
            return 1
        return 0
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
