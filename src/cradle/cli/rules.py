"""`cradle rules`: the contents of a game's rules, or one clause."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from textwrap import fill
from typing import Any

from cradle import i18n
from cradle.cli.arguments import add_game
from cradle.cli.columns import columns
from cradle.kernel.game import Game
from cradle.table.errors import Refusal
from cradle.table.setup import named, write_value

WIDTH = 88
NEAR = 5


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle rules`."""
    command = command_of(commands, "rules", run, "print the rules, or one clause of them")
    add_game(command)
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="the id of one, in any case")


def run(args: argparse.Namespace) -> int:
    """Print the contents, or a clause."""
    played = named(args.game)
    game = played.name
    if args.clause is None:
        print(contents(game, args.lang), "", options(played, args.lang), sep="\n")
        return 0
    found = i18n.clause(game, args.clause, args.lang)
    if found is None:
        raise unknown(game, args.clause, args.lang)
    print(page(found, args.lang))
    return 0


def contents(game: str, lang: str) -> str:
    """All chapters, each with the ids and titles of its clauses."""
    all_of_them = i18n.clauses(game, lang)
    lines: list[str] = []
    for title, ids in i18n.chapters(game, lang):
        lines += ["", title] if lines else [title]
        lines += [f"  {name:6} {all_of_them[name].title}" for name in ids]
    return "\n".join(lines)


def options(game: Game, lang: str) -> str:
    """The options of a game as they are typed, the default first."""
    rows = [
        [
            f"  {name}={'|'.join(write_value(choice) for choice in option.choices)}",
            i18n.label(lang, f"{game.name}.option.{name}"),
        ]
        for name, option in game.options.items()
    ]
    return "\n".join(["--option", columns(rows, False)])


def page(clause: i18n.Clause, lang: str) -> str:
    """One clause as it is read."""
    parts = [f"{clause.id} · {clause.title}", fill(clause.text, WIDTH)]
    if clause.ruling:
        parts.append(fill(f"{i18n.say(lang, 'common.ruling')}: {clause.ruling}", WIDTH))
    return "\n\n".join(parts)


def unknown(game: str, wish: str, lang: str) -> Refusal:
    """No such clause; those whose id or title is near."""
    all_of_them = i18n.clauses(game, lang)
    near = get_close_matches(wish.upper(), all_of_them, NEAR)
    near += [name for name, each in all_of_them.items() if wish.lower() in each.title.lower()]
    if not near:
        return Refusal("unknown-clause", game=game, clause=wish)
    return Refusal("near-clauses", game=game, clause=wish, near=", ".join(near[:NEAR]))
