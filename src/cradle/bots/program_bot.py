"""A bot that is any program: it reads questions and writes answers, one JSON object a line.

    → {"ask": "choose", "id": 1, "game": "stone-age", "seat": 0, "step": "place-people",
       "view": {…}, "moves": ["send forest 1", …], "seconds": 5.0, "simulations": null}
    ← {"id": 1, "move": "send forest 1"}

    → {"ask": "weigh", "id": 2, …}
    ← {"id": 2, "moves": [{"move": "send forest 1", "chance": 0.4, "points": 120}, …]}

Lines that are no such answer are passed over, so a program may print what it likes. One that
is late or ends is stopped, reported, and restarted for the next question.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

from cradle.bots.greedy_bot import by_chance
from cradle.bots.interface import BotFailed, Budget, Seen, Weighed
from cradle.kernel.step import Move

SECONDS = 5.0
LONGEST_LINE = 1 << 20
MOST_GARBAGE = 1000  # lines before an answer
PATIENCE_S = 2.0  # for the output of a program that was killed to end


class ProgramBot:
    """Talks to a program; `command` as in a shell, but without one."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("nothing to run")
        self.seconds = seconds
        self.asked = 0
        self.running: Running | None = None

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The program's move, or `BotFailed`."""
        answer = self._ask("choose", seen, budget)
        for move in seen.moves:
            if move.text == answer.get("move"):
                return move
        raise BotFailed(f"no legal move: {str(answer.get('move'))[:60]!r}")

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """What the program thinks of all moves; those it leaves out are worth nothing."""
        answer = self._ask("weigh", seen, budget)
        said: dict[str, tuple[float, float]] = {}
        for each in answer.get("moves") or []:
            try:
                said[each["move"]] = float(each["chance"]), float(each["points"])
            except (TypeError, KeyError, ValueError):
                raise BotFailed(f"no weighed move: {str(each)[:60]}") from None
        found = [Weighed(move, *said.get(move.text, (0.0, 0.0))) for move in seen.moves]
        return sorted(found, key=by_chance, reverse=True)

    def _ask(self, what: str, seen: Seen, budget: Budget | None) -> dict[str, Any]:
        limits = budget or Budget(seconds=self.seconds)
        self.asked += 1
        question = {
            "ask": what,
            "id": self.asked,
            "game": seen.game.name,
            "seat": seen.seat,
            "step": seen.step,
            "view": seen.view,
            "moves": [move.text for move in seen.moves],
            "seconds": limits.seconds,
            "simulations": limits.simulations,
        }
        try:
            if self.running is None:
                self.running = Running(self.command)
            self.running.write(json.dumps(question))
            return self.running.answer(self.asked, limits.seconds or self.seconds)
        except BotFailed:
            self.close()
            raise
        except OSError as error:
            self.close()
            raise BotFailed(f"{self.command[0]}: {error.strerror or error}") from None

    def close(self) -> None:
        """Stop the program."""
        if self.running is not None:
            self.running.stop()
            self.running = None


class Running:
    """A program that runs, and the lines it wrote."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what it starts itself ends with it
        )
        self.lines: queue.Queue[bytes] = queue.Queue(MOST_GARBAGE)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline(LONGEST_LINE):
            self.lines.put(line)
        self.lines.put(b"")

    def write(self, line: str) -> None:
        """Ask."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, number: int, seconds: float) -> dict[str, Any]:
        """The answer to question `number`, or `BotFailed`."""
        end = monotonic() + seconds
        for _ in range(MOST_GARBAGE):
            try:
                line = self.lines.get(timeout=max(0.001, end - monotonic()))
            except queue.Empty:
                raise BotFailed(f"no answer within {seconds:g} s", late=True) from None
            if not line:
                raise BotFailed("the program has ended, or writes no more")
            found = _json(line)
            if isinstance(found, dict) and found.get("id") == number:
                return found
        raise BotFailed(f"{MOST_GARBAGE} lines and no answer")

    def stop(self) -> None:
        """End the program and what it started, whatever they do, and let its reader run out."""
        self._kill()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError):  # what was still to be written can't be
            self.process.stdin.close()
        self.process.wait()
        end = monotonic() + PATIENCE_S
        while self.reader.is_alive() and monotonic() < end:
            with suppress(queue.Empty):
                self.lines.get(timeout=0.01)
        if not self.reader.is_alive():  # Else somebody who got away holds its output open.
            self.process.stdout.close()

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
