"""How much time a table gives: a live clock with an increment, days for each move, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cradle.server.timestamps import DAY_MS


@dataclass(frozen=True)
class Pace:
    """`live`: base and increment; `days`: so many for each move; `none`."""

    kind: str = "none"
    base_ms: int = 0
    increment_ms: int = 0
    days: int = 0

    @property
    def start_ms(self) -> int | None:
        """What every seat has at first."""
        return {"live": self.base_ms, "days": self.days * DAY_MS}.get(self.kind)

    def after(self, left_ms: int) -> int:
        """What a seat has after its answer."""
        return left_ms + self.increment_ms if self.kind == "live" else self.days * DAY_MS

    def plain(self) -> dict[str, Any]:
        """The pace as it is kept and told."""
        if self.kind == "live":
            return {
                "kind": "live",
                "base_ms": self.base_ms,
                "increment_ms": self.increment_ms,
            }
        return {"kind": "days", "days": self.days} if self.kind == "days" else {"kind": "none"}
