"""A run as a table, as a page and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from benchmarks import history
from benchmarks.history import Run
from cradle.cli.columns import columns
from cradle.games import GAMES

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "performance.md"
PICTURE = DOCS / "performance.svg"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
BUILDS = ("interpreted", "compiled")
YARDSTICK = "catanatron, 2 players"
HEAD = ["", "build", "decisions/s", "games/s", "÷ catanatron", "÷ loop", "since last"]
COSTS = ["copy", "list", "apply", "observe", "mask", "observe_all", "mask_all", "step"]  # in µs
ENCODE = {"encode ÷ play": ("observe", "mask"), "in a batch": ("observe_all", "mask_all")}
COST_HEAD = [*(f"{cost} µs" for cost in COSTS), *ENCODE, "batch ÷ step"]
COLOURS = {"interpreted": "#c58b2a", "compiled": "#1f4e8c"}


def rows(run: Run, last: Run | None) -> list[list[str]]:
    """One row a game, player count and build, then one a peer."""
    yard = _yardstick(run)
    found = []
    for build in (build for build in BUILDS if build in run):
        before = history.relative(last, build)
        found += [_row(run[build], build, each, yard, before) for each in run[build]["rows"]]
    peers = run.get("peers", {"rows": []})["rows"]
    return found + [_peer(each, yard) for each in peers]


def _yardstick(run: Run) -> float | None:
    peers = run.get("peers", {"rows": []})["rows"]
    return next((each["decisions"] for each in peers if each["peer"] == YARDSTICK), None)


def _row(found: Run, build: str, each: Run, yard: float | None, before: Any) -> list[str]:
    loops = each["decisions"] / found["loop"]
    then = before.get((each["game"], each["seats"]))
    return [
        f"{each['game']}, {each['seats']} players",
        build,
        f"{each['decisions']:,.0f}",
        f"{each['games']:,.0f}",
        f"{each['decisions'] / yard:.1f}" if yard else "",
        f"{loops:.3f}",
        f"{loops / then:.2f}" if then else "",
        *(f"{each[cost]:.2f}" for cost in COSTS),
        *(f"{(each[a] + each[b]) * each['decisions'] / 1e6:.2f}" for a, b in ENCODE.values()),
        f"{(each['observe_all'] + each['mask_all']) / each['step']:.2f}" if each["step"] else "",
    ]


def _peer(each: Run, yard: float | None) -> list[str]:
    share = f"{each['decisions'] / yard:.1f}" if yard else ""
    start = [each["peer"], "", f"{each['decisions']:,.0f}", f"{each['games']:,.0f}", share]
    return start + [""] * (len(HEAD) + len(COST_HEAD) - len(start))


def table(run: Run, last: Run | None) -> str:
    """The table for a terminal."""
    loops = ", ".join(f"{run[b]['loop']:,.0f} ({b})" for b in BUILDS if b in run)
    missing = [f"no {what}" for what in ("compiled", "peers") if what not in run]
    notes = [conditions(run), f"plain loop: {loops} steps a second", *missing]
    return "\n".join([columns([[*HEAD, *COST_HEAD], *rows(run, last)]), "", *notes])


def conditions(run: Run) -> str:
    """The machine, and how busy others kept it: short times suffer most from that."""
    busy = run.get("load")
    return f"{run['machine']}{'' if busy is None else f', load {busy:.1f} before the run'}"


def write(run: Run, runs: list[Run]) -> None:
    """Put a run into the page, and all runs into the picture."""
    text = PAGE.read_text("utf-8")
    top, _, rest = text.partition(BEGIN)
    _, _, bottom = rest.partition(END)
    PAGE.write_text(f"{top}{BEGIN}\n{_markdown(run)}{END}{bottom}", "utf-8")
    PICTURE.write_text(picture(runs), "utf-8")


def _markdown(run: Run) -> str:
    versions = run.get("peers", {"versions": {}})["versions"]
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    head = ["", "build", "÷ catanatron", "÷ loop", *COST_HEAD]
    body = [[*each[:2], *each[4:6], *each[7:]] for each in rows(run, None)]
    lines = [head, ["---"] * len(head), *body]
    shown = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    about = f"{run['date']}, cradle {run['version']}; {conditions(run)}; {named}."
    return f"\n{about}\n\n{shown}\n\n"


def picture(runs: list[Run]) -> str:
    """Decisions over steps of a plain loop, run by run: one line a game and build."""
    lines = [
        (game, build, [history.relative(run, build).get((game, 2), 0.0) for run in runs])
        for game in GAMES
        for build in BUILDS
    ]
    top = max([value for _, _, values in lines for value in values] or [1.0]) * 1.1
    drawn = [_line(i, *line, top) for i, line in enumerate(lines)]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 360" '
            'font-family="sans-serif" font-size="13">',
            '<rect width="720" height="360" fill="white"/>',
            '<text x="16" y="26" font-size="16">Decisions for each step of a plain loop, '
            "2 players</text>",
            *(_grid(i, top) for i in range(5)),
            *drawn,
            "</svg>\n",
        ]
    )


def _grid(number: int, top: float) -> str:
    value = top * number / 4
    return (
        f'<line x1="50" y1="{_y(value, top):.1f}" x2="520" y2="{_y(value, top):.1f}" '
        f'stroke="#ddd"/><text x="44" y="{_y(value, top) + 4:.1f}" text-anchor="end" '
        f'fill="#666">{value:.2f}</text>'
    )


def _y(value: float, top: float) -> float:
    return 330 - 280 * value / top


def _dash(game: int) -> str:
    """The first game's line is whole, each later one's is broken into shorter pieces."""
    return f' stroke-dasharray="{max(1, 8 - 2 * game)} 4"' if game else ""


def _line(number: int, game: str, build: str, values: list[float], top: float) -> str:
    colour, dash = COLOURS[build], _dash(list(GAMES).index(game))
    step = 440 / max(1, len(values) - 1)
    points = [(60 + step * i, _y(value, top)) for i, value in enumerate(values)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
    key = 70 + 24 * number
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>{dots}'
        f'<line x1="540" y1="{key - 4}" x2="570" y2="{key - 4}" stroke="{colour}" '
        f'stroke-width="2"{dash}/><text x="578" y="{key}">{escape(f"{game}, {build}")}</text>'
    )
