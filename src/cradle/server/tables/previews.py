"""What moves would bring, for those who ask: worked out when asked, and once for each question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cradle.server.tables.answers import seat_for
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.table.previews import PlayerAfter, Preview, outcomes, previews

MOST = 64

Foretold = tuple[Preview, PlayerAfter | None]


async def preview(
    tables: Tables, table: str, person: str, wish: int | None, texts: Sequence[str]
) -> dict[str, Any]:
    """The previews of the named moves that are legal now; none for a seat that isn't asked."""

    async def work(live: LiveTable) -> dict[str, Any]:
        seat = seat_for(live, person, wish)
        found = find(live, seat, texts)
        return {
            "seq": live.facts.seq,
            "seat": seat,
            "previews": {text: news for text, (news, _) in found.items()},
            "after": {text: after for text, (_, after) in found.items() if after is not None},
        }

    return await tables.at(table, work)


def find(live: LiveTable, seat: int, texts: Sequence[str]) -> dict[str, Foretold]:
    """News and outcomes by text, from what was worked out before or anew."""
    played = live.table
    if played is None or seat not in played.asked:
        return {}
    wanted = set(texts[:MOST])
    legal = [move for move in played.moves(seat) if move.text in wanted]
    known = {m.text: live.previews[seat, m.text] for m in legal if (seat, m.text) in live.previews}
    new = [move for move in legal if move.text not in known]
    after = outcomes(played.game, played.state, seat, new)
    news = previews(played.game, played.state, seat, new)
    found = {text: (told, after.get(text)) for text, told in news.items()}
    live.keep_previews(seat, found)
    return known | found
