"""Blocks of text, measured in cells of the terminal: cut, padded, boxed, stacked, side by side.

A block is a list of lines of equal width. Everything the terminal shows is made of them, so
what fits is known before it is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

Block = list[Text]
CORNERS = "╭╮╰╯"
DIM = "dim"


def text(content: str | Text, style: str = "") -> Text:
    """A line of text; one that is already styled is copied."""
    return content.copy() if isinstance(content, Text) else Text(content, style=style)


def fit(line: str | Text, width: int) -> Text:
    """The line in exactly this width: cut with … or padded."""
    if width <= 0:
        return Text()
    fitted = text(line)
    fitted.truncate(width, overflow="ellipsis")
    fitted.pad_right(width - fitted.cell_len)  # half of a wide character can't be shown
    return fitted


def right(line: str | Text, width: int) -> Text:
    """The line at the right end of this width."""
    moved = text(line)
    moved.pad_left(max(0, width - moved.cell_len))
    return fit(moved, width)


def joined(parts: Sequence[str | Text], gap: str = " ") -> Text:
    """Parts on one line."""
    line = Text()
    for number, part in enumerate(parts):
        if number:
            line.append(gap)
        line.append_text(text(part))
    return line


def ends(left: str | Text, far: str | Text, width: int) -> Text:
    """One part at the left end of the line and one at the right."""
    far = text(far)
    return joined([fit(left, max(0, width - far.cell_len - 1)), far]) if width else Text()


def block(lines: Sequence[str | Text], width: int, height: int | None = None) -> Block:
    """Lines as a block of this width, and of this height if one is given."""
    wanted = len(lines) if height is None else height
    made = [fit(line, width) for line in lines[:wanted]]
    return made + [fit("", width) for _ in range(wanted - len(made))]


def box(title: str | Text, lines: Sequence[str | Text], width: int, style: str = DIM) -> Block:
    """Lines in a frame with a title in its upper edge."""
    inner = max(0, width - 4)
    name = text(title)
    name = fit(name, min(inner, name.cell_len))
    rest = max(0, inner - name.cell_len)
    top = Text.assemble((CORNERS[0] + " ", style), name, (" " + "─" * rest, style))
    top.append(CORNERS[1], style)
    bottom = Text(CORNERS[2] + "─" * max(0, width - 2) + CORNERS[3], style=style)
    body = [Text.assemble(("│ ", style), fit(line, inner), (" │", style)) for line in lines]
    return [top, *body, bottom]


def beside(*blocks: Block, gap: int = 0) -> Block:
    """Blocks side by side, the shorter ones filled up."""
    height = max((len(each) for each in blocks), default=0)
    full = [block(each, width_of(each), height) for each in blocks]
    return [joined(row, " " * gap) for row in zip(*full, strict=True)]


def width_of(lines: Sequence[Text]) -> int:
    """How many cells the widest line takes."""
    return max((line.cell_len for line in lines), default=0)


def shares(width: int, parts: int) -> list[int]:
    """A width in so many nearly equal parts."""
    return [width // parts + (1 if part < width % parts else 0) for part in range(parts)]


def roomy(titles: Sequence[Text], width: int) -> list[int]:
    """A width in parts for boxes with these titles: none is cut while there is room."""
    needed = [title.cell_len + 4 for title in titles]
    spare = width - sum(needed)
    if spare < 0:
        return shares(width, len(titles))
    return [need + more for need, more in zip(needed, shares(spare, len(titles)), strict=True)]


def columns(items: Sequence[Text], width: int, gap: int = 2, most: int = 6) -> Block:
    """Items in as many columns as fit, read downwards."""
    if not items:
        return []
    widest = width_of(items)
    count = min(len(items), columns_in(width, widest, gap, most))
    rows = -(-len(items) // count)
    taken = [items[start : start + rows] for start in range(0, len(items), rows)]
    cell = min(widest, width)
    return [
        fit(
            joined(
                [fit(each[row], cell) if row < len(each) else Text(" " * cell) for each in taken],
                " " * gap,
            ),
            width,
        )
        for row in range(rows)
    ]


def columns_in(width: int, widest: int, gap: int = 2, most: int = 6) -> int:
    """How many columns of this size fit."""
    return max(1, min(most, (width + gap) // (widest + gap)))


def fitting(items: Sequence[Text], width: int, rows: int) -> int:
    """How many of the items fit into so many rows of columns."""
    widest = 0
    for count, item in enumerate(items, 1):
        widest = max(widest, item.cell_len)
        if -(-count // columns_in(width, widest)) > rows:
            return max(1, count - 1)
    return len(items)


def wrapped(content: str | Text, width: int, indent: int = 0) -> Block:
    """A paragraph broken at words; a word longer than the line is broken, never lost."""
    lines: list[Text] = []
    for part in text(content).split("\n", allow_blank=True):
        lines += _wrap_line(part, max(8, width), indent)
    return lines


def _wrap_line(line: Text, width: int, indent: int) -> Block:
    lines: list[Text] = []
    current = Text()
    for word in line.split(" "):
        if current.cell_len and current.cell_len + 1 + word.cell_len > width:
            lines.append(current)
            current = Text(" " * indent)
        elif current.cell_len:
            current.append(" ")
        current.append_text(word)
    return [*lines, current]


def cells(line: str) -> int:
    """How many cells a string takes."""
    return cell_len(line)


def table(
    head: Sequence[str | Text], rows: Sequence[Sequence[str | Text]], left: int, gap: int = 2
) -> Block:
    """Rows under a head: the first `left` columns stand left, the others right."""
    every = [[text(cell) for cell in row] for row in [head, *rows]]
    sizes = [max(row[column].cell_len for row in every) for column in range(len(head))]
    return [joined(_placed(row, sizes, left), " " * gap) for row in every]


def _placed(row: Sequence[Text], sizes: Sequence[int], left: int) -> list[Text]:
    cells = zip(row, sizes, strict=True)
    return [fit(c, size) if i < left else right(c, size) for i, (c, size) in enumerate(cells)]
