"""An analysis as one self-contained page: the curve of all seats, sums, mistakes, all answers."""

from __future__ import annotations

from html import escape

from cradle import i18n
from cradle.analysis.texts import Texts
from cradle.analysis.values import CHANCES, WIN

WIDTH, HEIGHT, LEFT, TOP = 900, 320, 52, 16
MOVE = ' class="move"'
COLOURS = ("#1f4e8c", "#c2571a", "#3a7d44", "#8e44ad", "#9a6b00")
DASHES = ("none", "8 4", "2 3", "10 3 2 3", "5 5")  # told apart without colours, too
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
svg { width: 100%; min-width: 34rem; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; font-weight: 600; }
td.move, th.move { text-align: left; }
td.change { white-space: nowrap; }
tr.mistake td { background: #fdecea; }
.wide { overflow-x: auto; }
@media (max-width: 40rem) {
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1.25rem; }
  svg text { font-size: 16px; }
  th, td { padding: .25rem .4rem; }
}
"""


def page(texts: Texts) -> str:
    """The whole page."""
    title = escape(f"{texts.title()} · {texts.say('title')}")
    note = texts.note()
    return "\n".join(
        [
            f'<!doctype html><html lang="{texts.lang}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            f"<h2>{escape(texts.say('curve'))}</h2>",
            f'<div class="wide">{curve(texts)}</div>',
            f'<div class="wide">{_table(texts.sums())}</div>',
            f"<h2>{escape(texts.say('mistakes'))}</h2>",
            *([f"<p>{escape(note)}</p>"] if note else []),
            "<ul>",
            *(f"<li>{escape(texts.mistake(ply))}</li>" for ply in texts.worst),
            "</ul>",
            f"<h2>{escape(texts.say('answers'))}</h2>",
            f'<div class="wide">{_answers(texts)}</div>',
            "</body></html>",
        ]
    )


def curve(texts: Texts) -> str:
    """The chances of all seats over the game, with rounds and mistakes, as a picture (SVG)."""
    analysis = texts.analysis
    values = [analysis.start, *(entry.after for entry in analysis.entries)]
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13">',
        f"<title>{escape(texts.say('curve'))}</title>",
        *(_level(texts, percent) for percent in (0, 25, 50, 75, 100)),
        *_rounds(texts, len(values)),
    ]
    for seat, name in enumerate(texts.names):
        chances = [int(value[CHANCES, seat]) / WIN for value in values]
        parts += _line(seat, name, chances)
        mistakes = [ply for ply in analysis.mistakes(seat) if ply in texts.worst]
        parts += [_mark(seat, ply, chances[ply + 1], len(values)) for ply in mistakes]
    return "\n".join([*parts, "</svg>"])


def _x(place: int, count: int) -> float:
    return LEFT + place / max(1, count - 1) * (WIDTH - LEFT - 16)


def _y(chance: float) -> float:
    return TOP + (1 - chance) * (HEIGHT - TOP - 56)


def _level(texts: Texts, percent: int) -> str:
    y = _y(percent / 100)
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}\u00a0%</text>'
    )


def _rounds(texts: Texts, count: int) -> list[str]:
    found, last = [], 0
    for place, ply in enumerate(texts.course.plies):
        if ply.round > last:
            last, x = ply.round, _x(place, count)
            found.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - 56}" stroke="#eee"/>'
                f'<text x="{x + 3:.1f}" y="{HEIGHT - 42}" fill="#666">{ply.round}</text>'
            )
    return found


def _line(seat: int, name: str, chances: list[float]) -> list[str]:
    points = " ".join(f"{_x(i, len(chances)):.1f},{_y(c):.1f}" for i, c in enumerate(chances))
    colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
    x, style = LEFT + seat * 165, f'stroke="{colour}" stroke-dasharray="{dash}" stroke-width="2"'
    return [
        f'<polyline points="{points}" fill="none" {style}/>',
        f'<line x1="{x}" x2="{x + 28}" y1="{HEIGHT - 16}" y2="{HEIGHT - 16}" {style}/>',
        f'<text x="{x + 34}" y="{HEIGHT - 12}">{escape(name[:16])}</text>',
    ]


def _mark(seat: int, ply: int, chance: float, count: int) -> str:
    colour = COLOURS[seat % len(COLOURS)]
    at = f'cx="{_x(ply + 1, count):.1f}" cy="{_y(chance):.1f}"'
    return f'<circle {at} r="5" fill="{colour}"><title>{ply + 1}</title></circle>'


def _table(rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _answers(texts: Texts) -> str:
    """Every answer with what it cost or brought its seat, and the chances after it."""
    head = ["", texts.say("answer"), texts.say("changed"), *texts.names]
    rows = [_answer(texts, number) for number in range(len(texts.course.plies))]
    cells = "".join(
        f'<th scope="col"{MOVE if place == 1 else ""}>{escape(cell)}</th>'
        for place, cell in enumerate(head)
    )
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _answer(texts: Texts, number: int) -> str:
    ply, entry = texts.course.plies[number], texts.analysis.entries[number]
    change = entry.luck if ply.seat is None else entry.decision
    whose = int(abs(change[CHANCES]).argmax()) if ply.seat is None else ply.seat
    share = int(change[CHANCES, whose]) / WIN
    who = i18n.say(texts.lang, "analysis.chance") if ply.seat is None else texts.player(ply.seat)
    said = f"{texts.player(whose)} " if ply.seat is None else ""
    error = texts.analysis.error(number)
    told = escape(said + texts.measured(share, error, signed=True)) if share else ""
    mark = ' class="mistake"' if number in texts.worst else ""
    chances = [texts.percent(each / WIN) for each in entry.after[CHANCES].tolist()]
    return (
        f'<tr{mark} id="ply-{number + 1}"><td>{number + 1}</td>'
        f"<td{MOVE}>{escape(who)}: {escape(texts.move(ply.move))}</td>"
        f'<td class="change">{told}</td>'
        + "".join(f"<td>{chance}</td>" for chance in chances)
        + "</tr>"
    )
