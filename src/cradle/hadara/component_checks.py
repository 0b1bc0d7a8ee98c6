"""H-S14: components are checked cell by cell and as a whole; a bad one is refused in one line."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any, NoReturn

from cradle.hadara.names import (
    CARDS,
    COLOURS,
    EFFECTS,
    EPOCHS,
    LEVELS,
    REVERSES,
    SETUP_SIDES,
    SETUPS,
    STATUES,
    TILES_PER_LEVEL,
)
from cradle.hadara.rows import (
    FILES,
    TEXTS,
    BadComponents,
    CardRow,
    ColonyRow,
    MedalRow,
    Row,
    SaleRow,
    SetupRow,
    StatueRow,
    columns,
)

MOST_BYTES = 200_000
MOST_NUMBER = 999
MOST_TEXT = 200
FEWEST_UNSTARRED = 10
FRONT = ("requirement", "plunder", "integrate", "points_front")
ROWS = {
    "cards.csv": len(CARDS),
    "colonies.csv": len(REVERSES),
    "medals.csv": EPOCHS,
    "sales.csv": EPOCHS,
    "setup.csv": len(SETUPS) * len(SETUP_SIDES),
    "statues.csv": len(STATUES),
}


class Checked:
    """One table being checked: its file, its rows, and where each stood."""

    def __init__(self, file: str, rows: list[Any], places: list[int]) -> None:
        self.file = file
        self.rows = rows
        self.places = places

    def refuse(self, index: int, reason: str) -> NoReturn:
        """Refuse the table for this row."""
        raise BadComponents(f"{self.file}, row {self.places[index]}: {reason}")

    def require(self, index: int, good: bool, reason: str) -> None:
        """Refuse the table for this row unless it is good."""
        if not good:
            self.refuse(index, reason)


def checked_rows(file: str, raw: bytes) -> list[Any]:
    """The rows of one file, in the order of the built-in ids, or `BadComponents`."""
    table = Checked(file, *_parse(file, _decode(file, raw)))
    if len(table.rows) != ROWS[file]:
        raise BadComponents(f"{file}: must have {ROWS[file]} rows, not {len(table.rows)}")
    if file == "cards.csv":
        _check_cards(table)
        return sorted(table.rows, key=lambda row: CARDS.index(row.id))
    if file == "colonies.csv":
        _check_colonies(table)
        return sorted(table.rows, key=lambda row: REVERSES.index(row.id))
    if file == "setup.csv":
        _check_setup(table)
    elif file == "statues.csv":
        _check_statues(table)
    else:
        _check_epochs(table)
    return table.rows


def _decode(file: str, raw: bytes) -> str:
    if len(raw) > MOST_BYTES:
        raise BadComponents(f"{file}: must not be larger than {MOST_BYTES} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadComponents(f"{file}, row {line}: not UTF-8 text") from None


def _parse(file: str, text: str) -> tuple[list[Any], list[int]]:
    kind = FILES[file]
    header = columns(kind)
    rows: list[Any] = []
    places: list[int] = []
    lines = csv.reader(text.splitlines(), strict=True)
    try:
        if next(lines, None) != header:
            raise BadComponents(f"{file}, row 1: the header must be {','.join(header)}")
        for place, cells in enumerate(lines, 2):
            if cells:
                rows.append(_row(f"{file}, row {place}", kind, header, cells))
                places.append(place)
    except csv.Error as error:
        raise BadComponents(f"{file}, row {lines.line_num}: {error}") from None
    return rows, places


def _row(where: str, kind: type[Row], header: list[str], cells: list[str]) -> Row:
    if len(cells) != len(header):
        raise BadComponents(f"{where}: must have {len(header)} cells, not {len(cells)}")
    values = [_cell(where, name, cell) for name, cell in zip(header, cells, strict=True)]
    return kind(*values)


def _cell(where: str, name: str, cell: str) -> str | int:
    if name in TEXTS:
        if len(cell) > MOST_TEXT or not cell.isprintable():
            raise BadComponents(f"{where}: {name} must be at most {MOST_TEXT} printable characters")
        return cell
    if not (cell.isascii() and cell.isdigit()):
        raise BadComponents(f"{where}: {name} must be a whole number from 0")
    if len(cell) > len(str(MOST_NUMBER)):
        raise BadComponents(f"{where}: {name} must be at most {MOST_NUMBER}")
    return int(cell)


def _check_cards(table: Checked) -> None:
    rows: list[CardRow] = table.rows
    _check_ids(table, CARDS)
    for index, row in enumerate(rows):
        colour, epoch, _ = row.id.split("-")
        table.require(index, row.colour == colour, f"colour must be {colour}, as the id says")
        table.require(index, row.epoch == int(epoch), f"epoch must be {epoch}, as the id says")
        table.require(index, row.star in (0, 1), "star must be 0 or 1")
        table.require(index, colour == COLOURS[-1] or not row.star, "only purple cards have a star")
    _check_effects(table, rows)
    _check_stars(table, rows)


def _check_effects(table: Checked, rows: list[CardRow]) -> None:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        if row.effect:
            known = row.effect in EFFECTS
            table.require(index, known, f"unknown effect {row.effect!r}")
            purple = row.colour == COLOURS[-1]
            table.require(index, purple, "only purple cards have an effect")
            table.require(index, row.effect not in seen, f"effect {row.effect} stands twice")
            seen.add(row.effect)
    missing = [effect for effect in EFFECTS if effect not in seen]
    if missing:
        raise BadComponents(f"{table.file}: no card has the effect {missing[0]}")


def _check_stars(table: Checked, rows: list[CardRow]) -> None:
    for epoch in range(1, EPOCHS + 1):
        purple = [row for row in rows if row.epoch == epoch and row.colour == COLOURS[-1]]
        plain = sum(not row.star for row in purple)
        if plain < FEWEST_UNSTARRED:
            reason = f"epoch {epoch} must have {FEWEST_UNSTARRED} purple cards without a star"
            raise BadComponents(f"{table.file}: {reason}, not {plain}")


def _check_colonies(table: Checked) -> None:
    rows: list[ColonyRow] = table.rows
    _check_ids(table, REVERSES)
    fronts: dict[str, tuple[int, ...]] = {}
    for index, row in enumerate(rows):
        level = row.id.split("-")[1]
        front = tuple(getattr(row, name) for name in FRONT)
        same = fronts.setdefault(level, front) == front
        table.require(index, same, f"{', '.join(FRONT)} must be equal on all {level}-colonies")
        better = row.points_back >= row.points_front
        table.require(index, better, "points_back must not be below points_front")
    _check_levels(table, [fronts[level][0] for level in LEVELS])


def _check_levels(table: Checked, requirements: list[int]) -> None:
    if len(set(requirements)) != len(LEVELS):
        reason = f"must have {len(LEVELS)} requirements with {TILES_PER_LEVEL} colonies each"
        raise BadComponents(f"{table.file}: {reason}")


def _check_ids(table: Checked, known: Sequence[str]) -> None:
    seen: set[str] = set()
    for index, row in enumerate(table.rows):
        table.require(index, row.id in known, f"unknown id {row.id!r}")
        table.require(index, row.id not in seen, f"id {row.id} stands twice")
        seen.add(row.id)


def _check_statues(table: Checked) -> None:
    rows: list[StatueRow] = table.rows
    for index in range(1, len(rows)):
        rising = rows[index].requirement > rows[index - 1].requirement
        table.require(index, rising, "requirement must be above the row before")


def _check_epochs(table: Checked) -> None:
    rows: list[MedalRow | SaleRow] = table.rows
    for index, row in enumerate(rows):
        table.require(index, row.epoch == index + 1, f"epoch must be {index + 1}")


def _check_setup(table: Checked) -> None:
    rows: list[SetupRow] = table.rows
    seen: set[int] = set()
    for index, row in enumerate(rows):
        side = SETUP_SIDES[index % 2]
        table.require(index, row.side == side, f"side must be {side}")
        if index % 2:
            same = row.initiative == rows[index - 1].initiative
            table.require(index, same, "initiative must be equal on both sides of a card")
        else:
            new = row.initiative not in seen
            table.require(index, new, f"initiative {row.initiative} stands on two cards")
            seen.add(row.initiative)
