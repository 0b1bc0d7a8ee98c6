"""The past of a table: every ply as one seat may know it, records, and "what if"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from cradle.kernel.notation import describe
from cradle.kernel.step import Aside, News, heard
from cradle.server.problems import Problem, missing
from cradle.server.store import log
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.store.tables import read_table
from cradle.server.tables.dice import commitment
from cradle.server.tables.fairness import Checked, check, proof
from cradle.server.tables.fold import Folded, fold
from cradle.server.tables.game import resumed
from cradle.server.tables.loader import dice_of, position, salt_of, setup_for
from cradle.server.tables.messages import eyes, names_of, plain_scores
from cradle.server.tables.shared_luck import is_told, must_be_told
from cradle.server.tables.undone_answers import find_undone
from cradle.table import record_headers
from cradle.table.errors import Refusal
from cradle.table.record import Entry


class Past:
    """A table's whole past, as the database has it, for one viewer."""

    def __init__(
        self, connection: Connection, table: str, viewer: str | None, wish: int | None
    ) -> None:
        facts = read_table(connection, table)
        if facts is None:
            raise missing()
        if facts.seq == 0:
            raise Problem(409, "not-playing")
        self.connection = connection
        self.facts: TableFacts = facts
        self.rows = log.read(connection, table)
        self.folded: Folded = fold(self.rows)
        self.ended = facts.state in ENDED
        self.revealed = self.ended and is_told(connection, facts)
        self.seat = self._eyes(viewer, wish)

    def _eyes(self, viewer: str | None, wish: int | None) -> int | None:
        """While a game runs, only one's own; afterwards, anybody's."""
        if self.ended and wish is not None:
            return wish if 0 <= wish < self.facts.size else None
        return eyes(self.facts, viewer, wish)

    @property
    def entries(self) -> list[Entry]:
        """The answers that stand."""
        return self.folded.entries

    def text(self, entry: Entry) -> str | None:
        """An answer's text, if the viewer may know it: while a game runs, only their own."""
        mine = entry.seat is not None and entry.seat == self.seat
        return entry.text if self.ended or mine else None

    def news(self, raw: Sequence[News | Aside]) -> list[News]:
        """What the viewer heard."""
        return [word for each in raw if (word := heard(each, self.seat)) is not None]

    def told(self) -> list[tuple[Entry, list[News], int]]:
        """Every answer with its news and its round, as far as today's rules can play it."""
        raw: list[News | Aside] = []
        table = resumed(setup_for(self.facts), listener=raw.extend)
        found: list[tuple[Entry, list[News], int]] = []
        try:
            for entry in self.entries:
                raw.clear()
                table.enter(entry.seat, entry.text)
                found.append((entry, self.news(raw), table.game.rounds(table.state)))
        except Refusal:
            rest = self.entries[len(found) :]
            found += [(entry, [], self.facts.round) for entry in rest]
        return found

    def whole(self) -> dict[str, Any]:
        """The history as clients see it."""
        entries = [
            {
                "ply": ply,
                "seat": entry.seat,
                "text": self.text(entry),
                "round": begun,
                "news": [describe(each) for each in news],
            }
            for ply, (entry, news, begun) in enumerate(self.told(), 1)
        ]
        head = {"table": self.facts.id, "seat": self.seat, "plies": len(self.entries)}
        return head | {"entries": entries, "undone": self.undone()}

    def undone(self) -> list[dict[str, Any]]:
        """What was taken back, as clients see it."""
        return [
            {"ply": each.ply, "seat": each.seat, "news": [describe(news) for news in each.news]}
            for each in find_undone(setup_for(self.facts), self.rows, self.news)
        ]

    def at(self, ply: int) -> dict[str, Any]:
        """The table at a ply as clients see it."""
        if not 0 <= ply <= len(self.entries):
            raise Problem(404, "no-such-ply", plies=len(self.entries))
        table = position(self.connection, self.facts, self.entries, max(0, ply - 1))
        raw: list[News | Aside] = []
        table.listener = raw.extend
        last = self.entries[ply - 1] if ply else None
        if last is not None:
            table.enter(last.seat, last.text)
        return {
            "table": self.facts.id,
            "seat": self.seat,
            "ply": ply,
            "plies": len(self.entries),
            "round": table.game.rounds(table.state),
            "view": table.view(self.seat),
            "news": [describe(each) for each in self.news(raw)],
            "asked": table.asked,
            "text": None if last is None else self.text(last),
            "by": None if last is None else last.seat,
            "over": table.over,
            "scores": plain_scores(table),
        }

    def record(self) -> str:
        """The record: all of it at the end, before that only what the viewer knows."""
        names = names_of(self.facts.seats)
        setup = replace(setup_for(self.facts), names=names)
        if not self.ended:
            return record_headers.write(setup, [], []) + self._known()
        table = position(self.connection, self.facts, self.entries, len(self.entries))
        text = record_headers.write(setup, table.scores, self.entries)
        proved = self.revealed and self.facts.kind != "record"
        return text + self._proof() + "\n" if proved else text

    def _known(self) -> str:
        lines = []
        for entry, news, _ in self.told():
            text = self.text(entry)
            lines += [] if text is None else [f"{entry.seat} {text}"]
            lines += [f"; {each.text}" for each in news]
        return "".join(f"{line}\n" for line in lines)

    def _proof(self) -> str:
        return proof(self.facts, salt_of(self.facts), self.folded.again)

    def dice(self) -> dict[str, Any]:
        """Everything about the dice."""
        return {
            "table": self.facts.id,
            "scheme": self.facts.scheme,
            "luck": self.facts.luck,
            "commitment": commitment(self.facts.secret),
            "salt": salt_of(self.facts),
            "secret": self.facts.secret if self.revealed else None,
            "again": {str(ply): times for ply, times in self.folded.again.items()},
        }

    def verified(self) -> Checked:
        """Whether every outcome follows from the secret."""
        if self.facts.kind == "record":
            raise Problem(409, "no-dice")
        if not self.ended:
            raise Problem(409, "not-over")
        must_be_told(self.connection, self.facts)
        dice = dice_of(self.facts, self.folded.again)
        return check(setup_for(self.facts), self.entries, dice, self.facts.from_ply)
