"""How a game looks that brings no face of its own: its view as text, its moves as a menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from cradle.i18n.catalogue import readable, spaced
from cradle.kernel.notation import verb
from cradle.kernel.step import Move
from cradle.terminal import palette
from cradle.terminal.context import Context
from cradle.terminal.face import Face
from cradle.terminal.layout import Block, block, fit, joined, table, wrapped

MANY = 12  # moves, from which on they are offered by their verbs
PLAYERS = "players"
SEAT = "seat"


def board(ctx: Context, width: int, height: int) -> Block:
    """Every field of the view on a line of its own, and the players in a table."""
    lines, players = [Text(ctx.texts.title(), style=palette.TITLE)], _players(ctx)
    for name, value in ctx.view.items():
        if name != SEAT and not (players and name == PLAYERS):
            lines += wrapped(_line(ctx, name, value), width, indent=2)
    return block([*lines, *(_table(ctx, players, width) if players else [])], width)


def _players(ctx: Context) -> list[dict[str, Any]]:
    """What the view says of each player, if it has such a list."""
    found = ctx.view.get(PLAYERS)
    listed = isinstance(found, list) and all(isinstance(each, dict) for each in found)
    return found if found and listed else []


def _line(ctx: Context, name: str, value: Any) -> Text:
    return Text.assemble((f"{readable(name)}: ", palette.HEAD), said(ctx, name, value))


def said(ctx: Context, name: str, value: Any) -> str:
    """A value of a view in words."""
    if value is None or value == [] or value == {}:
        return palette.FREE
    if isinstance(value, dict):
        return ", ".join(f"{_term(ctx, name, key)} {said(ctx, key, value[key])}" for key in value)
    if isinstance(value, list):
        return ", ".join(said(ctx, name, each) for each in value)
    if name in (SEAT, "asked", "turn", "answered", "first") and type(value) is int:
        return ctx.texts.player(value)
    return _term(ctx, name, value) if isinstance(value, str) else str(value).replace("-", "−")


def _term(ctx: Context, topic: str, name: str) -> str:
    return spaced(ctx.texts.term(topic, name))


def _table(ctx: Context, players: list[dict[str, Any]], width: int) -> Block:
    """A row a player; turned on its side where that is too wide."""
    names = [name for name in players[0] if name != SEAT]
    heads = [Text(spaced(name), palette.HEAD) for name in names]
    rows = [
        [_name(ctx, seat), *(Text(said(ctx, name, player[name])) for name in names)]
        for seat, player in enumerate(players)
    ]
    lines = table([Text(), *heads], rows, 1)
    if lines[0].cell_len <= width:
        return lines
    return [fit(line, width) for row in rows for line in _paragraph(row, heads)]


def _paragraph(row: Sequence[Text], heads: Sequence[Text]) -> Iterator[Text]:
    yield row[0]
    for head, cell in zip(heads, row[1:], strict=True):
        yield joined(["  ", head, cell])


def _name(ctx: Context, seat: int) -> Text:
    return palette.named(seat, ctx.texts.player(seat))


def grouped(ctx: Context, moves: Sequence[Move]) -> list[list[Move]]:
    """One by one; many of several kinds by their verbs."""
    groups: dict[object, list[Move]] = {}
    for move in moves:
        groups.setdefault(type(move), []).append(move)
    if len(moves) <= MANY or len(groups) == 1:
        return [[move] for move in moves]
    return list(groups.values())


def label(ctx: Context, moves: Sequence[Move]) -> Text:
    """An entry of the menu: a move in words, or so many of a kind."""
    if len(moves) == 1:
        return one(ctx, moves[0])
    return joined([readable(verb(type(moves[0]))), Text(f"({len(moves)})", palette.HEAD)])


def one(ctx: Context, move: Move) -> Text:
    """A move in words."""
    return Text(ctx.texts.move(move))


def about(ctx: Context) -> list[Text]:
    """The board tells it."""
    return []


def details(ctx: Context, seat: int) -> list[Text]:
    """What a player has, field by field."""
    players = _players(ctx)
    mine = players[seat] if players else {}
    return [_line(ctx, name, value) for name, value in mine.items() if name != SEAT]


def chapter(ctx: Context) -> object:
    """A round."""
    return ctx.table.game.rounds(ctx.table.state)


def has_secrets(ctx: Context) -> bool:
    """Whether a spectator would see anything otherwise."""
    seen, known = ctx.view, ctx.table.view(None)
    return any(seen[name] != known.get(name) for name in seen if name != SEAT)


FACE = Face(
    board=board,
    grouped=grouped,
    label=label,
    one=one,
    about=about,
    details=details,
    chapter=chapter,
    has_secrets=has_secrets,
)
