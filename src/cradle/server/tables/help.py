"""Help at a table: who was told the best moves, or the odds, doesn't climb by that game."""

from __future__ import annotations

from cradle.server.people.ladders import is_solo
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables


async def note_help(tables: Tables, live: LiveTable) -> None:
    """Keep that whoever plays against bots here was helped; elsewhere it makes no difference."""
    if live.playing and is_solo(live.facts) and not live.facts.helped:
        live.facts.helped = True
        await tables.save(live, lobby=False)
