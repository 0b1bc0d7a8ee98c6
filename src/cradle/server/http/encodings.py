"""In which compression an answer goes out, of those that there are and the client takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import Header

AcceptEncoding = Annotated[str | None, Header(alias="accept-encoding", include_in_schema=False)]
VARY = {"Vary": "Accept-Encoding"}


def best(header: str | None, offered: Iterable[str]) -> str | None:
    """What the client likes best of what is offered, the first where it likes several as much."""
    weights = weights_in(header or "")
    weight, coding = max(
        ((weights.get(each, weights.get("*", 0.0)), each) for each in offered),
        key=lambda pair: pair[0],
        default=(0.0, None),
    )
    return coding if weight > 0 else None


def weights_in(header: str) -> dict[str, float]:
    """The codings of an Accept-Encoding, each with its weight."""
    parts = (part.partition(";") for part in header.split(","))
    return {name.strip().lower(): weight_in(rest) for name, _, rest in parts}


def weight_in(parameters: str) -> float:
    """The weight in `q=0.5`, 1 without it; what can't be read weighs nothing."""
    name, _, number = parameters.replace(" ", "").lower().partition("=")
    if not name:
        return 1.0
    try:
        return float(number) if name == "q" else 0.0
    except ValueError:
        return 0.0
