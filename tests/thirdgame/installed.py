"""What an installed package leaves behind, by which others find the game it brings."""

from __future__ import annotations

from pathlib import Path

METADATA = "Metadata-Version: 2.1\nName: night-market\nVersion: 1.0\n"
ENTRY = "[cradle.games]\nnight-market = tests.thirdgame.registration:REGISTRATION\n"


def install(folder: Path) -> None:
    """Write it into a folder that is, or will be, on the path."""
    info = folder / "night_market-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA, "utf-8")
    (info / "entry_points.txt").write_text(ENTRY, "utf-8")
