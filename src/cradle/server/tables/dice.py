"""Fair dice: every outcome follows from the server's secret, the players' salt and the ply.

The secret's hash is shown before any salt is known, the secret itself after the last answer; so
nobody can choose an outcome, and anybody can check them all. docs/fair-dice.md has every byte.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping, Sequence

SECRET_BYTES = 32
SPAN = 1 << 256
SCHEME = 2  # of new tables


def new_secret() -> str:
    """A fresh secret, as hex."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is shown of a secret beforehand: its hash."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def _start_1(table: str, salt: Sequence[str]) -> str:
    """The first scheme: salt as JSON, with a space after each comma, and ASCII alone."""
    return f"{table}|{json.dumps(list(salt), ensure_ascii=True)}"


def _start_2(table: str, salt: Sequence[str]) -> str:
    """The second: the hash of the hashes of all seats' salt."""
    hashes = b"".join(hashlib.sha256(each.encode()).digest() for each in salt)
    return f"cradle-dice-2|{table}|{hashlib.sha256(hashes).hexdigest()}"


STARTS: dict[int, Callable[[str, Sequence[str]], str]] = {1: _start_1, 2: _start_2}


class FairDice:
    """Dice of one table; `again` counts, by ply, how often an outcome there was taken back."""

    def __init__(
        self,
        secret: str,
        table: str,
        salt: Sequence[str],
        again: Mapping[int, int],
        scheme: int = SCHEME,
    ) -> None:
        self.key = bytes.fromhex(secret)
        self.start = STARTS[scheme](table, salt)
        self.again = dict(again)

    def point(self, total: int, ply: int) -> int:
        """A whole number from 0, below `total`, all equally likely."""
        highest = SPAN - SPAN % total
        number, tries = SPAN, 0
        while number >= highest:
            number = self._number(ply, tries)
            tries += 1
        return number % total

    def message(self, ply: int, tries: int) -> str:
        """What is hashed with the secret."""
        return f"{self.start}|{ply}|{self.again.get(ply, 0)}|{tries}"

    def _number(self, ply: int, tries: int) -> int:
        message = self.message(ply, tries).encode()
        return int.from_bytes(hmac.digest(self.key, message, "sha256"), "big")

    def taken_back(self, plies: Sequence[int]) -> None:
        """Chance outcomes at these plies were taken back: the next ones there are new."""
        for ply in plies:
            self.again[ply] = self.again.get(ply, 0) + 1
