"""The command `cradle`: everything that can be done from a command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cradle import words
from cradle.cli.options import parser
from cradle.kernel.game import BadOption
from cradle.table.errors import Refusal

BAD_INPUT = 2
OUR_FAULT = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is one line on stderr, never a stack trace."""
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except Refusal as error:
        return _complain(error.say(args.lang), BAD_INPUT)
    except BadOption as error:
        return _complain(str(error), BAD_INPUT)
    except BrokenPipeError:
        # The reader has gone; nothing more can be said, not even when Python closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUR_FAULT
    except KeyboardInterrupt:
        return _complain(words.say(args.lang, "error.stopped"), INTERRUPTED)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return _complain(words.say(args.lang, "error.unexpected", reason=reason), OUR_FAULT)
    return code


def _complain(text: str, code: int) -> int:
    print(f"cradle: {text}", file=sys.stderr)
    return code
