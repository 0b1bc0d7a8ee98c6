"""The printed numbers: typed rows read from CSV, laid out for the rules, and their hash."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from cradle.hadara.component_checks import MOST_BYTES, checked_rows
from cradle.hadara.names import (
    CARD_BIT,
    EFFECTS,
    GROUP_CARDS,
    TILES_PER_LEVEL,
)
from cradle.hadara.rows import (
    FILES,
    BadComponents,
    CardRow,
    ColonyRow,
    MedalRow,
    Row,
    SaleRow,
    SetupRow,
    StatueRow,
    columns,
)

Steps = tuple[int, int, int, int]


def _steps(row: CardRow | ColonyRow | SetupRow) -> Steps:
    return (row.income, row.military, row.culture, row.food)


def _effect(key: str) -> int:
    return 1 << EFFECTS.index(key) if key else 0


class Components:
    """All components: the rows as printed, and lists by index for the rules.

    Lists by epoch have an idle entry 0, since epochs count from 1.
    """

    def __init__(self, rows: dict[str, list[Any]]) -> None:
        self.rows = rows
        self.hash = _hash(rows)
        self._lay_out_cards(rows["cards.csv"])
        self._lay_out_colonies(rows["colonies.csv"])
        self._lay_out_boards(rows["statues.csv"], rows["setup.csv"])
        self._lay_out_prices(rows["medals.csv"], rows["sales.csv"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes as the rows; compiled, a class has to say so."""
        return Components, (self.rows,)

    def _lay_out_cards(self, cards: list[CardRow]) -> None:
        self.cost = [row.cost for row in cards]
        self.steps: list[Steps] = [_steps(row) for row in cards]
        self.points = [row.points for row in cards]
        self.effect = [_effect(row.effect) for row in cards]
        self.star = [row.star for row in cards]
        self.pools = [sum(CARD_BIT[card] for card in group) for group in GROUP_CARDS]
        self.plain_pools = [
            sum(CARD_BIT[card] for card in group if not cards[card].star) for group in GROUP_CARDS
        ]

    def _lay_out_colonies(self, colonies: list[ColonyRow]) -> None:
        tops = colonies[::TILES_PER_LEVEL]
        self.colony_requirement = [row.requirement for row in tops]
        self.plunder = [row.plunder for row in tops]
        self.integrate = [row.integrate for row in tops]
        self.points_front = [row.points_front for row in tops]
        self.points_back = [row.points_back for row in colonies]
        self.colony_steps: list[Steps] = [_steps(row) for row in colonies]

    def _lay_out_boards(self, statues: list[StatueRow], setup: list[SetupRow]) -> None:
        self.statue_requirement = [row.requirement for row in statues]
        self.statue_bonus = [row.bonus for row in statues]
        self.statue_points = [row.points for row in statues]
        self.initiative = [row.initiative for row in setup[::2]]
        self.setup_coins = [row.coins for row in setup]
        self.setup_steps: list[Steps] = [_steps(row) for row in setup]

    def _lay_out_prices(self, medals: list[MedalRow], sales: list[SaleRow]) -> None:
        self.silver = [0, *(row.silver for row in medals)]
        self.gold = [0, *(row.gold for row in medals)]
        self.silver_discounted = [0, *(row.silver_discounted for row in medals)]
        self.gold_discounted = [0, *(row.gold_discounted for row in medals)]
        self.sale = [0, *(row.coins for row in sales)]


def _hash(rows: dict[str, list[Any]]) -> str:
    """What the numbers are, whatever the order of rows and their provenance."""
    text = [f"{file} {_line(row)}" for file in sorted(rows) for row in rows[file]]
    return sha256("\n".join(text).encode()).hexdigest()


def _line(row: Row) -> str:
    return ",".join(str(getattr(row, name)) for name in columns(type(row))[:-1])


def _standard_rows() -> dict[str, list[Any]]:
    folder = files("cradle.hadara") / "data"
    return {file: checked_rows(file, (folder / file).read_bytes()) for file in FILES}


STANDARD = Components(_standard_rows())


def read_components(folder: str) -> Components:
    """H-S13: the components of a folder laid over the standard ones, or `BadComponents`."""
    found = _tables_in(folder)
    return Components(STANDARD.rows | {path.name: _read(path) for path in found})


def _tables_in(folder: str) -> list[Path]:
    if not Path(folder).is_dir():
        raise BadComponents(f"{folder!r} is no folder")
    found = sorted(Path(folder).glob("*.csv"))
    if not found:
        raise BadComponents(f"{folder!r} holds none of {', '.join(FILES)}")
    unknown = [path.name for path in found if path.name not in FILES]
    if unknown:
        raise BadComponents(f"{unknown[0]!r} is none of {', '.join(FILES)}")
    return found


def _read(path: Path) -> list[Any]:
    if not path.is_file():
        raise BadComponents(f"{path.name}: not a file")
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadComponents(f"{path.name}: {error.strerror}") from None
    return checked_rows(path.name, raw)
