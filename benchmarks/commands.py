"""What all measurements are as commands: why one can't be made is said in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cradle.bots import BotFailed
from cradle.kernel.game import BadOption
from cradle.table.errors import Refusal

FAILED = 1
BAD_INPUT = 2  # as argparse ends


@contextmanager
def in_one_line() -> Iterator[None]:
    """Say in a line why something can't be measured, and end."""
    try:
        yield
    except (BadOption, Refusal, BotFailed) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        sys.exit(FAILED if isinstance(error, BotFailed) else BAD_INPUT)
