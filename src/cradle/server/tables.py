"""Making tables and sitting down at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from cradle.bots import LEVELS
from cradle.server.acting import at_table
from cradle.server.changing import Change, save_changes
from cradle.server.clocks import Pace
from cradle.server.dice import FairDice, new_secret
from cradle.server.ids import new_id
from cradle.server.live import Live, now_ms
from cradle.server.loading import words_of
from cradle.server.playing import Board, setup_of
from cradle.server.problems import Problem, forbidden
from cradle.server.seam import LOBBY, person_topic
from cradle.server.store.people import Person
from cradle.server.store.schema import TABLES
from cradle.server.store.sheets import RUNNING, Chair, Sheet, add_sheet
from cradle.table.errors import BadSetup

if TYPE_CHECKING:
    from cradle.server.house import House


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


def sheet_of(wish: TableWish, person: Person) -> Sheet:
    """A new table's sheet, everything checked."""
    try:
        setup = setup_of(wish.game, len(wish.seats), wish.options)
    except BadSetup as refusal:
        raise Problem.of(refusal) from None
    now = now_ms()
    mine = sum(seat.kind == "me" for seat in wish.seats)
    return Sheet(
        id=new_id(),
        game=setup.game.name,
        kind="hot-seat" if mine > 1 else "game",
        state="open",
        visibility=wish.visibility,
        host=person.id,
        options=dict(setup.options),
        pace=wish.pace,
        size=setup.seats,
        rules=setup.game.version,
        hash=setup.hash,
        secret=new_secret(),
        invite=new_id(16),
        created_at=now,
        moved_at=now,
        chairs=[chair_of(seat, each, person) for seat, each in enumerate(wish.seats)],
    )


async def create(house: House, wish: TableWish, person: Person) -> Live:
    """Make a table, and start it if nobody is waited for."""
    sheet = sheet_of(wish, person)
    live = Live(sheet, None, {})
    await add(house, live, person.id)
    full = all(chair.kind in ("person", "bot") for chair in sheet.chairs)
    if wish.start and full:
        async with live.lock:
            await begin(house, live)
    return live


async def add(house: House, live: Live, person: str) -> None:
    """Keep a new table and let everybody know."""
    sheet, most = live.sheet.copy(), house.config.tables

    def work(connection: Connection) -> None:
        if _running(connection, person) >= most:
            raise Problem(429, "too-many-tables", seconds=60, most=most)
        add_sheet(connection, sheet)

    await house.database.write(work)
    house.keeper.add(live)
    house.notices.call(LOBBY, *(person_topic(each) for each in sheet.people()))


def _running(connection: Connection, person: str) -> int:
    query = (
        select(func.count())
        .select_from(TABLES)
        .where(TABLES.c.host == person, TABLES.c.state.in_(RUNNING))
    )
    return int(connection.execute(query).scalar_one())


async def begin(house: House, live: Live) -> None:
    """Deal, and let the first seats be asked."""
    sheet = live.sheet
    sheet.state, sheet.started_at = "playing", now_ms()
    for seat, chair in enumerate(sheet.chairs):
        chair.left_ms = live.clocks.left[seat] = sheet.pace.start_ms
    live.revision += 1
    await deal(house, live)


async def deal(house: House, live: Live, board: Board | None = None) -> None:
    """Put a board on the table: a fresh one, or one that was already played on."""
    sheet, fresh = live.sheet, board is None
    dice = FairDice(sheet.secret, sheet.id, words_of(sheet), {})
    if board is None:
        board = Board.open(setup_of(sheet.game, sheet.size, sheet.options), dice)
    else:
        board.go_on(dice, by_hand=sheet.kind == "record")
    live.board = board
    live.snapshot_round = -1
    change = Change(live)
    change.length, change.stack, change.whole = 0, [], True
    change.answered(None, None)
    if fresh:
        change.answer_forced()
    await change.commit(house)


def must_be_open(live: Live) -> None:
    """Refuse what can only be done before the start."""
    if live.sheet.state != "open":
        raise Problem(409, "already-started")


def must_host(live: Live, person: str) -> None:
    """Refuse what only the host may do."""
    if live.sheet.host != person:
        raise forbidden()


async def join(house: House, table: str, person: Person, wish: int | None, key: str) -> Live:
    """Sit down on an open chair; the invitation opens the others. Starts when all are taken."""

    async def work(live: Live) -> Live:
        if live.sheet.seats_of(person.id):
            return live
        must_be_open(live)
        chair = _free_chair(live, wish, key)
        automatic = bool(person.settings.get("automatic", True))
        taken = Chair(chair.seat, "person", person.id, automatic=automatic, shown=person.name)
        live.sheet.chairs[chair.seat] = taken
        await save_changes(house, live)
        if all(each.kind in ("person", "bot") for each in live.sheet.chairs):
            await begin(house, live)
        return live

    return await at_table(house, table, work)


def _free_chair(live: Live, wish: int | None, key: str) -> Chair:
    invited = compare_digest(key.encode(), live.sheet.invite.encode())
    kinds = ("link", "open") if invited else ("open",)
    free = [chair for kind in kinds for chair in live.sheet.chairs if chair.kind == kind]
    free = [chair for chair in free if wish is None or chair.seat == wish]
    if not free:
        raise Problem(409, "no-free-seat")
    return free[0]
