"""What clients are told: `play` messages, and tables as anyone may see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import orjson

from cradle.games import game as game_named
from cradle.kernel.notation import BadText, describe, parse
from cradle.kernel.step import Closed, Move
from cradle.server.people.ladders import ladder_of, why_unrated
from cradle.server.store.facts import (
    ENDED,
    Score,
    SeatFacts,
    SeatShown,
    TableFacts,
    TableShown,
    shown,
)
from cradle.server.tables.dice import commitment
from cradle.server.tables.live import LiveTable
from cradle.server.timestamps import ServerTime, now_ms
from cradle.table.table import Table


def plain_scores(table: Table) -> list[Score] | None:
    """The final scores, or None before the end."""
    if not table.over:
        return None
    return [
        Score(seat=each.seat, total=each.total, rank=each.rank, tie=each.tie, parts=each.parts)
        for each in table.scores
    ]


@lru_cache(maxsize=20_000)
def plain_move(move: Move) -> dict[str, Any]:
    """A move as clients see it: its text, its kind and its fields. Shared: not to be changed."""
    return {"text": move.text} | describe(move)


def read_move(game: str, text: str) -> dict[str, Any] | None:
    """A move by its text alone, as clients see it, if today's rules know it."""
    try:
        return plain_move(cast(Move, parse(text, game_named(game).grammar)))
    except BadText:
        return None


def plain_closed(closed: Closed) -> dict[str, Any]:
    """Something a seat can't do now."""
    return {
        "subject": closed.subject,
        "clause": closed.clause,
        "reason": closed.reason,
        "numbers": dict(closed.numbers),
    }


def play_message(live: LiveTable, table: Table, seat: int | None, since: int) -> dict[str, Any]:
    """Where a table stands for one pair of eyes, and what happened since."""
    known = live.knows(since)
    return {
        "type": "play",
        "seq": live.facts.seq,
        "since": since if known else 0,
        "fresh": not known,
        "ply": live.facts.ply,
        "round": table.game.rounds(table.state),
        "seat": seat,
        "news": live.news(seat, since) if known else [],
        "view": table.view(seat),
        "asked": table.asked,
        **question(table, seat if live.playing else None),
        "clocks": live.clocks.plain(live.time.now(), now_ms()),
        "undo": can_undo(live, seat),
        "over": table.over,
        "scores": plain_scores(table),
    }


def question(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat is asked, what it may answer, and what it can't."""
    if seat is None or seat not in table.asked:
        return {"step": None, "moves": [], "closed": []}
    return {
        "step": table.step(seat),
        "moves": [plain_move(move) for move in table.moves(seat)],
        "closed": [plain_closed(each) for each in table.closed(seat)],
    }


def can_undo(live: LiveTable, seat: int | None) -> bool:
    """Whether a seat's last answer here can be taken back without asking anybody."""
    if live.table is None or seat is None or not live.playing:
        return False
    marks = live.table.marks.marks
    elsewhere = bool(marks) and marks[-1].entries < live.facts.from_ply
    sealed = seat in live.table.state.sealed
    return live.table.can_undo(seat) and (sealed or not elsewhere)


def play_payload(live: LiveTable, table: Table, seat: int | None, since: int) -> bytes:
    """The same as bytes, worked out once for all spectators."""
    if seat is not None or live.facts.pace.kind != "none":
        return orjson.dumps(play_message(live, table, seat, since))
    known = since if live.knows(since) else None  # All who know too little are told the same.
    payload = live.payloads.get(known)
    if payload is None:
        payload = orjson.dumps(play_message(live, table, seat, since))
        live.keep_payload(known, payload)
    return payload


def plain_seat(each: SeatFacts, viewer: str | None, online: bool, ahead: int) -> dict[str, Any]:
    """A seat as a viewer may see it; `ahead` is the time of day less the server's time."""
    mine = viewer is not None and each.person == viewer and each.kind != "kept"
    about = {"name": each.shown, "guest": each.guest, "mine": mine, "online": online}
    return shown(each, SeatShown) | about | {"due_at": _due_at(each, ahead)}


def _due_at(each: SeatFacts, ahead: int) -> int | None:
    """When a seat's clock runs out, to the second: it is told again and again."""
    if each.since_ms is None or each.left_ms is None or each.stand_in is not None:
        return None
    return (each.since_ms + each.left_ms + ahead) // 1000 * 1000


def plain_table(
    facts: TableFacts, viewer: str | None, time: ServerTime, live: LiveTable | None = None
) -> dict[str, Any]:
    """A table as a viewer may see it."""
    online = live.online if live is not None else {}
    # The secret of a luck that others may still play is told by `GET …/dice`, once they can't.
    told = facts.state in ENDED and facts.seq > 0 and facts.luck is None
    ahead = now_ms() - time.now()
    return shown(facts, TableShown) | {
        "seats": [
            plain_seat(each, viewer, each.kind == "bot" or each.person in online, ahead)
            for each in facts.seats
        ],
        "last": facts.last if facts.luck is None or facts.seats_of(viewer) else None,
        "ladder": ladder_of(facts),
        "unrated": why_unrated(facts),
        "watchers": _watchers(facts, live),
        "invite": facts.invite if viewer == facts.host else None,
        "from": _origin(facts),
        "dice": {
            "scheme": facts.scheme,
            "commitment": commitment(facts.secret),
            "secret": facts.secret if told else None,
        },
    }


def _watchers(facts: TableFacts, live: LiveTable | None) -> int:
    if live is None:
        return 0
    seated = set(facts.people())
    return sum(count for person, count in live.online.items() if person not in seated)


def _origin(facts: TableFacts) -> dict[str, Any] | None:
    if facts.from_table is None:
        return None
    return {"table": facts.from_table, "ply": facts.from_ply}


def eyes(facts: TableFacts, viewer: str | None, wish: int | None) -> int | None:
    """Through which seat's eyes a viewer looks: a seat of theirs, or none."""
    mine = facts.seats_of(viewer)
    if wish is not None:
        return wish if wish in mine else None
    asked = [seat for seat in mine if seat in facts.asked]
    return asked[0] if asked else (mine[0] if mine else None)


def names_of(seats: Sequence[SeatFacts]) -> list[str]:
    """Names for a record's header: each a short line."""
    plain = (" ".join(each.shown.replace(";", ",").split()) for each in seats)
    return [name or f"Player {seat}" for seat, name in enumerate(plain, 1)]
