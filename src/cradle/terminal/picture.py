"""The picture of a turn: board, what happened, what is asked, and the menu, in so many rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from cradle.terminal import palette
from cradle.terminal.layout import Block, block, fit, joined, wrapped
from cradle.terminal.menu import Menu
from cradle.terminal.session import Session

PROMPT_ROWS = 2  # the line being typed, and the preview under it
FEWEST_NEWS = 2
FEWEST_MENU = 3
ALL = 10_000


def draw(session: Session) -> None:
    """Redraw everything."""
    session.menu = session.fresh_menu()
    if session.screen.live:
        session.screen.clear()
    session.screen.show(whole(session))
    session.chapter = session.face.chapter(session.menu.ctx)


def open_menu(session: Session, opened: Menu) -> None:
    """Show another menu, or another page of it."""
    session.menu = opened
    if session.screen.live:
        session.screen.clear()
        session.screen.show(whole(session))
    else:
        session.screen.show(menu(session))


def whole(session: Session) -> Block:
    """Everything, fitted into the screen; when piped, the board only where a chapter begins."""
    ctx = session.menu.ctx
    width, height = session.screen.size
    if not session.screen.live:
        new = session.chapter != session.face.chapter(ctx)
        board = session.face.board(ctx, width, height) if new else []
        return [*board, *news(session, width, ALL), *menu(session)]
    board = session.face.board(ctx, width, height)
    asked = question(session, width)
    room = max(height - PROMPT_ROWS - len(board) - len(asked), FEWEST_MENU + FEWEST_NEWS)
    entries = session.menu.lines(width, max(FEWEST_MENU, room - FEWEST_NEWS))
    told = news(session, width, max(FEWEST_NEWS, room - len(entries)))
    return [*board, *told, *asked, *entries]


def menu(session: Session) -> Block:
    """What is asked, and the answers."""
    width, height = session.screen.size
    rows = height - 6 if session.screen.live else ALL
    return [*question(session, width), *session.menu.lines(width, rows)]


def question(session: Session, width: int) -> Block:
    """Whose turn it is, what is asked, and what it is about."""
    ctx, texts = session.menu.ctx, session.texts
    assert ctx.seat is not None
    step = session.table.step(ctx.seat) or {}
    name = palette.named(ctx.seat, texts.player(ctx.seat))
    asks = Text(texts.prompt(step), style="bold")
    lines = [joined([Text("▸"), joined([name, asks], " · ")])]
    for about in session.face.about(ctx):
        lines += wrapped(about, width)
    return block(lines, width)


def news(session: Session, width: int, rows: int) -> Block:
    """What happened since this person's last answer; packed, then cut, if it doesn't all fit."""
    assert session.viewer is not None
    heard = session.table.news_since(session.viewer, session.told[session.viewer])
    if not session.screen.live:
        return [*told(session, heard, width), *_notices(session, width)]
    heard = [each for each in heard if each["kind"] not in session.face.on_board]
    lines = packed(session, heard, width, across=False) + _notices(session, width)
    if len(lines) > rows:
        lines = packed(session, heard, width, across=True) + _notices(session, width)
    if len(lines) <= rows:
        return lines
    hidden = len(lines) - rows + 1
    while hidden < len(lines) and lines[hidden].plain.startswith("  "):  # the rest of a sentence
        hidden += 1
    earlier = Text(session.texts.say("earlier", count=hidden), style=palette.HEAD)
    return [fit(earlier, width), *lines[hidden:]]


def _notices(session: Session, width: int) -> Block:
    texts = [Text(notice, palette.HEAD) for notice in session.notices]
    if not session.screen.live:
        return texts
    return [line for text in texts for line in wrapped(text, width)]


def is_secret(session: Session, seat: int) -> bool:
    """Whether the picture for this seat would tell what the others may not know."""
    if session.face.has_secrets(session.context(seat)):
        return True
    heard = session.table.news_since(seat, session.told[seat])
    known = session.table.news_since(None, 0)
    return any(each not in known for each in heard)


def told(session: Session, heard: Sequence[dict[str, Any]], width: int) -> Block:
    """News in words, each on a line of its own."""
    lines = (joined([_mark(each), session.texts.tell(each)]) for each in heard)
    return [part for line in lines for part in wrapped(line, width, indent=2)]


def packed(session: Session, heard: Sequence[dict[str, Any]], width: int, across: bool) -> Block:
    """News in words, what one player did in a row on one line; if need be `across` players."""
    lines: list[Text] = []
    doer: object = None
    for each in heard:
        same = each.get("seat") == doer
        sentence = Text(session.texts.tell(each))
        marked = joined([_mark(each), sentence])
        more = sentence if same else marked
        room = bool(lines) and lines[-1].cell_len + 1 + more.cell_len <= width
        if room and (same or across):
            lines[-1].append(" ").append_text(more)
        else:
            lines += wrapped(marked, width, indent=2)
        doer = each.get("seat")
    return [fit(line, width) for line in lines]


def _mark(news: dict[str, Any]) -> Text:
    seat = news.get("seat")
    return palette.meeple(seat) if isinstance(seat, int) else Text("·", style=palette.HEAD)
