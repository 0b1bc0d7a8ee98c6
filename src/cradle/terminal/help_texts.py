"""Help: the commands, what a move does by its clause, and why something is closed."""

from __future__ import annotations

from rich.text import Text

from cradle import i18n, odds
from cradle.kernel.notation import clause_of, verb
from cradle.kernel.step import Move
from cradle.terminal.layout import Block, wrapped
from cradle.terminal.palette import HEAD, NUMBER, TITLE
from cradle.terminal.session import Session

TOPICS = ("move", "help", "why", "undo", "log", "scores", "board", "cards", "rules", "hint", "odds",
          "save", "record", "lang", "quit")  # fmt: skip


def overview(session: Session) -> Block:
    """All that can be typed, and what the signs mean."""
    texts, width = session.texts, session.screen.size[0]
    examples = _examples(session)
    lines: Block = []
    for topic in TOPICS:
        usage, _, meaning = texts.say(f"help.{topic}", **examples).partition(" – ")
        line = Text.assemble((f"{usage:<18} ", NUMBER), meaning)
        lines += wrapped(line, width, indent=19)
    legend = f"terminal.legend.{session.table.game.name}"
    told = i18n.say(texts.lang, legend) if i18n.has(legend) else ""
    return [*lines, *(wrapped(Text(told, style=HEAD), width) if told else [])]


def _examples(session: Session) -> dict[str, str]:
    """A verb, a move and a clause of this game, for the sentences."""
    game = session.table.game
    verbs, clauses = list(game.grammar), list(i18n.clauses(game.name))
    defaults = {"verb": verbs[0], "move": verbs[0], "clause": clauses[0] if clauses else "…"}
    defaults["question"] = next(iter(odds.examples(game.name)), "…")
    return defaults | dict(session.face.examples)


def help_on(session: Session, asked: str) -> Block:
    """What a move does, with its clause."""
    found = [] if session.table.over else session.menu.find(asked)
    if not found and not session.table.over:
        found = [move for move in session.menu.moves if verb(type(move)) == asked.lower()]
    if not found:
        return _help_by_verb(session, asked)
    shown = [_move_line(session, found[0])] if len(found) == 1 else []
    return [*shown, *_clauses(session, found)] or _no_help(session, asked)


def _move_line(session: Session, move: Move) -> Text:
    return Text.assemble((session.texts.move(move), TITLE), (f"  ·  {move.text}", HEAD))


def _clauses(session: Session, moves: list[Move]) -> Block:
    ctx = session.menu.ctx
    ids = dict.fromkeys(clause_of(move, ctx.step) for move in moves)
    known = [each for each in ids if session.texts.clause(each)]
    return [line for each in known[:3] for line in clause(session, each)]


def _help_by_verb(session: Session, asked: str) -> Block:
    if i18n.clause(session.table.game.name, asked) is not None:
        return clause(session, asked)
    if asked.lower() in session.table.game.grammar:
        return [Text(session.texts.say("not-now", verb=asked.lower()))]
    return _no_help(session, asked)


def _no_help(session: Session, asked: str) -> Block:
    return [Text(f"✗ {session.texts.say('no-help', word=asked[:40])}")]


def clause(session: Session, id: str) -> Block:
    """A clause: id, title, text, and the ruling if there is one."""
    found = session.texts.clause(id)
    if found is None:
        near = ", ".join(_near(session, id)[:8])
        return [Text(f"✗ {session.texts.say('no-clause', clause=id[:20], near=near)}")]
    width = session.screen.size[0]
    lines = [Text(f"{found.id} · {found.title}", style=TITLE), *wrapped(found.text, width)]
    if found.ruling:
        ruling = f"{i18n.say(session.texts.lang, 'common.ruling')}: {found.ruling}"
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
    for title, ids in i18n.chapters(session.table.game.name, session.texts.lang):
        line = Text.assemble((f"{title}: ", TITLE), (" ".join(ids), HEAD))
        lines += wrapped(line, session.screen.size[0], indent=2)
    return lines or [Text(session.texts.say("none"))]


def closed(session: Session) -> Block:
    """Everything that is closed now, with reason and clause."""
    if session.table.over or session.viewer is None:
        return []
    lines: Block = []
    for each in session.table.closed(session.viewer):
        line = Text(session.texts.closed(each)).append(f" ({each.clause})", HEAD)
        lines += wrapped(line, session.screen.size[0], indent=2)
    return lines or [Text(session.texts.say("nothing-closed"))]
