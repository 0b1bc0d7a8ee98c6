"""`cradle verify`: check a record that brings the proof of its dice along."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cradle.server.tables.dice import STARTS, FairDice, commitment
from cradle.server.tables.fairness import MARK, Checked, check
from cradle.table.errors import Refusal, short
from cradle.table.recording import Sheet as Record


def verify(text: str) -> Checked:
    """Check a record with its proof, or raise a `Refusal` that says what is missing."""
    facts = _facts(text)
    record = Record(text)
    scheme = facts.get("scheme", 1)  # Before there was a second, none was named.
    if type(scheme) is not int or scheme not in STARTS:
        raise Refusal("verify-scheme", scheme=str(scheme))
    try:
        dice = FairDice(
            facts["secret"],
            facts["table"],
            facts["salt"] if "salt" in facts else facts["words"],  # as it was called before
            {int(ply): int(times) for ply, times in facts["again"].items()},
            scheme,
        )
        start = int(facts["from"])
        kept = commitment(facts["secret"]) == facts["commitment"]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise Refusal("verify-none") from None
    if not kept:
        raise Refusal("verify-secret")
    checked = check(record.setup(None), record.entries, dice, start)
    return replace(checked, source=short(str(facts.get("source") or "")))


def _facts(text: str) -> dict[str, Any]:
    lines = [line for line in text.splitlines() if line.startswith(MARK)]
    try:
        facts = json.loads(lines[-1].removeprefix(MARK))
    except (IndexError, ValueError):
        raise Refusal("verify-none") from None
    if not isinstance(facts, dict):
        raise Refusal("verify-none")
    return facts
