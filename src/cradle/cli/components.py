"""`cradle components`: every printed number, and where it comes from."""

from __future__ import annotations

import argparse
import json
from typing import Any

from cradle.cli.arguments import add_components, add_game
from cradle.cli.columns import columns
from cradle.table.setup import components_hash, named, read_components


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle components`."""
    says = "print the components, with where each number comes from"
    command = command_of(commands, "components", run, says)
    add_game(command)
    add_components(command)
    command.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print all components of a game."""
    game = named(args.game)
    components = read_components(game, args.components)
    rows = game.rows(components)
    if args.json:
        found = {
            "game": game.name,
            "hash": components_hash(game, components),
            "components": dict(rows),
        }
        print(json.dumps(found))
    else:
        print("\n\n".join(as_text(name, table) for name, table in rows.items()))
    return 0


def as_text(name: str, rows: list[dict[str, str]]) -> str:
    """One table with its name above it."""
    head = list(rows[0]) if rows else []
    return "\n".join(
        [name, "", columns([head, *([row[key] for key in head] for row in rows)], False)]
    )
