"""`cradle analyse`: what each decision of a finished game cost, and what luck brought."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path
from typing import Any

from cradle.cli.columns import columns
from cradle.kernel.game import BadOption
from cradle.table import Table
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, read_text


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle analyse`."""
    says = "tell what each decision of a finished game cost, and what luck brought"
    command = command_of(commands, "analyse", run, says)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input")
    command.add_argument("--components", metavar="DIR", help="the folder it was played with")
    command.add_argument("--quick", action="store_true", help="the first look alone")
    command.add_argument("--weights", metavar="NPZ", default="", help="judge by another network")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--html", metavar="PAGE", help="write a page with the curve and every answer")


def run(args: argparse.Namespace) -> int:
    """Analyse a record, and print or write its account."""
    try:
        from cradle.analysis.account import accounts  # numpy and the network, only where needed
        from cradle.analysis.page import page
        from cradle.analysis.report import report
        from cradle.analysis.texts import Texts
    except ModuleNotFoundError as error:
        raise BadOption(f"analysis needs {error.name}: pip install 'cradle[bots]'") from None
    try:
        table = Table.replay(read_text(args.file), components=args.components, by_hand=True)
        looks = accounts(table, args.weights)
        *_, account = islice(looks, 1 if args.quick else 2)
    except Refusal as error:
        raise error if isinstance(error, BadFile) else BadFile(args.file, error) from None
    texts = Texts(account, args.lang)
    if args.json:
        print(json.dumps(report(account, texts.reasons())))
    elif args.html:
        Path(args.html).write_text(page(texts), encoding="utf-8")
    else:
        print(as_text(texts))
    return 0


def as_text(texts: Any) -> str:
    """The sums, then the mistakes that cost most."""
    told = [texts.mistake(ply) for ply in texts.worst]
    parts = [texts.title(), columns(texts.sums()), *told, texts.note()]
    return "\n\n".join(part for part in parts if part)
