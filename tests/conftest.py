"""What all tests share: none depends on how busy the machine is, and long ones begin first."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

# There are as many test processes as cores: threads of small products would wait for each other.
# Set before anything imports NumPy or PyTorch; programs that tests start inherit it.
for library in ("OMP", "OPENBLAS"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

settings.register_profile("cradle", deadline=None)
settings.load_profile("cradle")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that in the end nobody waits for one long test alone."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: nobody looks through them for garbage."""
    gc.freeze()
    gc.set_threshold(10_000)
