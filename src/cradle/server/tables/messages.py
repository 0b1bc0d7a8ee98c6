"""What clients are told: `play` messages, and tables as anyone may see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import orjson

from cradle.kernel.notation import describe
from cradle.kernel.step import Closed, Move
from cradle.server.store.tables import ENDED, Chair, Sheet
from cradle.server.tables.dice import commitment
from cradle.server.tables.live import Done, Live
from cradle.server.timestamps import now_ms
from cradle.table.table import Table

# What everybody may see of a sheet, as it is.
AS_KEPT = (
    *("id", "game", "state", "kind", "options", "visibility", "host", "rules", "hash"),
    *("created_at", "started_at", "over_at", "moved_at", "asked", "round", "seq", "ply"),
    *("undo", "rematch", "scores"),
)


def plain_scores(table: Table) -> list[dict[str, Any]] | None:
    """The final scores, or None before the end."""
    if not table.over:
        return None
    return [
        {
            "seat": score.seat,
            "total": score.total,
            "rank": score.rank,
            "tie": score.tie,
            "parts": score.parts,
        }
        for score in table.scores
    ]


@lru_cache(maxsize=20_000)
def plain_move(move: Move) -> dict[str, Any]:
    """A move as clients see it: its text, its kind and its fields. Shared: not to be changed."""
    return {"text": move.text} | describe(move)


def plain_closed(closed: Closed) -> dict[str, Any]:
    """Something a seat can't do now."""
    return {
        "subject": closed.subject,
        "clause": closed.clause,
        "reason": closed.reason,
        "numbers": dict(closed.numbers),
    }


def play_message(live: Live, listener: int | None, since: int) -> dict[str, Any]:
    """Where a table stands for one pair of eyes, and what happened since."""
    board = live.board
    assert board is not None
    known = live.knows(since)
    asked = listener is not None and listener in board.asked and live.playing
    return {
        "type": "play",
        "seq": live.sheet.seq,
        "since": since if known else 0,
        "fresh": not known,
        "ply": live.sheet.ply,
        "seat": listener,
        "news": live.news(listener, since) if known else [],
        "view": board.view(listener),
        "asked": board.asked,
        "step": board.step(listener) if asked and listener is not None else None,
        "moves": [plain_move(move) for move in board.moves(listener)] if asked else [],  # type: ignore[arg-type]
        "closed": [plain_closed(each) for each in board.closed(listener)] if asked else [],  # type: ignore[arg-type]
        "clocks": live.clocks.plain(now_ms()),
        "undo": can_undo(live, listener),
        "over": board.over,
        "scores": plain_scores(board),
    }


def plain_done(id: str | None, done: Done) -> dict[str, Any]:
    """What is answered to something that was done."""
    return {"type": "done", "id": id, "seq": done.seq, "again": done.again, "done": done.done}


def can_undo(live: Live, seat: int | None) -> bool:
    """Whether a seat's last answer can be taken back without asking anybody."""
    board = live.board
    if board is None or seat is None or not live.playing:
        return False
    if seat in board.state.sealed:
        return True
    marks = board.marks.marks
    return bool(marks) and marks[-1].seat == seat and not board.state.sealed


def play_payload(live: Live, listener: int | None, since: int) -> bytes:
    """The same as bytes, worked out once for all spectators."""
    if listener is not None or live.sheet.pace.kind != "none":
        return orjson.dumps(play_message(live, listener, since))
    if since not in live.payloads:
        live.payloads[since] = orjson.dumps(play_message(live, listener, since))
    return live.payloads[since]


def plain_chair(sheet: Sheet, chair: Chair, viewer: str | None, online: bool) -> dict[str, Any]:
    """A seat as a viewer may see it."""
    return {
        "seat": chair.seat,
        "kind": chair.kind,
        "person": chair.person,
        "name": chair.shown,
        "level": chair.level,
        "stand_in": chair.stand_in,
        "mine": viewer is not None and chair.person == viewer,
        "automatic": chair.automatic,
        "online": online,
        "words": chair.words or None,
    }


def plain_table(sheet: Sheet, viewer: str | None, live: Live | None = None) -> dict[str, Any]:
    """A table as a viewer may see it."""
    online = live.online if live is not None else {}
    shown = sheet.state in ENDED and sheet.seq > 0
    return {name: getattr(sheet, name) for name in AS_KEPT} | {
        "pace": sheet.pace.plain(),
        "seats": [
            plain_chair(sheet, chair, viewer, chair.kind == "bot" or chair.person in online)
            for chair in sheet.chairs
        ],
        "watchers": _watchers(sheet, live),
        "invite": sheet.invite if viewer == sheet.host else None,
        "from": _origin(sheet),
        "dice": {
            "commitment": commitment(sheet.secret),
            "secret": sheet.secret if shown else None,
        },
    }


def _watchers(sheet: Sheet, live: Live | None) -> int:
    if live is None:
        return 0
    seated = set(sheet.people())
    return sum(count for person, count in live.online.items() if person not in seated)


def _origin(sheet: Sheet) -> dict[str, Any] | None:
    if sheet.from_table is None:
        return None
    return {"table": sheet.from_table, "ply": sheet.from_ply}


def eyes(sheet: Sheet, viewer: str | None, wish: int | None) -> int | None:
    """Through which seat's eyes a viewer looks: a seat of theirs, or none."""
    mine = sheet.seats_of(viewer)
    if wish is not None:
        return wish if wish in mine else None
    asked = [seat for seat in mine if seat in sheet.asked]
    return asked[0] if asked else (mine[0] if mine else None)


def names_of(chairs: Sequence[Chair]) -> list[str]:
    """Names for a record's header: each a short line."""
    plain = (" ".join(chair.shown.replace(";", ",").split()) for chair in chairs)
    return [name or f"Player {seat}" for seat, name in enumerate(plain, 1)]
