"""How placeholders are filled, and how each language counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

PLACEHOLDER = re.compile(r"\{(\w+)(?:@(\w+))?(?::([^{}]*))?\}")
FORMS = {"en": 2, "de": 2, "fr": 2, "cs": 3}
AND = {"en": " and ", "de": " und ", "fr": " et ", "cs": " a\u00a0"}  # as CLDR has them


def plural_form(lang: str, count: int) -> int:
    """Which plural form goes with a number: 1/other, in French 0-1/other, in Czech 1/2-4/other."""
    count = abs(count)
    if lang == "fr":
        return int(count > 1)
    if lang == "cs":
        return 0 if count == 1 else 1 if 2 <= count <= 4 else 2
    return int(count != 1)


def fill(lang: str, text: str, facts: Mapping[str, Any]) -> str:
    """The text with its facts; a fact nobody gave stays visible as `{name}`."""
    return PLACEHOLDER.sub(lambda found: _fill_one(lang, found, facts), text)


def _fill_one(lang: str, found: re.Match[str], facts: Mapping[str, Any]) -> str:
    name, case, forms = found.groups()
    if forms is not None:
        return _plural(lang, forms.split("|"), facts.get(name, 1))
    fact = facts.get(f"{name}@{case}", facts.get(name)) if case else facts.get(name)
    return found[0] if fact is None else show(lang, fact)


def _plural(lang: str, forms: list[str], count: Any) -> str:
    number = count if isinstance(count, int) else 1
    return forms[min(plural_form(lang, number), len(forms) - 1)]


def show(lang: str, fact: Any) -> str:
    """A fact as text; several are joined."""
    if isinstance(fact, (list, tuple)):
        return join_list(lang, [show(lang, item) for item in fact])
    return str(fact).replace("-", "−", 1) if isinstance(fact, int) else str(fact)


def join_list(lang: str, items: list[str]) -> str:
    """Items as a list: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + AND.get(lang, ", ") + items[-1]
