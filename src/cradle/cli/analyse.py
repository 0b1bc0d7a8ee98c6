"""`cradle analyse`: what each decision of a finished game cost, and what luck brought."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cradle.cli.arguments import add_cluster, add_workers
from cradle.cli.columns import columns
from cradle.computing import in_order, runner
from cradle.kernel.game import BadOption
from cradle.table import Table
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, read_text


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle analyse`."""
    says = "tell what each decision of a finished game cost, and what luck brought"
    command = command_of(commands, "analyse", run, says)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input; a folder")
    command.add_argument("--components", metavar="DIR", help="the folder it was played with")
    command.add_argument("--quick", action="store_true", help="the first look alone")
    command.add_argument("--weights", metavar="NPZ", default="", help="judge by another network")
    add_workers(command)
    add_cluster(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--html", metavar="PAGE", help="write a page with the curve and every answer")


def run(args: argparse.Namespace) -> int:
    """Analyse one record, or all records of a folder together, and print or write the result."""
    try:
        from cradle.analysis.overview import Overview  # numpy and the network, only where needed
        from cradle.analysis.page import page
        from cradle.analysis.report import report
        from cradle.analysis.texts import Texts
    except ModuleNotFoundError as error:
        raise BadOption(f"analysis needs {error.name}: pip install 'cradle[bots]'") from None
    look = Look(args.components, args.weights, args.quick, args.lang)
    if args.file != "-" and Path(args.file).is_dir():
        return analyse_folder(args, look, Overview())
    if args.ray:
        raise BadOption("--ray is for a folder of records")
    analysis = look.analyse(Record(args.file, read_text(args.file)))
    texts = Texts(analysis, args.lang)
    if args.json:
        print(json.dumps(report(analysis, texts.reasons())))
    elif args.html:
        Path(args.html).write_text(page(texts), encoding="utf-8")
    else:
        print(as_text(texts))
    return 0


@dataclass(frozen=True)
class Record:
    """A file and its text, which travels to whoever looks at it."""

    file: str
    text: str


@dataclass(frozen=True)
class Look:
    """How records are looked at: by which components and network, how deeply, for whom."""

    components: str | None
    weights: str
    quick: bool
    lang: str

    def analyse(self, record: Record) -> Any:
        """The analysis of a record, or `BadFile`."""
        from cradle.analysis.game_analysis import analyses

        try:
            table = Table.replay(record.text, components=self.components, by_hand=True)
            *_, analysis = islice(analyses(table, self.weights), 1 if self.quick else 2)
        except Refusal as error:
            raise error if isinstance(error, BadFile) else BadFile(record.file, error) from None
        return analysis

    def __call__(self, record: Record) -> Any:
        """What counts of a record among others, or a sentence why nothing does."""
        from cradle.analysis.overview import GameSummary

        try:
            return GameSummary.of(self.analyse(record))
        except BadFile as error:
            return error.say(self.lang)
        except BadOption as error:  # another game's network
            return f"{record.file}: {error}"


def analyse_folder(args: argparse.Namespace, look: Look, overview: Any) -> int:
    """All games of a folder together; what is no finished game is named and left out."""
    if args.html:
        raise BadOption("--html is for one record")
    for told in in_order(runner(args.workers, args.ray), look, records(args.file, args.lang)):
        if isinstance(told, str):
            print(told, file=sys.stderr)
        else:
            overview.add(told, args.lang)
    if not overview.found:
        raise BadFile(args.file, "no-games")
    if args.json:
        print(json.dumps(overview.plain()))
    else:
        tables = overview.tables(args.lang)
        print("\n\n".join(f"{title}\n{columns(rows)}" for title, rows in tables))
    return 0


def records(folder: str, lang: str) -> Iterator[Record]:
    """The files of a folder; those that can't be read are named and left out."""
    for file in sorted(each for each in Path(folder).iterdir() if each.is_file()):
        try:
            yield Record(str(file), read_text(file))
        except BadFile as error:
            print(error.say(lang), file=sys.stderr)


def as_text(texts: Any) -> str:
    """The sums, then the mistakes that cost most."""
    told = [texts.mistake(ply) for ply in texts.worst]
    parts = [texts.title(), columns(texts.sums()), *told, texts.note()]
    return "\n\n".join(part for part in parts if part)
