"""The scores: as they stand, or in the end."""

from __future__ import annotations

from random import Random

from rich.text import Text

from cradle import i18n
from cradle.kernel.game import Score, ranked
from cradle.terminal import palette
from cradle.terminal.layout import Block, table
from cradle.terminal.session import Session

WORLDS = 8


def standing(session: Session) -> Block:
    """Points by category, their total and the ranks; who has won if it is over."""
    scores = session.table.scores or _so_far(session)
    lines = [_title(session), *_table(session, scores)]
    return [*lines, _winners(session, scores)] if session.table.over else lines


def _title(session: Session) -> Text:
    key = "final" if session.table.over else "standing"
    return Text(session.texts.say(key), style=palette.TITLE)


def _so_far(session: Session) -> list[Score]:
    """What each would score now, as far as the person at the keyboard may know."""
    players = session.context().view.get("players", [])
    if players and all("score" in player for player in players):
        shown = [player["score"] for player in players]
        return ranked([score.get("parts", score) for score in shown], [0] * len(players))
    return ranked(_certain(session), [0] * session.table.seats)


def _certain(session: Session) -> list[dict[str, int]]:
    """The points that each has whatever is hidden: the fewest in several imagined worlds."""
    game, state = session.table.game, session.table.state
    worlds = [game.imagine(state, session.viewer, Random(seed)) for seed in range(WORLDS)]
    scored = [game.scores(world) for world in worlds]
    return [
        {part: min(scores[seat].parts[part] for scores in scored) for part in scored[0][seat].parts}
        for seat in range(session.table.seats)
    ]


def _table(session: Session, scores: list[Score]) -> Block:
    head = [Text(), *(palette.named(s.seat, session.texts.player(s.seat)) for s in scores)]
    rows = [
        [Text(session.texts.label(f"score.{part}")), *(_number(s.parts[part]) for s in scores)]
        for part in scores[0].parts
    ]
    rows.append(_row(session, "total", [Text(str(s.total), style="bold") for s in scores]))
    if session.table.over:
        rows.append(_row(session, "tie", [_number(s.tie) for s in scores]))
        rows.append(_row(session, "rank", [Text(f"{s.rank}.", style="bold") for s in scores]))
    return table(head, rows, 1, 3)


def _row(session: Session, key: str, cells: list[Text]) -> list[Text]:
    return [Text(i18n.say(session.texts.lang, f"common.{key}"), style="bold"), *cells]


def _number(number: int) -> Text:
    return Text(str(number).replace("-", "−")) if number else Text(palette.FREE, palette.HEAD)


def _winners(session: Session, scores: list[Score]) -> Text:
    best = [session.texts.player(s.seat) for s in scores if s.rank == 1]
    key = "winner" if len(best) == 1 else "winners"
    points = max(score.total for score in scores)
    return Text(session.texts.say(key, players=best, points=points), style="bold")
