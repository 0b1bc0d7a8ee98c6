"""What a PostgreSQL does while something else is measured: its processor time, and who waits."""

from __future__ import annotations

import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from cradle.server.settings import with_driver

SAMPLE_S = 0.02
IDLE = "idle in transaction"
LENGTH = 100  # of a query
MOST = 20
DOING = text("""SELECT pid, coalesce(wait_event_type || ' ' || wait_event, 'running'), state, query
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()""")


def cpu_of(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class DatabaseLoad:
    """A watch over a database for as long as its `with` lasts; it looks every 20 ms."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(with_driver(url), isolation_level="AUTOCOMMIT")
        self.stop = threading.Event()
        self.seen: Counter[str] = Counter()
        self.after: Counter[str] = Counter()
        self.looks = 0
        self.busy = 0.0

    def __enter__(self) -> DatabaseLoad:
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.busy = -self._cpu()
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.busy += self._cpu()
        self.stop.set()
        self.thread.join()
        self.engine.dispose()

    def _cpu(self) -> float:
        """Of all that serve clients; they live as long as the servers do."""
        with self.engine.connect() as connection:
            pids = [pid for pid, *_ in connection.execute(DOING)]
        return sum(cpu_of(pid) for pid in pids)

    def _watch(self) -> None:
        with self.engine.connect() as connection:
            while not self.stop.wait(SAMPLE_S):
                self.looks += 1
                for _, what, state, query in connection.execute(DOING):
                    self.seen.update([what if state == "active" else state])
                    if state == IDLE:
                        self.after.update([" ".join(query.split())[:LENGTH]])

    def figures(self, moves: int) -> dict[str, Any]:
        """Processor time a move, and how many were seen doing what, in a hundred looks.

        For those who held a transaction open and did nothing in it, what they had done last.
        """
        cost = round(1000 * self.busy / max(1, moves), 2)
        seen = self._often(self.seen)
        seen.pop("idle", None)
        return {"cpu_ms_a_move": cost, "seen": seen, "idle_after": self._often(self.after)}

    def _often(self, seen: Counter[str]) -> dict[str, float]:
        return {what: round(100 * n / self.looks, 1) for what, n in seen.most_common(MOST)}
