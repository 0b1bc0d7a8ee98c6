"""Making tables and sitting down at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from cradle.bots import LEVELS
from cradle.server.ids import new_id
from cradle.server.problems import Problem, forbidden
from cradle.server.store.pace import Pace
from cradle.server.store.people import Person
from cradle.server.store.tables import Chair, Sheet
from cradle.server.tables.board import Board, setup_of
from cradle.server.tables.change import Change
from cradle.server.tables.dice import FairDice, new_secret
from cradle.server.tables.live import Live
from cradle.server.tables.loader import words_of
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms
from cradle.table.errors import BadSetup


@dataclass(frozen=True)
class SeatWish:
    """What should be at a seat: `me`, `open`, `link` or a `bot` of a level."""

    kind: str
    level: str | None = None
    name: str = ""


@dataclass(frozen=True)
class TableWish:
    """What somebody wants to play."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, Any] = field(default_factory=dict)
    visibility: str = "link"
    pace: Pace = field(default_factory=Pace)
    start: bool = True


def chair_of(seat: int, wish: SeatWish, person: Person) -> Chair:
    """A chair as it was wished."""
    if wish.kind == "me":
        name = wish.name or person.name
        automatic = bool(person.settings.get("automatic", True))
        return Chair(seat, "person", person.id, wish.name, automatic=automatic, shown=name)
    if wish.kind == "bot":
        level = wish.level or LEVELS[1]
        if level not in LEVELS:
            raise Problem(400, "unknown-level", level=level, levels=", ".join(LEVELS))
        return Chair(seat, "bot", level=level, shown=level)
    return Chair(seat, wish.kind)


def new_sheet(host: Person, **more: Any) -> Sheet:
    """A sheet with what every new table gets: an id, secrets of its own, and the time."""
    now = now_ms()
    return Sheet(
        id=new_id(),
        host=host.id,
        secret=new_secret(),
        invite=new_id(16),
        created_at=now,
        moved_at=now,
        **more,
    )


def sheet_of(wish: TableWish, person: Person) -> Sheet:
    """A new table's sheet, everything checked."""
    try:
        setup = setup_of(wish.game, len(wish.seats), wish.options)
    except BadSetup as refusal:
        raise Problem.of(refusal) from None
    mine = sum(seat.kind == "me" for seat in wish.seats)
    return new_sheet(
        person,
        game=setup.game.name,
        kind="hot-seat" if mine > 1 else "game",
        state="open",
        visibility=wish.visibility,
        options=dict(setup.options),
        pace=wish.pace,
        size=setup.seats,
        rules=setup.game.version,
        hash=setup.hash,
        chairs=[chair_of(seat, each, person) for seat, each in enumerate(wish.seats)],
    )


async def create(tables: Tables, wish: TableWish, person: Person) -> Live:
    """Make a table, and start it if nobody is waited for."""
    sheet = sheet_of(wish, person)
    live = Live(sheet, None, {})
    if wish.start and is_full(sheet):
        await begin(tables, live, fresh=True)
        return live
    await tables.create(live)
    return live


def is_full(sheet: Sheet) -> bool:
    """Whether nobody is waited for."""
    return all(chair.kind in ("person", "bot") for chair in sheet.chairs)


async def begin(tables: Tables, live: Live, fresh: bool = False) -> None:
    """Deal, and let the first seats be asked; a fresh table is kept only now."""
    sheet = live.sheet
    sheet.state, sheet.started_at = "playing", now_ms()
    for seat, chair in enumerate(sheet.chairs):
        chair.left_ms = live.clocks.left[seat] = sheet.pace.start_ms
    live.revision += 1
    await deal(tables, live, fresh=fresh)


async def deal(tables: Tables, live: Live, board: Board | None = None, fresh: bool = False) -> None:
    """Put a board on the table: a new one, or one that was already played on."""
    sheet, new = live.sheet, board is None
    dice = FairDice(sheet.secret, sheet.id, words_of(sheet), {})
    if board is None:
        board = Board.open(setup_of(sheet.game, sheet.size, sheet.options), dice)
    else:
        board.go_on(dice, by_hand=sheet.kind == "record")
    live.board = board
    live.snapshot_round = -1
    change = Change(live, since=0, whole=True, fresh=fresh)
    change.answered(None, None)
    if new:
        change.answer_forced()
    await tables.commit(change)


def must_be_open(live: Live) -> None:
    """Refuse what can only be done before the start."""
    if live.sheet.state != "open":
        raise Problem(409, "already-started")


def must_host(live: Live, person: str) -> None:
    """Refuse what only the host may do."""
    if live.sheet.host != person:
        raise forbidden()


async def join(tables: Tables, table: str, person: Person, wish: int | None, key: str) -> Live:
    """Sit down on an open chair; the invitation opens the others. Starts when all are taken."""

    async def work(live: Live) -> Live:
        if live.sheet.seats_of(person.id):
            return live
        must_be_open(live)
        chair = _free_chair(live, wish, key)
        automatic = bool(person.settings.get("automatic", True))
        taken = Chair(chair.seat, "person", person.id, automatic=automatic, shown=person.name)
        live.sheet.chairs[chair.seat] = taken
        await (begin(tables, live) if is_full(live.sheet) else tables.save(live))
        return live

    return await tables.at(table, work)


def _free_chair(live: Live, wish: int | None, key: str) -> Chair:
    invited = compare_digest(key.encode(), live.sheet.invite.encode())
    kinds = ("link", "open") if invited else ("open",)
    free = [chair for kind in kinds for chair in live.sheet.chairs if chair.kind == kind]
    free = [chair for chair in free if wish is None or chair.seat == wish]
    if not free:
        raise Problem(409, "no-free-seat")
    return free[0]
