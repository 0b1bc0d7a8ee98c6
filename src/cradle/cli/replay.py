"""`cradle replay`: check a record line by line, and print what came of it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from cradle import i18n
from cradle.cli.columns import columns
from cradle.table import Table
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, read_text

LONGEST_NAME = 16


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle replay`."""
    says = "check every line of a record and print the final scores"
    command = command_of(commands, "replay", run, says)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input")
    command.add_argument("--components", metavar="DIR", help="the folder it was played with")
    command.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Replay a file, and print its scores."""
    text = read_text(args.file)
    try:
        table = Table.replay(text, components=args.components, by_hand=True)
    except Refusal as error:
        raise BadFile(args.file, error) from None
    print(as_json(table) if args.json else as_text(table, args.lang))
    return 0


def as_json(table: Table) -> str:
    """The result as one object."""
    scores = [
        {"seat": s.seat, "parts": s.parts, "total": s.total, "tie": s.tie, "rank": s.rank}
        for s in table.scores
    ]
    found = {"game": table.game.name, "seats": table.seats, "answers": len(table.entries)}
    return json.dumps(found | {"over": table.over, "scores": scores})


def as_text(table: Table, lang: str) -> str:
    """The result as a table, after one line that says what was checked."""
    title = i18n.title(lang, table.game.name)
    checked = i18n.say(lang, "common.plies", count=len(table.entries))
    result = score_table(table, lang) if table.over else i18n.say(lang, "common.unfinished")
    return f"{title} · {checked}\n\n{result}"


def score_table(table: Table, lang: str) -> str:
    """Points by category, a column a player."""
    scores, game = table.scores, table.game.name
    names = [i18n.player(lang, score.seat, table.setup.names) for score in scores]
    rows = [["", *(name[:LONGEST_NAME] for name in names)]]
    for part in scores[0].parts:
        label = i18n.label(lang, f"{game}.score.{part}")
        rows.append([label, *(str(score.parts[part]) for score in scores)])
    rows.append([i18n.say(lang, "common.total"), *(str(score.total) for score in scores)])
    rows.append([i18n.say(lang, "common.tie"), *(str(score.tie) for score in scores)])
    rows.append([i18n.say(lang, "common.rank"), *(str(score.rank) for score in scores)])
    return columns(rows)
