"""What each seat has heard: one log a listener, so that nobody can count what others heard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cradle.kernel.notation import Number, describe, speaks
from cradle.kernel.piece import Seat
from cradle.kernel.step import Aside, News, heard


@dataclass(frozen=True)
class TookBack(News):
    """A seat took its last answer back: what it had told before no longer holds."""

    seat: Seat


speaks(TookBack, "", Number())


class NewsLog:
    """All news of a table, as every listener hears it; `None` is a spectator."""

    def __init__(self, seats: int) -> None:
        self.told: dict[Seat | None, list[dict[str, Any]]] = {None: []}
        self.told |= {seat: [] for seat in range(seats)}
        self.cursor: dict[Seat | None, int] = dict.fromkeys(self.told, 0)

    def add(self, news: list[News | Aside]) -> None:
        """Tell every listener what they may hear; what several hear is kept once."""
        for each in news:
            described: dict[News, dict[str, Any]] = {}
            for listener, log in self.told.items():
                if (told := heard(each, listener)) is not None:
                    if told not in described:
                        described[told] = describe(told)
                    log.append(described[told])

    def since(self, listener: Seat | None, index: int) -> list[dict[str, Any]]:
        """What a listener heard from an index on."""
        return self.told[listener][max(index, 0) :]

    def fresh(self, listener: Seat | None) -> list[dict[str, Any]]:
        """What a listener heard since they last asked."""
        start = self.cursor[listener]
        self.cursor[listener] = len(self.told[listener])
        return self.told[listener][start:]
