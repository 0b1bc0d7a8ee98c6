"""The command `cradle`: everything that can be done from a command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from cradle import i18n
from cradle.cli.options import parser
from cradle.kernel.game import BadOption
from cradle.table.errors import Refusal

BAD_INPUT = 2
OUR_FAULT = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is one line on stderr, never a stack trace."""
    _mend_streams()
    # Before numpy is loaded: its small products are slower in several threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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
        return _complain(i18n.say(args.lang, "error.stopped"), INTERRUPTED)
    except OSError as error:
        return _complain(i18n.say(args.lang, "error.system", reason=_system(error)), OUR_FAULT)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return _complain(i18n.say(args.lang, "error.unexpected", reason=reason), OUR_FAULT)
    return code


def _mend_streams() -> None:
    """Streams that somebody closed lead nowhere, and what they can't say is said with a `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _system(error: OSError) -> str:
    """What the system says, and about which file."""
    reason = error.strerror or type(error).__name__
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _complain(text: str, code: int) -> int:
    with suppress(OSError):  # Nobody may be there to hear it.
        print(f"cradle: {text}", file=sys.stderr)
    return code
