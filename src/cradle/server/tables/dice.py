"""Fair dice: every outcome follows from the server's secret, the players' salt and the ply.

The secret's hash is shown before the first answer, the secret itself after the last; so nobody can
choose an outcome, and anybody can check them all.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence

SECRET_BYTES = 32
SPAN = 1 << 256


def new_secret() -> str:
    """A fresh secret, as hex."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is shown of a secret beforehand: its hash."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class FairDice:
    """Dice of one table; `again` counts, by ply, how often an outcome there was taken back."""

    def __init__(
        self, secret: str, table: str, salt: Sequence[str], again: Mapping[int, int]
    ) -> None:
        self.key = bytes.fromhex(secret)
        self.start = f"{table}|{json.dumps(list(salt), ensure_ascii=True)}"
        self.again = dict(again)

    def point(self, total: int, ply: int) -> int:
        """A whole number from 0, below `total`, all equally likely."""
        highest = SPAN - SPAN % total
        number, tries = SPAN, 0
        while number >= highest:
            number = self._number(ply, tries)
            tries += 1
        return number % total

    def _number(self, ply: int, tries: int) -> int:
        message = f"{self.start}|{ply}|{self.again.get(ply, 0)}|{tries}"
        return int.from_bytes(hmac.digest(self.key, message.encode(), "sha256"), "big")

    def taken_back(self, plies: Sequence[int]) -> None:
        """Chance outcomes at these plies were taken back: the next ones there are new."""
        for ply in plies:
            self.again[ply] = self.again.get(ply, 0) + 1
