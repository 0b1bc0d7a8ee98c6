"""A training: tables play while the network learns, until the schedule or the time is over."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cradle.kernel.game import BadOption
from cradle.learning import checkpoint
from cradle.learning.checkpoint import Progress
from cradle.learning.config import PACKAGED, Config, Course
from cradle.learning.exchange import GAMES
from cradle.learning.features import features
from cradle.learning.files import copy_whole
from cradle.learning.journal import Journal, say, tallied
from cradle.learning.judge import Judge
from cradle.learning.loop import Loop
from cradle.learning.model import Model
from cradle.learning.network import Weights, deepened, fresh
from cradle.learning.opponents import check_bots
from cradle.learning.ppo import Learning, Rates, Sums
from cradle.learning.remote import RemoteLoop
from cradle.learning.snapshots import BEST, Snapshots
from cradle.learning.weights import load

SAY_EVERY = 10.0  # seconds
STOPS = (signal.SIGINT, signal.SIGTERM)
STOPPING = b"stopping after this rollout; Ctrl+C again goes back to the last checkpoint\n"


class Training:
    """One run of a training, from its folder's checkpoint if there is one."""

    def __init__(self, config: Config, folder: Path, minutes: float | None = None) -> None:
        check_bots(config)
        folder.mkdir(parents=True, exist_ok=True)
        self.config, self.folder = config, folder
        self.limit = None if minutes is None else minutes * 60.0
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        prepare(self.device, config.seed)
        self.features = features(config.game)
        weights = self._first()
        self.model = Model(self.features, config.network, weights).to(self.device)
        self.learning = Learning(self.model, self.features.moves, config.learner, self.device)
        self.snapshots = Snapshots(config, self.features, folder)
        self.progress = self._resumed()
        self.journal = Journal(config, folder)
        for match in self.journal.matches:
            self.snapshots.judge(match)
        self.judge = Judge(config)
        self.older: list[Weights] = self.snapshots.spaced(self._mark, config.older.most)
        self.mark = self._mark(self.progress)
        self.stopping = False
        self.most: int | None = None
        self.tally = np.zeros(0)

    def _resumed(self) -> Progress:
        """Where it stands, by the folder's checkpoint."""
        found = checkpoint.load(self.folder, self.model, self.learning.optimizer, self._fixed())
        if found is None and self.snapshots.newest(1):
            raise BadOption(
                f"{self.folder} has networks of a training and no {checkpoint.CHECKPOINT}: "
                "name another --folder, or remove it"
            )
        return found or Progress()

    def _fixed(self) -> dict[str, Any]:
        """What a training can't change on its way."""
        config, known = self.config, self.features
        fixed = {"game": known.game, "encoding": known.version}
        return {**fixed, "network": str(config.network), "start": config.start}

    def _first(self) -> Weights:
        config = self.config
        if config.start:
            file = "" if config.start == PACKAGED else config.start
            return deepened(load(config.game, file), config.network, config.seed)
        return fresh(self.features, config.network, config.seed)

    def run(self, cluster: str = "") -> None:
        """Train until the schedule is over, the time is up, or somebody stops it.

        Games are played here, or by the machines of a cluster.
        """
        self._say_where()
        if self.done >= 1.0:
            return
        before = {each: signal.signal(each, self._stop) for each in STOPS}
        try:
            loop = self._loop(cluster)
            try:
                self._train(loop)
            finally:
                loop.close()
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _loop(self, cluster: str) -> Loop | RemoteLoop:
        if cluster:
            return RemoteLoop(self.config, self.learning, self.device, cluster)
        return Loop(self.config, self.learning, self.device)

    def stop_after(self, decisions: int) -> None:
        """Stop when so many decisions have been made, whatever the schedule says."""
        self.most = decisions

    def _stop(self, number: int, _: Any) -> None:
        """Stop when the rollout under way is over; Ctrl+C once more stops at once."""
        if self.stopping and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.stopping = True
        with suppress(OSError):  # where nobody reads any more
            os.write(2, STOPPING)  # `print` may be at work already

    def _say_where(self) -> None:
        """What was done before, if anything."""
        at, schedule = self.progress, self.config.schedule
        if at.decisions:
            minutes = f"{at.seconds / 60.0:.1f} of {schedule.minutes:g} minutes"
            decisions = f"{at.decisions} of {schedule.decisions} decisions"
            what = "nothing is left to train" if self.done >= 1.0 else "it goes on from there"
            where = decisions if schedule.decisions else minutes
            say(f"{self.folder} stands at {where}: {what}")

    @property
    def done(self) -> float:
        """How much of the schedule is over, from 0 to 1."""
        return self._done(self.progress)

    def _done(self, at: Progress) -> float:
        schedule = self.config.schedule
        if schedule.decisions:
            return min(1.0, at.decisions / schedule.decisions)
        return min(1.0, at.seconds / (60.0 * schedule.minutes))

    def _mark(self, at: Progress) -> int:
        """Which stretch of the schedule that is: an older self is kept of each."""
        return int(self._done(at) / self.config.older.every)

    def rates(self) -> Rates:
        """What the schedule says now."""
        schedule, done = self.config.schedule, self.done
        grown = min(1.0, (done + 1e-3) / schedule.warmup) if schedule.warmup else 1.0
        return Rates(along(schedule.rate, done) * grown, along(schedule.entropy, done))

    def _train(self, loop: Loop | RemoteLoop) -> None:
        config, at = self.config, self.progress
        begun = self.begun = time.monotonic()
        earlier, before = at.seconds, at.decisions
        said = saved = begun
        counted, sums = at.decisions, Sums()
        while not self._over():
            self._refresh(loop)
            loop.collect(self.rates(), along(config.schedule.margin, self.done), sums)
            now = time.monotonic()
            at.decisions += loop.decisions
            at.seconds = earlier + now - begun
            if now - said > SAY_EVERY or self._over():
                at.updates += sums.updates
                speed = (at.decisions - counted) / (now - said)
                self._say(loop, sums, speed)
                said, counted, sums = now, at.decisions, Sums()
            if now - saved > config.checkpoint:
                self.save()
                saved = now
        loop.finish()
        if at.decisions > before or not self.snapshots.newest(1):
            self.save()

    def _over(self) -> bool:
        late = self.limit is not None and time.monotonic() - self.begun > self.limit
        enough = self.most is not None and self.progress.decisions >= self.most
        return self.stopping or late or enough or self.done >= 1.0

    def _refresh(self, loop: Loop | RemoteLoop) -> None:
        """Hand the actors the newest weights and the older selves kept so far."""
        mark = self._mark(self.progress)
        if mark != self.mark or not self.older:
            self.older = [*self.older, self.model.numpy()][-self.config.older.most :]
            self.mark = mark
        loop.refresh(self.older)

    def _say(self, loop: Loop | RemoteLoop, sums: Sums, speed: float) -> None:
        at, tally = self.progress, loop.tally
        fresh_tally = tally - self.tally if self.tally.size else tally
        self.tally = tally
        at.games += int(fresh_tally[..., GAMES].sum())
        means = {name: round(value, 4) for name, value in sums.means().items()}
        self.journal.judge(self._judged())
        self.journal.add(
            {
                "done": round(self.done, 4),
                "minutes": round(at.seconds / 60.0, 3),
                "decisions": at.decisions,
                "games": at.games,
                "updates": at.updates,
                "speed": int(speed),
                **means,
                **loop.watch.take(),
                **tallied(self.config, fresh_tally),
            }
        )

    def _judged(self) -> list[dict[str, Any]]:
        found = self.judge.results()
        for each in found:
            self.snapshots.judge(each)
        return found

    def save(self) -> None:
        """Write checkpoint, snapshot, log and curves."""
        optimizer, at = self.learning.optimizer, self.progress
        checkpoint.save(self.folder, self.model, optimizer, at, self._fixed())
        file = self.snapshots.add(self.model.numpy(), at)
        copy_whole(file, self.folder / BEST)  # until matches know better
        self.judge.ask(file, at.decisions)
        self.journal.chosen = ""
        self.journal.save()

    def close(self) -> None:
        """End the judge and write the log for the last time."""
        self.journal.judge(self._judged())
        self.judge.close()
        self.journal.save()


def along(course: Course, done: float) -> float:
    """The value at this point of a course."""
    start, end = course
    return start + (end - start) * done


def prepare(device: torch.device, seed: int) -> None:
    """Settle how PyTorch computes."""
    torch.manual_seed(seed)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # of the processes that are started from here
    if device.type == "cpu":
        torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
