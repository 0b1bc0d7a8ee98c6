"""What can be typed besides moves. A command says whether it took the line for itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from cradle import i18n
from cradle.table import Refusal
from cradle.terminal import ending, explaining, picture, saves
from cradle.terminal.menu import Menu, is_number
from cradle.terminal.palette import named
from cradle.terminal.seats import hints, is_human

if TYPE_CHECKING:
    from cradle.terminal.session import Session

LINES = 20


def show_help(session: Session, rest: str) -> bool:
    """Help on everything, or on a move."""
    session.screen.show(explaining.help_on(session, rest) if rest else explaining.overview(session))
    return True


def why(session: Session, rest: str) -> bool:
    """What is closed now, by which clause."""
    session.screen.show(explaining.closed(session))
    return True


def undo(session: Session, rest: str) -> bool:
    """Take the last answer back."""
    assert session.viewer is not None
    seat = _undoer(session, session.viewer)
    try:
        session.table.undo(seat)
        while len(session.table.moves(seat)) == 1:  # what was forced isn't asked again
            session.table.undo(seat)
    except Refusal as error:
        session.complain(error.say(session.speech.lang))
        return True
    session.keep()
    return True


def _undoer(session: Session, seat: int) -> int:
    """Who moved last, if that is a person too; else the one who asks."""
    marks = session.table.marks.marks
    if marks and is_human(session.save.who[marks[-1].seat]):
        return marks[-1].seat
    return seat


def log(session: Session, rest: str) -> bool:
    """What happened so far; `log 50` shows more, `log all` everything."""
    lines = len(session.table.entries) * 9 if rest == "all" else LINES
    lines = int(rest) if is_number(rest) else lines
    heard = session.table.news_since(session.viewer, 0)
    latest = heard[-lines:] if lines else []
    session.screen.show(picture.told(session, latest, session.screen.size[0]))
    return True


def scores(session: Session, rest: str) -> bool:
    """The points as if the game ended now, or the final ones."""
    session.screen.show(ending.standing(session))
    return True


def board(session: Session, rest: str) -> bool:
    """Everything anew."""
    if session.table.over:
        session.screen.show(session.face.board(session.sight(), *session.screen.size))
    else:
        session.stage = None
        session.look()
    return True


def cards(session: Session, rest: str) -> bool:
    """Everybody's cards one by one, or those of one player."""
    sight = session.sight()
    for seat in range(session.table.seats):
        if not rest or rest.upper() == named(seat, "").plain.strip():
            session.screen.show([named(seat, session.speech.player(seat))])
            lines = session.face.details(sight, seat) or [Text(session.speech.say("none"))]
            session.screen.show([Text("  ").append_text(line) for line in lines])
    return True


def rules(session: Session, rest: str) -> bool:
    """A clause of the rules, or the list of chapters."""
    session.screen.show(explaining.rules(session, rest))
    return True


def hint(session: Session, rest: str) -> bool:
    """What a bot would do."""
    if session.table.over or session.viewer is None:
        return True
    found = hints(session.table, session.viewer, session.speech.lang)
    if not found:
        session.whisper(session.speech.say("no-hint"))
    for weighed, reason in found:
        session.say(
            session.speech.say(
                "hint",
                move=session.speech.move(weighed.move),
                chance=round(100 * weighed.chance),
                points=round(weighed.points),
            )
        )
        session.say(f"  {reason}")
    return True


def save(session: Session, rest: str) -> bool:
    """Keep the game in a file."""
    path = Path(rest).expanduser() if rest else session.path
    return _written(session, path, session.save.text(), "saved")


def record(session: Session, rest: str) -> bool:
    """Write the record of the game."""
    path = Path(rest).expanduser() if rest else session.path.with_suffix(".txt")
    return _written(session, path, session.table.record, "recorded")


def _written(session: Session, path: Path, content: str, key: str) -> bool:
    try:
        saves.write(path, content)
    except Refusal as error:
        session.complain(error.say(session.speech.lang))
    else:
        session.say(session.speech.say(key))
        how = "replay" if key == "recorded" else "play --resume"
        session.screen.show([Text(f"  cradle {how} {saves.shown(path)}")])
    return True


def lang(session: Session, rest: str) -> bool:
    """Another language at once."""
    if rest not in i18n.LANGUAGES:
        session.complain(session.speech.say("languages", languages=", ".join(i18n.LANGUAGES)))
        return True
    session.speech.lang = session.save.lang = rest
    session.keep()
    return board(session, "") if not session.table.over else scores(session, "")


def more(session: Session, rest: str) -> bool:
    """The next page of a long menu."""
    if session.table.over:
        return True
    session.menu.turn()
    session.open(session.menu)
    return True


def moves(session: Session, rest: str) -> bool:
    """The menu again."""
    if not session.table.over:
        session.open(Menu(session.sight(), session.face))
    return True


def leave(session: Session, rest: str) -> bool:
    """Keep the game and leave."""
    from cradle.terminal.session import Quit

    raise Quit


COMMANDS: dict[str, Callable[[Session, str], bool]] = {
    "help": show_help,
    "why": why,
    "undo": undo,
    "log": log,
    "scores": scores,
    "board": board,
    "cards": cards,
    "rules": rules,
    "hint": hint,
    "more": more,
    "moves": moves,
    "save": save,
    "record": record,
    "lang": lang,
    "quit": leave,
}
ALIASES = {"?": "help", "exit": "quit", "back": "moves", "0": "moves", "+": "more", "q": "quit"}


def find(word: str) -> Callable[[Session, str], bool] | None:
    """The command of this name."""
    name = word.lower()
    return COMMANDS.get(ALIASES.get(name, name))


def completions(session: Session, typed: str) -> list[str]:
    """Commands, or the words that may follow one."""
    word, mark, rest = typed.lower().partition(" ")
    if not mark:
        return [name for name in COMMANDS if name.startswith(word)] if word else []
    following = {
        "lang": list(i18n.LANGUAGES),
        "rules": list(i18n.clauses(session.table.game.name)),
        "help": list(session.table.game.grammar),
    }
    return [name for name in following.get(word, []) if name.lower().startswith(rest)]
