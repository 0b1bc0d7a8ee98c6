"""Checking fair dice: every roll and draw of a game, recomputed from the secret."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cradle.server.store.facts import TableFacts
from cradle.server.tables.dice import commitment
from cradle.server.tables.game import resumed
from cradle.table.dice import Dice, SharedLuck, throw
from cradle.table.record import Entry
from cradle.table.setup import Setup

MARK = "; fair "


@dataclass(frozen=True)
class Checked:
    """How many outcomes of each kind were checked, and the plies of those that don't follow.

    What came before ply `start` was drawn elsewhere: at the table `source`.
    """

    kinds: Mapping[str, int]
    wrong: list[int]
    start: int = 0
    source: str = ""

    @property
    def count(self) -> int:
        """How many were checked in all."""
        return sum(self.kinds.values())

    @property
    def ok(self) -> bool:
        """Whether all follow."""
        return not self.wrong


def check(
    setup: Setup, entries: Sequence[Entry], dice: Dice | SharedLuck, start: int = 0
) -> Checked:
    """Play a record and recompute what chance brought from ply `start` on."""
    table = resumed(setup)
    kinds, wrong = Counter[str](), []
    for ply, entry in enumerate(entries):
        if entry.seat is None and ply >= start:
            kinds[entry.text.split()[0]] += 1
            if throw(dice, table.state, ply).text != entry.text:
                wrong.append(ply)
        table.enter(entry.seat, entry.text)
    return Checked(kinds, wrong, start)


def proof(facts: TableFacts, salt: list[str], again: dict[int, int]) -> str:
    """The comment under a record that lets anybody check it."""
    told = {
        "scheme": facts.scheme,
        "table": facts.id,
        "luck": facts.luck,
        "commitment": commitment(facts.secret),
        "secret": facts.secret,
        "salt": salt,
        "again": again,
        "from": facts.from_ply,
        "source": facts.from_table,
    }
    return MARK + json.dumps(told)
