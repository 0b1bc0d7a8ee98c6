"""Starts the real server quickly, again and again: a process that has imported it all, and forks.

Reads a line of settings and answers with the new server's process id; the tests end that process
with SIGKILL and ask for the next.
"""

from __future__ import annotations

import json
import logging
import os
import sys

from cradle.server import serve
from cradle.server.settings import ServerSettings


def main() -> None:
    """Fork a server for each line."""
    running = 0
    for line in sys.stdin:
        if running:
            os.waitpid(running, 0)
        settings = json.loads(line)
        running = os.fork()
        if not running:
            os.close(0)
            os.dup2(2, 1)
            logging.basicConfig(level=logging.WARNING)
            serve.run(ServerSettings(**settings))
            os._exit(0)
        print(running, flush=True)


if __name__ == "__main__":
    main()
