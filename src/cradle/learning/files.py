"""Files that are whole or not there: a training may be cut at any moment."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there."""
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file, if it isn't there already."""
    if not (target.exists() and target.samefile(source)):
        write_whole(target, source.read_bytes())
