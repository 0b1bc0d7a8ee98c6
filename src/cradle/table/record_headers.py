"""The headers of a record: how a table writes them, and a table set up from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cradle.kernel.game import Score
from cradle.table import positions, record
from cradle.table.errors import BadPosition, BadRecord, BadSetup, Refusal
from cradle.table.record import BadLine, Entry
from cradle.table.setup import (
    Setup,
    check_names,
    check_options,
    named,
    read_options,
    set_up,
    write_options,
)

UNFINISHED = "*"
HEADERS = ("Game", "Rules", "Options", "Tables", "Seats", "Players", "Date", "Position", "Result")


def result(scores: Sequence[Score]) -> str:
    """The result in a header: points and rank, seat by seat; `*` for an unfinished game."""
    return " ".join(f"{score.total}/{score.rank}" for score in scores) or UNFINISHED


def write(setup: Setup, scores: Sequence[Score], entries: list[Entry]) -> str:
    """A game on record."""
    headers = {
        "Game": setup.game.name,
        "Rules": str(setup.game.version),
        "Options": write_options(setup.options),
        "Tables": setup.hash,
        "Seats": str(setup.seats),
        "Players": "; ".join(setup.names),
        "Date": setup.date,
        "Position": _write_position(setup.position),
        "Result": result(scores),
    }
    return record.write({name: value for name, value in headers.items() if value}, entries)


def _write_position(position: dict[str, Any] | None) -> str:
    return "" if position is None else json.dumps(position, separators=(",", ":"))


class ParsedRecord:
    """A record that was read: its headers, the lines they stand on, and its entries."""

    def __init__(self, text: str) -> None:
        try:
            self.headers, self.entries = record.read(text)
        except BadLine as error:
            raise BadRecord(error.line, Refusal(error.key, **error.facts)) from None
        self.lines = {
            raw.strip()[1:].split(" ")[0]: number
            for number, raw in reversed(list(enumerate(text.splitlines(), 1)))
            if raw.startswith("[")
        }
        self.end = len(text.splitlines())

    def setup(self, folder: str | None) -> Setup:
        """The table this record was played at, or `BadRecord`."""
        for name in self.headers:
            if name not in HEADERS:
                raise self.bad(name, "unknown-header", header=name)
        for name in ("Game", "Seats"):
            if name not in self.headers:
                raise BadRecord(1, Refusal("no-header", header=name))
        return self._at_position(self._checked(self._try_all(folder)))

    def _try_all(self, folder: str | None) -> Setup:
        """Try header by header, so that a complaint names the right line."""
        game = self._try("Game", named, self.headers["Game"])
        options = self._try("Options", read_options, game, self.headers.get("Options", "").split())
        self._try("Options", check_options, game, options)
        names = self.headers.get("Players", "")
        people = self._try("Players", check_names, names.split("; ") if names else [], None)
        date = self.headers.get("Date", "")
        found: Setup = self._try(
            "Seats", set_up, game, self._seats(), options, folder, people, date
        )
        return found

    def _at_position(self, setup: Setup) -> Setup:
        """The setup with the position the record begins at, if it says one."""
        if "Position" not in self.headers:
            return setup
        opened = self._try("Position", positions.opened, self.headers["Position"])
        placed = replace(setup, position=opened)
        self._try("Position", positions.start, placed)
        return placed

    def _seats(self) -> int:
        seats = self.headers["Seats"]
        if not (seats.isascii() and seats.isdigit() and len(seats) < 3):
            raise self.bad("Seats", "not-a-number", word=seats)
        return int(seats)

    def _try(self, header: str, make: Any, *given: Any) -> Any:
        try:
            return make(*given)
        except (BadPosition, BadSetup) as error:
            raise BadRecord(self.lines.get(header, 1), error) from None

    def _checked(self, setup: Setup) -> Setup:
        self.expect("Rules", "other-rules", str(setup.game.version))
        self.expect("Tables", "other-components", setup.hash)
        return setup

    def expect(self, name: str, key: str, found: str) -> None:
        """A header, if it is there, must say what is true."""
        said = self.headers.get(name, found)
        if said != found:
            raise self.bad(name, key, said=said, found=found)

    def bad(self, where: str, key: str, **facts: Any) -> BadRecord:
        """A complaint about a header."""
        return BadRecord(self.lines.get(where, 1), Refusal(key, **facts))
