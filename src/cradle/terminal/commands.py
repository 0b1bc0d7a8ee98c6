"""What can be typed besides moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from cradle import i18n
from cradle.table import Refusal
from cradle.terminal import forecasts, help_texts, picture, saves
from cradle.terminal.menu import is_number
from cradle.terminal.palette import named
from cradle.terminal.scores import standing
from cradle.terminal.seats import hints, is_human
from cradle.terminal.session import Quit, Session

LINES = 20
Command = Callable[[Session, str], None]


def show_help(session: Session, rest: str) -> None:
    """Help on everything, or on a move."""
    session.screen.show(help_texts.help_on(session, rest) if rest else help_texts.overview(session))


def why(session: Session, rest: str) -> None:
    """What is closed now, by which clause."""
    session.screen.show(help_texts.closed(session))


def undo(session: Session, rest: str) -> None:
    """Take the last answer back."""
    if session.table.over or session.viewer is None:
        return
    seat = _undoer(session, session.viewer)
    try:
        session.table.undo(seat)
        while len(session.table.moves(seat)) == 1:  # what was forced isn't asked again
            session.table.undo(seat)
    except Refusal as error:
        session.complain(error.say(session.texts.lang))
        return
    session.keep()


def _undoer(session: Session, seat: int) -> int:
    """Who moved last, if that is a person too; else the one who asks."""
    marks = session.table.marks.marks
    if marks and is_human(session.save.who[marks[-1].seat]):
        return marks[-1].seat
    return seat


def log(session: Session, rest: str) -> None:
    """What happened so far; `log 50` shows more, `log all` everything."""
    lines = len(session.table.entries) * 9 if rest == "all" else LINES
    lines = int(rest) if is_number(rest) else lines
    heard = session.table.news_since(session.viewer, 0)
    latest = heard[-lines:] if lines else []
    session.screen.show(picture.told(session, latest, session.screen.size[0]))


def scores(session: Session, rest: str) -> None:
    """The points as if the game ended now, or the final ones."""
    session.screen.show(standing(session))


def board(session: Session, rest: str) -> None:
    """Redraw everything."""
    if session.table.over:
        session.screen.show(session.face.board(session.context(), *session.screen.size))
    else:
        session.chapter = None
        picture.draw(session)


def cards(session: Session, rest: str) -> None:
    """Everybody's cards one by one, or those of one player."""
    ctx = session.context()
    for seat in range(session.table.seats):
        if not rest or rest.upper() == named(seat, "").plain.strip():
            session.screen.show([named(seat, session.texts.player(seat))])
            lines = session.face.details(ctx, seat) or [Text(session.texts.say("none"))]
            session.screen.show([Text("  ").append_text(line) for line in lines])


def rules(session: Session, rest: str) -> None:
    """A clause of the rules, or the list of chapters."""
    session.screen.show(help_texts.rules(session, rest))


def hint(session: Session, rest: str) -> None:
    """What a bot would do."""
    if session.table.over or session.viewer is None:
        return
    found = hints(session.table, session.viewer, session.texts.lang)
    if not found:
        session.whisper(session.texts.say("no-hint"))
    for weighed, reason in found:
        session.say(
            session.texts.say(
                "hint",
                move=session.texts.move(weighed.move),
                chance=round(100 * weighed.chance),
                points=round(weighed.points),
            )
        )
        if reason:
            session.say(f"  {reason}")


def odds(session: Session, rest: str) -> None:
    """Exact odds before a choice: `odds hunt 3`."""
    if session.table.over or session.viewer is None:
        return
    try:
        session.screen.show(forecasts.lines(session, session.viewer, rest))
    except Refusal as error:
        session.complain(f"{error.say(session.texts.lang)} {forecasts.usage(session)}".strip())


def save(session: Session, rest: str) -> None:
    """Keep the game in a file."""
    _write(session, Path(rest) if rest else session.path, session.save.text(), "saved")


def record(session: Session, rest: str) -> None:
    """Write the record of the game."""
    path = Path(rest) if rest else session.path.with_name(f"{session.path.stem}.txt")
    _write(session, path, session.table.record, "recorded")


def _write(session: Session, path: Path, content: str, key: str) -> None:
    try:
        written = saves.write(path, content)
    except Refusal as error:
        session.complain(error.say(session.texts.lang))
    else:
        session.say(session.texts.say(key))
        how = "replay" if key == "recorded" else "play --resume"
        session.screen.show([Text(f"  cradle {how} {saves.shown(written)}")])


def lang(session: Session, rest: str) -> None:
    """Another language at once."""
    if rest not in i18n.LANGUAGES:
        session.complain(session.texts.say("languages", languages=", ".join(i18n.LANGUAGES)))
        return
    session.texts.lang = session.save.lang = rest
    session.keep()
    if session.table.over:
        scores(session, "")
    else:
        board(session, "")


def more(session: Session, rest: str) -> None:
    """The next page of a long menu."""
    if session.table.over:
        return
    session.menu.turn()
    picture.open_menu(session, session.menu)


def moves(session: Session, rest: str) -> None:
    """The menu again."""
    if not session.table.over:
        picture.open_menu(session, session.fresh_menu())


def leave(session: Session, rest: str) -> None:
    """Keep the game and leave."""
    raise Quit


COMMANDS: dict[str, Command] = {
    "help": show_help,
    "why": why,
    "undo": undo,
    "log": log,
    "scores": scores,
    "board": board,
    "cards": cards,
    "rules": rules,
    "hint": hint,
    "odds": odds,
    "more": more,
    "moves": moves,
    "save": save,
    "record": record,
    "lang": lang,
    "quit": leave,
}
ALIASES = {"?": "help", "exit": "quit", "back": "moves", "0": "moves", "+": "more", "q": "quit"}


def find(word: str) -> Command | None:
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
