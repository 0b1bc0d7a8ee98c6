"""Win rates with their intervals as a picture (SVG), without any drawing library."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

from cradle.arena.results import Standing

WIDTH, LEFT, ROW, TOP = 720, 200, 34, 56


def plot(title: str, found: Mapping[str, Standing]) -> str:
    """One line a bot: the win rate as a dot, its 95 % interval as a bar."""
    height = TOP + ROW * len(found) + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="16" y="28" font-size="17">{escape(title)}</text>',
        *(_grid(percent, height) for percent in range(0, 101, 25)),
        *(_row(i, name, each) for i, (name, each) in enumerate(found.items())),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - 40)


def _grid(percent: int, height: int) -> str:
    x = _x(percent / 100)
    return (
        f'<line x1="{x:.1f}" y1="{TOP - 10}" x2="{x:.1f}" y2="{height - 30}" stroke="#ddd"/>'
        f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle" fill="#666">{percent} %</text>'
    )


def _row(number: int, name: str, each: Standing) -> str:
    y = TOP + ROW * number + ROW / 2
    return (
        f'<text x="16" y="{y + 5:.1f}">{escape(name)}</text>'
        f'<line x1="{_x(each.low):.1f}" y1="{y}" x2="{_x(each.high):.1f}" y2="{y}" '
        f'stroke="#7aa6d8" stroke-width="8" stroke-linecap="round"/>'
        f'<circle cx="{_x(each.win_rate):.1f}" cy="{y}" r="6" fill="#1f4e8c"/>'
        f"<title>{escape(name)}: {each.win_rate:.1%} ({each.low:.1%} - {each.high:.1%})</title>"
    )
