"""What moves would bring, for those who ask: worked out when asked, and once for each question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.table.previews import previews

MOST = 64


async def preview(
    tables: Tables, table: str, person: str, wish: int | None, texts: Sequence[str]
) -> dict[str, Any]:
    """The previews of the named moves that are legal now; none for a seat that isn't asked."""

    async def work(live: LiveTable) -> dict[str, Any]:
        must_play(live)
        seat = seat_for(live, person, wish)
        return {"seq": live.facts.seq, "seat": seat, "previews": find(live, seat, texts)}

    return await tables.at(table, work)


def find(live: LiveTable, seat: int, texts: Sequence[str]) -> dict[str, Any]:
    """The previews by text, from what was worked out before or anew."""
    played = live.table
    if played is None or seat not in played.asked:
        return {}
    wanted = set(texts[:MOST])
    legal = [move for move in played.moves(seat) if move.text in wanted]
    known = {m.text: live.previews[seat, m.text] for m in legal if (seat, m.text) in live.previews}
    new = (move for move in legal if move.text not in known)
    found = previews(played.game, played.state, seat, new)
    live.keep_previews(seat, found)
    return known | found
