"""`cradle verify`: check a record that brings the proof of its dice along."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cradle.server.tables.dice import STARTS, FairDice, commitment
from cradle.server.tables.fairness import MARK, Checked, check
from cradle.server.tables.shared_dice import SCHEME as SHARED, SharedDice
from cradle.table.errors import Refusal, short
from cradle.table.record_headers import ParsedRecord
from cradle.table.setup import Setup


def verify(text: str) -> Checked:
    """Check a record with its proof, or raise a `Refusal` that says what is missing."""
    facts = _facts(text)
    record = ParsedRecord(text)
    scheme = facts.get("scheme", 1)  # Before there was a second, none was named.
    if type(scheme) is not int or scheme not in (*STARTS, SHARED):
        raise Refusal("verify-scheme", scheme=str(scheme))
    setup = record.setup(None)
    try:
        dice = _shared(facts, setup) if scheme == SHARED else _own(facts, scheme)
        start = int(facts["from"])
        kept = commitment(facts["secret"]) == facts["commitment"]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise Refusal("verify-none") from None
    if not kept:
        raise Refusal("verify-secret")
    checked = check(setup, record.entries, dice, start)
    return replace(checked, source=short(str(facts.get("source") or "")))


def _own(facts: dict[str, Any], scheme: int) -> FairDice:
    """The dice of one table."""
    return FairDice(
        facts["secret"],
        facts["table"],
        facts["salt"] if "salt" in facts else facts["words"],  # as it was called before
        {int(ply): int(times) for ply, times in facts["again"].items()},
        scheme,
    )


def _shared(facts: dict[str, Any], setup: Setup) -> SharedDice:
    """The dice of all tables of one luck."""
    return SharedDice(facts["secret"], str(facts["luck"]), setup)


def _facts(text: str) -> dict[str, Any]:
    lines = [line for line in text.splitlines() if line.startswith(MARK)]
    try:
        facts = json.loads(lines[-1].removeprefix(MARK))
    except (IndexError, ValueError):
        raise Refusal("verify-none") from None
    if not isinstance(facts, dict):
        raise Refusal("verify-none")
    return facts
