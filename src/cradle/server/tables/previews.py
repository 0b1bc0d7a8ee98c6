"""What moves would bring, for those who ask: worked out when asked, and once for each question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cradle import odds
from cradle.kernel.step import Move
from cradle.server.tables.answers import seat_for
from cradle.server.tables.live import LiveTable
from cradle.server.tables.odds import tells_odds
from cradle.server.tables.registry import Tables
from cradle.table import Table
from cradle.table.previews import PlayerAfter, Preview, outcomes, previews

MOST = 64


@dataclass(frozen=True)
class Outlook:
    """A move's own news, how the seat would then stand, and what dice bring on average."""

    news: Preview
    after: PlayerAfter | None
    expected: dict[str, Any] | None


async def preview(
    tables: Tables, table: str, person: str, wish: int | None, texts: Sequence[str]
) -> dict[str, Any]:
    """The previews of the named moves that are legal now; none for a seat that isn't asked."""

    async def work(live: LiveTable) -> dict[str, Any]:
        seat = seat_for(live, person, wish)
        return {"seq": live.facts.seq, "seat": seat, **plain(find(live, seat, texts))}

    return await tables.at(table, work)


def find(live: LiveTable, seat: int, texts: Sequence[str]) -> dict[str, Outlook]:
    """What is foretold by text, from what was worked out before or anew."""
    played = live.table
    if played is None or seat not in played.asked:
        return {}
    legal = named(played, seat, texts)
    known = {m.text: live.previews[seat, m.text] for m in legal if (seat, m.text) in live.previews}
    new = [move for move in legal if move.text not in known]
    found = foretell(played, seat, new, tells_odds(live.facts))
    live.keep_previews(seat, found)
    return known | found


def named(table: Table, seat: int, texts: Sequence[str]) -> list[Move]:
    """A seat's legal moves of these texts."""
    wanted = set(texts[:MOST])
    return [move for move in table.moves(seat) if move.text in wanted]


def foretell(
    table: Table, seat: int, moves: Collection[Move], with_odds: bool = True
) -> dict[str, Outlook]:
    """What each of a seat's moves would bring."""
    after = outcomes(table.game, table.state, seat, moves)
    news = previews(table.game, table.state, seat, moves)
    averages = odds.expected(table, seat, list(news)) if with_odds else {}
    dice = {
        text: {"name": each.name, "amount": float(each.expected)}
        for text, each in averages.items()
        if each.expected is not None
    }
    return {text: Outlook(told, after.get(text), dice.get(text)) for text, told in news.items()}


def plain(found: Mapping[str, Outlook]) -> dict[str, Any]:
    """What is foretold as clients read it."""
    return {
        "previews": {text: each.news for text, each in found.items()},
        "after": {text: each.after for text, each in found.items() if each.after is not None},
        "expected": {text: each.expected for text, each in found.items() if each.expected},
    }
