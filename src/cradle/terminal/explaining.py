"""Help: the commands, what a move does by its clause, and why something is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from cradle import i18n
from cradle.kernel.notation import clause_of, verb
from cradle.kernel.step import Move
from cradle.terminal.layout import Block, wrapped
from cradle.terminal.palette import HEAD, NUMBER, TITLE

if TYPE_CHECKING:
    from cradle.terminal.session import Session

EXAMPLES = {
    "stone-age": {"clause": "S-P5", "verb": "send", "move": "forest 2"},
    "hadara": {"clause": "H-C3", "verb": "buy", "move": "buy yellow"},
}
TOPICS = ("move", "help", "why", "undo", "log", "scores", "board", "cards", "rules", "hint",
          "save", "record", "lang", "quit")  # fmt: skip


def overview(session: Session) -> Block:
    """All that can be typed, and what the signs mean."""
    speech, width = session.speech, session.screen.size[0]
    examples = EXAMPLES[session.table.game.name]
    lines: Block = []
    for topic in TOPICS:
        usage, _, meaning = speech.say(f"help.{topic}", **examples).partition(" – ")
        line = Text.assemble((f"{usage:<18} ", NUMBER), meaning)
        lines += wrapped(line, width, indent=19)
    legend = speech.say(f"legend.{session.table.game.name}")
    return [*lines, *wrapped(Text(legend, style=HEAD), width)]


def help_on(session: Session, asked: str) -> Block:
    """What a move does, with its clause."""
    found = [] if session.table.over else session.menu.find(asked)
    if not found and not session.table.over:
        found = [move for move in session.menu.moves if verb(type(move)) == asked.lower()]
    if not found:
        return _help_by_verb(session, asked)
    shown: Block = []
    if len(found) == 1:
        shown = [_move_line(session, found[0])]
    return [*shown, *_clauses(session, found)]


def _move_line(session: Session, move: Move) -> Text:
    return Text.assemble((session.speech.move(move), TITLE), (f"  ·  {move.text}", HEAD))


def _clauses(session: Session, moves: list[Move]) -> Block:
    sight = session.menu.sight
    ids = dict.fromkeys(clause_of(move, sight.step) for move in moves)
    return [line for each in list(ids)[:3] for line in clause(session, each)]


def _help_by_verb(session: Session, asked: str) -> Block:
    if i18n.clause(session.table.game.name, asked) is not None:
        return clause(session, asked)
    if asked.lower() in session.table.game.grammar:
        return [Text(session.speech.say("not-now", verb=asked.lower()))]
    return [Text(f"✗ {session.speech.say('no-help', word=asked[:40])}")]


def clause(session: Session, id: str) -> Block:
    """A clause: id, title, text, and the ruling if there is one."""
    found = session.speech.clause(id)
    if found is None:
        near = ", ".join(_near(session, id)[:8])
        return [Text(f"✗ {session.speech.say('no-clause', clause=id[:20], near=near)}")]
    width = session.screen.size[0]
    lines = [Text(f"{found.id} · {found.title}", style=TITLE), *wrapped(found.text, width)]
    if found.ruling:
        ruling = f"{i18n.say(session.speech.lang, 'common.ruling')}: {found.ruling}"
        lines += wrapped(Text(ruling, style=HEAD), width)
    return lines


def _near(session: Session, id: str) -> list[str]:
    known = i18n.clauses(session.table.game.name)
    return [each for each in known if each.startswith(id.upper()[:3])] or list(known)


def rules(session: Session, id: str) -> Block:
    """One clause, or the chapters with the ids of their clauses."""
    if id:
        return clause(session, id)
    lines: Block = []
    for title, ids in i18n.chapters(session.table.game.name, session.speech.lang):
        line = Text.assemble((f"{title}: ", TITLE), (" ".join(ids), HEAD))
        lines += wrapped(line, session.screen.size[0], indent=2)
    return lines


def closed(session: Session) -> Block:
    """Everything that is closed now, with reason and clause."""
    if session.table.over or session.viewer is None:
        return []
    lines: Block = []
    for each in session.table.closed(session.viewer):
        line = Text(session.speech.closed(each)).append(f" ({each.clause})", HEAD)
        lines += wrapped(line, session.screen.size[0], indent=2)
    return lines or [Text(session.speech.say("nothing-closed"))]
