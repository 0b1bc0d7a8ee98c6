"""Serve the games on this machine and open the browser: what `make play` does."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
import urllib.request
import webbrowser
from pathlib import Path

DATA = Path.home() / ".local" / "share" / "cradle"


def answers(address: str) -> bool:
    """Whether the server is up."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main() -> int:
    """Start the server, wait for it, open the browser, and stay until Ctrl+C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--no-browser", action="store_true")
    wish = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # The server ends with us.
    address = f"http://127.0.0.1:{wish.port}"
    cradle = str(Path(sys.executable).with_name("cradle"))
    where = ["--data", str(wish.data), "--port", str(wish.port)]
    server = subprocess.Popen([cradle, "serve", *where, "--log", "warning"])
    try:
        while server.poll() is None and not answers(address):
            time.sleep(0.1)
        if server.poll() is None:
            print(f"Cradle is at {address} (Ctrl+C ends it)")
            if not wish.no_browser:
                webbrowser.open(address)
        return server.wait()
    except KeyboardInterrupt:
        server.terminate()
        return server.wait() and 0


if __name__ == "__main__":
    sys.exit(main())
