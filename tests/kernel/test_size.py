"""The kernel stays small: under 400 lines of code."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

KERNEL = Path(__file__).parents[2] / "src" / "cradle" / "kernel"
EMPTY = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def docstring_lines(source: str) -> set[int]:
    """The lines of all docstrings."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        first = node.body[0] if node.body else None
        if (
            isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        ):
            lines |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def code_lines(source: str) -> int:
    """How many lines hold code: no blank lines, comments or docstrings."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in EMPTY:
            held |= set(range(token.start[0], token.end[0] + 1))
    return len(held - docstring_lines(source))


def test_lines_are_counted_rightly() -> None:
    source = '"""Doc\nstring."""\n\nx = 1  # one\n# no code\n'
    function = 'def f() -> int:\n    """Doc."""\n    return (\n        1)\n'
    assert code_lines(source + function) == 4


def test_the_kernel_has_under_400_lines_of_code() -> None:
    counts = {file.name: code_lines(file.read_text("utf-8")) for file in KERNEL.glob("*.py")}
    assert sum(counts.values()) < 400, counts
