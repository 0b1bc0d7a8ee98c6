"""Curves of a training as a picture (SVG), without any drawing library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

Points = list[tuple[float, float]]
WIDTH, HEIGHT, LEFT, RIGHT, TOP = 760, 190, 60, 220, 34
FOLDERS = re.compile(r"[^:,]*/")  # in the name of a bot with weights of its own
COLOURS = ("#1f4e8c", "#c2571a", "#3a7d44", "#8e44ad", "#b8860b", "#c0392b", "#16a085", "#555555")


def draw(game: str, rows: Sequence[dict[str, Any]], matches: Sequence[dict[str, Any]]) -> str:
    """Win rates against fixed opponents and in training, entropy, value error, speed."""
    panels: list[tuple[str, dict[str, Points], float | None]] = [
        *([("matches: wins", _match_lines(matches), 1.0)] if matches else []),
        ("training: wins", _training_lines(rows), 1.0),
        ("entropy", _lines(rows, ["entropy"]), None),
        ("surprise at who wins (nats)", _lines(rows, ["surprise"]), None),
        ("decisions a second", _lines(rows, ["speed"]), None),
    ]
    height = TOP + HEIGHT * len(panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="16" y="22" font-size="16">{escape(game)}</text>',
    ]
    for number, (title, lines, top) in enumerate(panels):
        parts += _panel(title, lines, top, TOP + HEIGHT * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lines(rows: Sequence[dict[str, Any]], names: list[str]) -> dict[str, Points]:
    return {name: [(row["decisions"], row[name]) for row in rows if name in row] for name in names}


def _training_lines(rows: Sequence[dict[str, Any]]) -> dict[str, Points]:
    names = [
        name[: -len(" equal")] for name in (rows[-1] if rows else {}) if name.endswith(" equal")
    ]
    return _lines(rows, names)


def _match_lines(matches: Sequence[dict[str, Any]]) -> dict[str, Points]:
    found: dict[str, Points] = {}
    for each in sorted(matches, key=lambda match: match["decisions"]):
        name = f"{each['bot']} {each['seats']}"
        found.setdefault(name, []).append((each["decisions"], each["rate"]))
    return found


def _panel(title: str, lines: dict[str, Points], top: float | None, y: int) -> list[str]:
    all_points = [point for points in lines.values() for point in points]
    right = max((x for x, _ in all_points), default=1.0) or 1.0
    high = top or max((v for _, v in all_points), default=1.0) or 1.0
    floor, span = y + HEIGHT - 40, HEIGHT - 66
    parts = [f'<text x="16" y="{y + 14}">{escape(title)}</text>']
    for part in (0.0, 0.5, 1.0):
        line = floor - span * part
        parts.append(
            f'<line x1="{LEFT}" y1="{line:.1f}" x2="{WIDTH - RIGHT}" y2="{line:.1f}" '
            f'stroke="#ddd"/><text x="{LEFT - 6}" y="{line + 4:.1f}" text-anchor="end" '
            f'fill="#666">{_short(high * part)}</text>'
        )
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{floor + 16}" text-anchor="end" fill="#666">'
        f"{_short(right)} decisions</text>"
    )
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = " ".join(
            f"{LEFT + x / right * (WIDTH - RIGHT - LEFT):.1f},{floor - v / high * span:.1f}"
            for x, v in points
        )
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 26 + 13 * number}" '
            f'fill="{colour}">{escape(FOLDERS.sub("", name))}</text>'
        )
    return parts


def _short(value: float) -> str:
    for limit, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g} {sign}"
    return f"{value:.3g}"
