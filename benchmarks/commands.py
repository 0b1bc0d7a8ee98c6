"""What all measurements are as commands: what was asked for and can't be is said in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cradle.kernel.game import BadOption
from cradle.table.errors import Refusal

BAD_INPUT = 2  # as argparse ends


@contextmanager
def in_one_line() -> Iterator[None]:
    """Say in a line why something can't be measured, and end."""
    try:
        yield
    except (BadOption, Refusal) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        sys.exit(BAD_INPUT)
