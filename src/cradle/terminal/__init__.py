"""Play in a terminal: `cradle play`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from random import SystemRandom
from typing import TextIO

from cradle import i18n
from cradle.games import GAMES
from cradle.table import Refusal, Table
from cradle.table.setup import check_options, named, read_components, read_options
from cradle.terminal import game_loop, saves, setup
from cradle.terminal.saves import DiceByPly, Save
from cradle.terminal.screens import Screen, make_screen
from cradle.terminal.seats import check_seat, names_of, read_seats
from cradle.terminal.session import Session

LATEST = "last"


def main(args: Namespace, source: TextIO | None = None, target: TextIO | None = None) -> int:
    """Play one game, new or resumed; a refusal is raised for the command line to tell."""
    history = saves.home() / "history"
    screen = make_screen(
        source or sys.stdin, target or sys.stdout, not args.no_colour, _history(history)
    )
    if args.resume is not None:
        if args.game or args.seats or args.seed is not None or args.option or args.components:
            raise Refusal("resume-alone")
        path = _resumed(args.resume)
        save = saves.read(path)
        for who in save.who:
            check_seat(who, save.table.game.name)
        if args.lang_given:
            save.lang = args.lang
    else:
        try:
            save = new_game(args, screen)
        except EOFError:
            return 0
        path = saves.fresh_path(save.table.game.name)
    return game_loop.run(Session(save, screen, path, args.hints))


def _history(path: Path) -> Path | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        return None
    return path


def _resumed(name: str) -> Path:
    if name != LATEST:
        return Path(name).expanduser()
    return saves.latest() or saves.home() / "saves"


def new_game(args: Namespace, screen: Screen) -> Save:
    """The game that the command line and the answers describe."""
    if args.game is not None:
        args.game = named(args.game).name
        check_options(GAMES[args.game], read_options(GAMES[args.game], args.option))
        read_components(GAMES[args.game], args.components)
    setup.ask(args, screen)
    game = GAMES[str(args.game)]
    who = read_seats(game.name, str(args.seats))
    seed = SystemRandom().randrange(2**32) if args.seed is None else args.seed
    table = Table(
        game,
        seats=len(who),
        options=read_options(game, args.option),
        components=args.components,
        names=names_of(who, i18n.say(args.lang, "terminal.person")),
        dice=DiceByPly(seed),
    )
    return Save(table, who, seed, args.lang, args.components)


__all__ = ["main"]
