"""Checking fair dice: every roll and draw of a game, recomputed from the secret."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from cradle.server.tables.dice import FairDice, commitment
from cradle.server.tables.game import resumed
from cradle.table.dice import throw
from cradle.table.record import Entry
from cradle.table.setup import Setup

MARK = "; fair "


@dataclass(frozen=True)
class Checked:
    """How many outcomes were checked, and the plies of those that don't follow."""

    count: int
    wrong: list[int]

    @property
    def ok(self) -> bool:
        """Whether all follow."""
        return not self.wrong


def check(setup: Setup, entries: Sequence[Entry], dice: FairDice, start: int = 0) -> Checked:
    """Play a record and recompute what chance brought from ply `start` on."""
    table = resumed(setup)
    count, wrong = 0, []
    for ply, entry in enumerate(entries):
        if entry.seat is None and ply >= start:
            count += 1
            if throw(dice, table.state, ply).text != entry.text:
                wrong.append(ply)
        table.enter(entry.seat, entry.text)
    return Checked(count, wrong)


def proof(table: str, secret: str, salt: list[str], again: dict[int, int], start: int) -> str:
    """The comment under a record that lets anybody check it."""
    facts = {
        "table": table,
        "commitment": commitment(secret),
        "secret": secret,
        "salt": salt,
        "again": again,
        "from": start,
    }
    return MARK + json.dumps(facts)
