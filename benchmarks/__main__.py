"""How fast the rules are, interpreted and compiled, and beside other projects: `make bench`.

Prints one table from one run, which takes about two minutes on a quiet machine. With `--record`
the run becomes the last landed result: it is added to benchmarks/history.jsonl, and
docs/performance.md and its picture are written again.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import history, report
from cradle import __version__

ROOT = Path(__file__).parent.parent
COMPILED = ROOT / "build" / "compiled"
PEERS = ROOT / ".venv-peers" / "bin" / "python"


def figures_of(command: list[str], **environment: str) -> dict[str, Any]:
    """The JSON object a command prints last."""
    shown = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(shown.stdout.splitlines()[-1])
    return found


def rules(seconds: float, **environment: str) -> dict[str, Any]:
    """The figures of one build."""
    command = [sys.executable, "-m", "benchmarks.rules", "--seconds", str(seconds)]
    return figures_of(command, **environment)


def machine() -> str:
    """The processor, as far as it says its name, and the interpreter."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    chip = names[0] if names else platform.processor() or platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{chip}, one core of {os.cpu_count()}, {platform.system()}, {python}"


def load() -> float | None:
    """How many programs want a core already, where the system says it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def run(seconds: float) -> dict[str, Any]:
    """Measure every build there is, and the peers if they are installed."""
    found: dict[str, Any] = {
        "date": date.today().isoformat(),
        "version": __version__,
        "machine": machine(),
        "load": load(),
        "interpreted": rules(seconds, PYTHONPATH=""),
    }
    if COMPILED.exists():
        found["compiled"] = rules(seconds, PYTHONPATH=str(COMPILED))
        assert found["compiled"]["build"] == "compiled"
    if PEERS.exists():
        found["peers"] = figures_of([str(PEERS), "benchmarks/peers.py", str(seconds)])
    return found


def main() -> None:
    """Measure, print, compare and, if wanted, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of speed")
    parser.add_argument("--record", action="store_true", help="keep this as the landed result")
    args = parser.parse_args()
    begun = time.monotonic()
    now, last = run(args.seconds), history.last()
    print(report.table(now, last))
    print(f"\nmeasured in {time.monotonic() - begun:.0f} s")
    if args.record:
        history.add(now)
        report.write(now, history.read())
        print(f"recorded in {history.FILE.name}, {report.PAGE.name} and {report.PICTURE.name}")


if __name__ == "__main__":
    main()
