"""`cradle train`: a network learns a game by playing it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cradle.cli.arguments import add_cluster, add_game
from cradle.kernel.game import BadOption


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle train`."""
    command = command_of(commands, "train", run, "train a network by self-play")
    add_game(command)
    command.add_argument("--config", required=True, metavar="FILE", help="the training, as TOML")
    command.add_argument(
        "--folder",
        metavar="DIR",
        help="where it is kept, and goes on from; build/train/GAME/CONFIG",
    )
    command.add_argument("--minutes", type=float, metavar="N", help="stop after so long")
    add_cluster(command)
    command.add_argument("--export", metavar="FILE", help="write the best network there")


def run(args: argparse.Namespace) -> int:
    """Train, choose the best snapshot, and say where it is."""
    try:
        from cradle.learning.choice import choose
        from cradle.learning.config import read_config
        from cradle.learning.files import copy_whole
        from cradle.learning.training import Training
    except ModuleNotFoundError as error:
        raise BadOption(f"training needs {error.name}: pip install 'cradle[learning]'") from None
    if args.minutes is not None and not args.minutes >= 0.0:
        raise BadOption("a training takes no less than 0 minutes")
    if args.export:
        _prepare(Path(args.export))
    config = read_config(args.game, args.config)
    folder = Path(args.folder or Path("build/train", config.game, Path(args.config).stem))
    training = Training(config, folder, args.minutes)
    training.run(args.ray)
    best = choose(training)
    if args.export:
        copy_whole(best, Path(args.export))
    print(args.export or best)
    return 0


def _prepare(export: Path) -> None:
    """Better refused now than after hours of training."""
    if export.is_dir():
        raise BadOption(f"{export} is a folder: name the file to write")
    export.parent.mkdir(parents=True, exist_ok=True)
