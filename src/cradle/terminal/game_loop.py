"""The course of a game in the terminal: whose turn it is, what they type, and the end."""

from __future__ import annotations

from cradle.kernel.step import Move
from cradle.table import Refusal
from cradle.terminal import commands, picture, saves, scores
from cradle.terminal.helper import Helper
from cradle.terminal.menu import SEVERAL, Menu, completions
from cradle.terminal.seats import is_human
from cradle.terminal.session import Quit, Session

INTERRUPTED = 130
LATEST = 12  # pieces of news before the scores
LEFT = 4  # rows for what can be typed then


def run(session: Session) -> int:
    """Play to the end, or until the player leaves; nothing is lost either way."""
    try:
        session.keep()
        if session.trouble is None:
            session.notice(session.texts.say("kept-at", file=saves.shown(session.path)))
        while not session.table.over:
            go_on(session)
        session.keep()
        finish(session)
    except (Quit, EOFError):
        session.leave()
    except KeyboardInterrupt:
        session.leave()
        return INTERRUPTED
    finally:
        session.bots.close()
    return 0


def go_on(session: Session) -> None:
    """Let the next seat answer: the people first, and the one at the keyboard before others."""
    asked = session.table.asked
    people = [seat for seat in asked if is_human(session.save.who[seat])]
    if not people:
        _let_bot_move(session, asked[0])
    elif session.viewer in people:
        ask(session, session.viewer)
    else:
        ask(session, people[0])


def _let_bot_move(session: Session, seat: int) -> None:
    """A bot that chooses by seed and ply alone would choose the same again: no need to keep."""
    if session.bots.is_quick(seat):
        session.table.submit(seat, session.bots.choose(seat))
        session.unkept = True
        return
    player = session.texts.player(seat)
    if session.screen.live:
        session.whisper(f"{player} …")
    session.submit(seat, session.bots.choose(seat))
    if seat in session.bots.failed:
        session.notice(session.texts.say("no-answer", player=player))


# One person's turn.


def ask(session: Session, seat: int) -> None:
    """Ask one person until something has happened."""
    if _is_forced(session, seat):
        return
    if session.unkept:
        session.keep()
    hand_over(session, seat)
    session.viewer = seat
    picture.draw(session)
    if session.hints:
        answer(session, "hint")
    plies, helper = len(session.table.entries), helper_of(session)
    while len(session.table.entries) == plies and not session.table.over:
        answer(session, session.screen.ask(f"{session.texts.player(seat)} > ", helper))


def _is_forced(session: Session, seat: int) -> bool:
    """Where there is nothing to choose nobody is asked; everybody is told."""
    moves = session.table.moves(seat)
    if len(moves) != 1 or session.table.state.sealed:
        return False
    texts = session.texts
    facts = {"player": texts.player(seat), "move": texts.move(moves[0])}
    session.notice(texts.say("forced", **facts))
    session.submit(seat, moves[0])
    return True


def hand_over(session: Session, seat: int) -> None:
    """Another person comes to the keyboard: nothing of the one before stays on the screen."""
    people = [other for other, who in enumerate(session.save.who) if is_human(who)]
    if session.viewer == seat or len(people) < 2:
        return
    if picture.is_secret(session, seat):
        _wait_for(session, seat)
    elif session.viewer is not None:
        session.screen.hide()


def _wait_for(session: Session, seat: int) -> None:
    """Hide everything until the next person is there."""
    session.screen.hide()
    session.say(session.texts.say("pass-keyboard", player=session.texts.player(seat)))
    session.screen.ask(session.texts.say("press-enter"))
    session.screen.hide()


def answer(session: Session, typed: str) -> None:
    """Do what was typed: a move, a command, or one line that says why not."""
    if not typed:
        if session.menu.inside:
            picture.open_menu(session, session.fresh_menu())
        return
    word, _, rest = typed.partition(" ")
    command = commands.find(word)
    if command is None:
        _choose(session, session.menu.find(typed), typed)
    else:
        command(session, rest)


def _choose(session: Session, found: list[Move], typed: str) -> None:
    assert session.viewer is not None
    if len(found) == 1:
        session.told[session.viewer] = len(session.table.log.told[session.viewer])
        session.notices.clear()
        session.submit(session.viewer, found[0])
    elif found and session.menu.is_group(found):
        picture.open_menu(session, Menu(session.context(), session.face, found))
    elif found:
        labels = session.menu.labels(found)
        some = "; ".join(labels[:SEVERAL]) + ("; …" if len(labels) > SEVERAL else "")
        session.complain(session.texts.say("several", moves=some))
    else:
        _refuse(session, typed)


def _refuse(session: Session, typed: str) -> None:
    assert session.viewer is not None
    if typed.isdecimal():
        last = len(session.menu.choices)
        session.complain(session.texts.say("no-number", first=1, last=last))
        return
    try:
        session.submit(session.viewer, typed.lower())
    except Refusal as error:
        more = session.texts.say("type-help")
        session.complain(f"{error.say(session.texts.lang)} {more}")


def helper_of(session: Session) -> Helper:
    """Help while typing."""

    def complete(typed: str) -> list[str]:
        menu = session.menu
        return completions(menu.ctx, menu.moves, typed) + commands.completions(session, typed)

    def preview(typed: str) -> str:
        found = session.menu.find(typed) if typed.strip() else []
        if len(found) == 1:
            return f"{session.texts.move(found[0])}  ·  {found[0].text}"
        if found:
            return session.texts.say("preview-group", count=len(found))
        return session.texts.say("preview-none")

    return Helper(complete, preview)


# The end.


def finish(session: Session) -> None:
    """Show the end, and let the players look around before they leave."""
    width, height = session.screen.size
    standing = scores.standing(session)
    if session.screen.live:
        session.screen.clear()
    heard = session.table.news_since(session.viewer, 0)
    latest = [each for each in heard if each["kind"] not in session.face.in_scores][-LATEST:]
    rows = max(0, height - len(standing) - LEFT) if session.screen.live else LATEST
    session.viewer = None
    session.screen.show(picture.told(session, latest, width)[-rows:] if rows else [])
    session.screen.show(standing)
    session.say(session.texts.say("after-end"))
    helper = Helper(lambda typed: commands.completions(session, typed), lambda _: "")
    while True:
        _look_back(session, session.screen.ask("> ", helper))


def _look_back(session: Session, typed: str) -> None:
    word, _, rest = typed.partition(" ")
    command = commands.find(word) if typed else commands.leave
    if command is None:
        session.complain(session.texts.say("over"))
    else:
        command(session, rest)
