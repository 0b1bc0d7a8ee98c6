"""Hosts that fail, in short: `make cluster` does the same for some hundred games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cluster.cluster import ROOT
from tests.system import missing

# News go by Redis. How long a table stands still depends on what else the machine does.
SHORT = ["--games", "2", "--at-once", "2", "--rows", "60", "--seed", "2", "--still", "inf"]


@pytest.mark.long
def test_what_was_acknowledged_outlasts_a_failing_host() -> None:
    if os.geteuid() != 0:
        missing("root, who makes network namespaces,")
    command = [sys.executable, "-m", "benchmarks.failing_hosts", *SHORT]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "; 0 times failing" not in done.stdout
