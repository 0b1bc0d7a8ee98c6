"""The game at a server's table: a `Table` that remembers little, for the database remembers all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cradle.table import Table
from cradle.table.record import Entry
from cradle.table.setup import Setup, set_up
from cradle.table.table import Listener

KEPT_UNDOS = 8  # What lies further back is taken back from the log.


def setup_of(game: str, size: int, options: Mapping[str, Any], date: str = "") -> Setup:
    """What a table is made of; names are its facts' business."""
    return set_up(game, size, options, None, None, date)


def resumed(
    setup: Setup, state: Any = None, entries: Sequence[Entry] = (), listener: Listener | None = None
) -> Table:
    """A game from a snapshot's state, or from its start; nobody hears news but the listener."""
    return Table.resume(setup, state, entries, listener or _nobody, KEPT_UNDOS)


def _nobody(_: Any) -> None:
    """Nobody listens."""
