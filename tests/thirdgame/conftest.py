"""Night Market, found as installed packages are: by an entry point, in started processes too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.games import refresh
from tests.thirdgame.installed import install

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", autouse=True)
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with what an installation leaves behind."""
    folder = tmp_path_factory.mktemp("site-packages")
    install(folder)
    sys.path.insert(0, str(folder))
    refresh()
    yield folder
    sys.path.remove(str(folder))
    refresh()


@pytest.fixture
def environment(shelf: Path) -> dict[str, str]:
    """For programs that tests start: where they find the game, and ours as it runs here."""
    ours = [path for path in sys.path if path and Path(path, "cradle").is_dir()]
    places = [str(shelf), *ours, str(ROOT)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(places)}
