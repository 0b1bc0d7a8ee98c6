"""The scores: as they stand, and at the end line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from cradle import i18n
from cradle.kernel.game import Score, ranked
from cradle.terminal import commands, palette, picture
from cradle.terminal.layout import Block, table
from cradle.terminal.screens import Helper

if TYPE_CHECKING:
    from cradle.terminal.session import Session

LATEST = 12  # pieces of news before the scores
IN_THE_TABLE = {"scored", "won"}
LEFT = 4  # rows for what can be typed now


def finish(session: Session) -> None:
    """Show the end, and let the players look around before they leave."""
    width, height = session.screen.size
    scores = standing(session)
    if session.screen.live:
        session.screen.clear()
    heard = session.table.news_since(session.viewer, 0)
    latest = [each for each in heard if each["kind"] not in IN_THE_TABLE][-LATEST:]
    rows = max(0, height - len(scores) - LEFT) if session.screen.live else LATEST
    session.viewer = None
    session.screen.show(picture.told(session, latest, width)[-rows:] if rows else [])
    session.screen.show(scores)
    session.say(session.speech.say("after-end"))
    while True:
        typed = session.screen.ask(
            "> ", Helper(lambda said: _complete(session, said), lambda _: "")
        )
        word, _, rest = typed.partition(" ")
        command = commands.find(word) if typed else commands.leave
        if command is None:
            session.complain(session.speech.say("over"))
        else:
            command(session, rest)


def _complete(session: Session, typed: str) -> list[str]:
    return commands.completions(session, typed)


def standing(session: Session) -> Block:
    """Points by category, their total and the ranks; who has won if it is over."""
    scores = session.table.scores or _so_far(session)
    lines = [_title(session), *_table(session, scores)]
    return [*lines, _winners(session, scores)] if session.table.over else lines


def _title(session: Session) -> Text:
    key = "final" if session.table.over else "standing"
    return Text(session.speech.say(key), style=palette.TITLE)


def _so_far(session: Session) -> list[Score]:
    """What each would score now, as far as the person at the keyboard may know."""
    players = session.sight().view["players"]
    return ranked([_parts(player["score"]) for player in players], [0] * len(players))


def _parts(score: dict[str, Any]) -> dict[str, int]:
    parts: dict[str, int] = score.get("parts", score)
    return parts


def _table(session: Session, scores: list[Score]) -> Block:
    head = [Text(), *(palette.named(s.seat, session.speech.player(s.seat)) for s in scores)]
    rows = [
        [Text(session.speech.game_say(f"score.{part}")), *(_number(s.parts[part]) for s in scores)]
        for part in scores[0].parts
    ]
    rows.append(_row(session, "total", [Text(str(s.total), style="bold") for s in scores]))
    if session.table.over:
        rows.append(_row(session, "tie", [_number(s.tie) for s in scores]))
        rows.append(_row(session, "rank", [Text(f"{s.rank}.", style="bold") for s in scores]))
    return table(head, rows, 1, 3)


def _row(session: Session, key: str, cells: list[Text]) -> list[Text]:
    return [Text(i18n.say(session.speech.lang, f"common.{key}"), style="bold"), *cells]


def _number(number: int) -> Text:
    return Text(str(number).replace("-", "−")) if number else Text(palette.FREE, palette.HEAD)


def _winners(session: Session, scores: list[Score]) -> Text:
    best = [session.speech.player(s.seat) for s in scores if s.rank == 1]
    key = "winner" if len(best) == 1 else "winners"
    points = max(score.total for score in scores)
    return Text(session.speech.say(key, players=best, points=points), style="bold")
