"""A program as a bot: good ones, and every way to be a bad one."""

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.bots import BotFailed, Budget, Seen, make_bot
from cradle.bots.program_bot import ProgramBot
from cradle.stone_age import GAME
from tests.bots.test_interface import walk

GOOD = """
    import json, sys
    print("hello, I am no JSON")
    print('{"id": 999, "move": "starve"}')
    for line in sys.stdin:
        q = json.loads(line)
        if q["ask"] == "choose":
            print(json.dumps({"id": q["id"], "move": q["moves"][-1]}), flush=True)
        else:
            said = [{"move": m, "chance": i / 100, "points": i} for i, m in enumerate(q["moves"])]
            print(json.dumps({"id": q["id"], "moves": said}), flush=True)
"""
ANSWER = "import sys, json\nq = json.loads(sys.stdin.readline())\n"
BAD = {
    "dies at once": "raise SystemExit(3)",
    "dies when asked": "import sys\nsys.stdin.readline()\nsys.exit(1)",
    "closes its output": "import os, time\nos.close(1)\ntime.sleep(60)",
    "illegal": ANSWER + "print(json.dumps({'id': q['id'], 'move': 'fly 3'}), flush=True)\ninput()",
    "no move": ANSWER + "print(json.dumps({'id': q['id']}), flush=True)\ninput()",
    "endless garbage": "while True: print('{[' * 50)",
    "one endless line": "import sys\nwhile True: sys.stdout.write('x' * 65536)",
    "binary": "import sys\nwhile True: sys.stdout.buffer.write(bytes(range(256)) + b'\\n')",
    "deep JSON": "print('[' * 200000, flush=True)\nraise SystemExit",
}


@pytest.fixture
def seen() -> Seen:
    s = walk(GAME, 2, 12)
    return Seen.of(GAME, s, s.turn)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[object]:
    made: list[ProgramBot] = []

    def make(source: str, seconds: float = 60.0) -> ProgramBot:
        file = tmp_path / "bot.py"
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        made.append(ProgramBot(f"{sys.executable} {file}", seconds))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def test_a_good_program_plays_and_weighs(program, seen: Seen) -> None:  # type: ignore[no-untyped-def]
    bot = program(GOOD)
    assert bot.choose(seen) == seen.moves[-1]
    assert bot.choose(seen) == seen.moves[-1]
    assert bot.weigh(seen)[0].move == seen.moves[-1]


@pytest.mark.parametrize("why", BAD)
def test_a_bad_program_fails_and_nothing_else(why: str, program, seen: Seen) -> None:  # type: ignore[no-untyped-def]
    bot, endless = program(BAD[why]), why == "one endless line"
    for _ in range(2):
        with pytest.raises(BotFailed) as failure:
            bot.choose(seen, Budget(seconds=1.0 if endless else 60.0))
        assert endless or not failure.value.late


def test_what_a_program_started_ends_with_it(program, seen: Seen, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A wrapper is killed at once; the bot inside it still holds both pipes."""
    inner = tmp_path / "inner.py"
    inner.write_text(textwrap.dedent(GOOD), encoding="utf-8")
    bot = program(f"import subprocess, sys\nsubprocess.run([sys.executable, {str(inner)!r}])")
    assert bot.choose(seen) == seen.moves[-1]
    reader = bot.running.reader
    bot.close()
    assert not reader.is_alive()


def test_a_slow_program_is_late(program, seen: Seen) -> None:  # type: ignore[no-untyped-def]
    bot = program("import time\ntime.sleep(60)")
    with pytest.raises(BotFailed) as failure:
        bot.choose(seen, Budget(seconds=0.2))
    assert failure.value.late


def test_bad_weights_fail(program, seen: Seen) -> None:  # type: ignore[no-untyped-def]
    bot = program(ANSWER + "print(json.dumps({'id': q['id'], 'moves': [1]}), flush=True)\ninput()")
    with pytest.raises(BotFailed):
        bot.weigh(seen)


def test_a_program_that_is_not_there_fails(seen: Seen) -> None:
    with pytest.raises(BotFailed):
        make_bot("program:/no/such/program").choose(seen)
