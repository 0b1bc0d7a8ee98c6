"""The judge: a process beside the training that measures every snapshot against fixed opponents."""

from __future__ import annotations

import multiprocessing as mp
from pathlib import Path
from queue import Empty
from typing import Any

from cradle.computing import runner
from cradle.computing.lifetime import end_with_parent
from cradle.learning.config import Config
from cradle.learning.matches import line_ups, play, result


class Judge:
    """Takes snapshots, gives results as they come; busy with one, it passes over others."""

    def __init__(self, config: Config) -> None:
        context = mp.get_context("spawn")
        self.asked: Any = context.Queue()
        self.found: Any = context.Queue()
        self.process = context.Process(
            target=_work, args=(config, self.asked, self.found), daemon=True
        )
        if config.matches:
            self.process.start()

    def ask(self, file: Path, decisions: int) -> None:
        """Have a snapshot measured."""
        if self.process.is_alive():
            self.asked.put((str(file), decisions))

    def results(self) -> list[dict[str, Any]]:
        """What has been found since."""
        found = []
        while True:
            try:
                found.append(self.found.get_nowait())
            except Empty:
                return found

    def close(self) -> None:
        """End the process, whatever it is at."""
        if self.process.is_alive():
            self.process.terminate()


def _work(config: Config, asked: Any, found: Any) -> None:
    end_with_parent()
    while True:
        file, decisions = asked.get()
        while not asked.empty():
            file, decisions = asked.get()
        for each in config.matches:
            hero = f"learned:{file}"
            how = result(hero, play(line_ups(config.game, hero, each), runner(1)))
            found.put(how.as_dict(file=file, decisions=decisions, bot=each.bot, seats=each.seats))
