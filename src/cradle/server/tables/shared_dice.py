"""Dice that several tables share: the same luck for all, also where their games have parted.

A stack lies in an order that is fixed for all of them. A roll follows from the round, the occasion
and how many such rolls the round has had. No ply and no salt comes in. docs/fair-dice.md has every
byte.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from cradle.kernel.step import Chance, Move, State, odds
from cradle.server.tables.game import resumed
from cradle.table.errors import Refusal
from cradle.table.record import Entry
from cradle.table.setup import Setup

SCHEME = 3
BITS = 256


class SharedDice:
    """The dice of one of the tables that share a luck; they are asked, or told, in order."""

    def __init__(self, secret: str, luck: str, setup: Setup) -> None:
        self.key = bytes.fromhex(secret)
        self.luck = luck
        self.setup = setup
        self.rolls: Counter[str] = Counter()

    def outcome(self, state: State) -> Move:
        """What comes: the top of a stack, or a roll."""
        chance, name = odds(state), self._count(state)
        if chance.reach is None:
            return min(chance.outcomes, key=lambda each: self.number(f"{name}|{each.text}"))
        return chance.at(self.number(name) * chance.total >> BITS)

    def _count(self, state: State) -> str:
        """What a stack is called, or a roll: the next like it in this round has another name."""
        step = state.stack[-1]
        assert isinstance(step, Chance)
        if step.odds(state).reach is None:
            return f"stack|{step.occasion()}"
        name = f"roll|{self.setup.game.rounds(state)}|{step.occasion()}"
        self.rolls[name] += 1
        return f"{name}|{self.rolls[name] - 1}"

    def message(self, name: str) -> str:
        """What is hashed with the secret."""
        return f"cradle-dice-{SCHEME}|{self.luck}|{name}"

    def number(self, name: str) -> int:
        """What decides: of a roll its place, of an outcome its place in the stack."""
        return int.from_bytes(hmac.digest(self.key, self.message(name).encode(), "sha256"), "big")

    def recall(self, entries: Sequence[Entry]) -> None:
        """Count the rolls of a game so far, as far as today's rules can play it."""
        table = resumed(self.setup)
        with suppress(Refusal):
            for entry in entries:
                if entry.seat is None:
                    self._count(table.state)
                table.enter(entry.seat, entry.text)
