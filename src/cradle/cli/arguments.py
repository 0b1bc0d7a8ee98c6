"""Arguments that several commands have."""

from __future__ import annotations

import argparse

from cradle.games import GAMES


def add_game(command: argparse.ArgumentParser, optional: bool = False) -> None:
    """Which game: one of those registered."""
    nargs = "?" if optional else None
    command.add_argument("game", nargs=nargs, metavar="GAME", help=" or ".join(GAMES))


def add_setup(command: argparse.ArgumentParser) -> None:
    """How a game is set up: its luck, its options, and what is printed on its components."""
    command.add_argument("--seed", type=int, metavar="N", help="the same seed, the same game")
    add_options(command)
    add_components(command)


def add_games(command: argparse.ArgumentParser) -> None:
    """How many games are played, and by which luck."""
    says = "how many are played (%(default)s)"
    command.add_argument("--games", type=int, default=100, metavar="N", help=says)
    add_games_seed(command)


def add_games_seed(command: argparse.ArgumentParser) -> None:
    """The luck of many games."""
    says = "the same seed, the same games (%(default)s)"
    command.add_argument("--seed", type=int, default=1, metavar="N", help=says)


def add_options(command: argparse.ArgumentParser) -> None:
    """Rule options, by name."""
    says = "a rule option; may be given several times (`cradle rules GAME` lists them)"
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=says)


def add_components(command: argparse.ArgumentParser) -> None:
    """Other numbers than the printed ones."""
    command.add_argument("--components", metavar="DIR", help="a folder with corrected numbers")


def add_workers(command: argparse.ArgumentParser, default: int | None = None) -> None:
    """How many processes of this machine do the work."""
    says = "processes; all cores by default" if default is None else "processes (%(default)s)"
    command.add_argument("--workers", type=count, default=default, metavar="N", help=says)


def add_cluster(command: argparse.ArgumentParser) -> None:
    """Whose machines do the work: those of a cluster instead of this one."""
    says = "work on a Ray cluster: host:port of its head, or auto for the one that runs here"
    command.add_argument("--ray", default="", metavar="ADDRESS", help=says)


def count(text: str) -> int:
    """A number of things, at least 1."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"must be a whole number, at least 1, not {text[:40]!r}")
    return int(text)
