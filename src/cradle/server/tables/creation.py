"""Making tables and sitting down at them."""

from __future__ import annotations

from functools import partial
from hmac import compare_digest
from typing import Any

from cradle.bots import LEVELS
from cradle.server.ids import new_id
from cradle.server.people.moderation import must_be_free
from cradle.server.problems import Problem, forbidden
from cradle.server.store import relations
from cradle.server.store.database import Database
from cradle.server.store.facts import TAKEN, SeatFacts, TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import rated_games, shared_dice, shared_luck
from cradle.server.tables.change import Change
from cradle.server.tables.dice import SCHEME, new_secret
from cradle.server.tables.game import resumed, setup_of
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import dice_of, played_until
from cradle.server.tables.promises import Promises
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest, TableRequest
from cradle.server.timestamps import now_ms
from cradle.table import Table
from cradle.table.errors import BadSetup


def new_seat(seat: int, request: SeatRequest, person: Person) -> SeatFacts:
    """A seat as it was asked for."""
    if request.kind == "me":
        return taken_seat(seat, person, request.name)
    if request.kind == "bot":
        level = request.level or LEVELS[1]
        if level not in LEVELS:
            raise Problem(400, "unknown-level", level=level, levels=", ".join(LEVELS))
        return SeatFacts.new(seat, "bot", level=level, shown=level)
    return SeatFacts.new(seat, request.kind)


def taken_seat(seat: int, person: Person, name: str = "", came_by: str | None = None) -> SeatFacts:
    """A seat with a person on it, perhaps under another name."""
    automatic = bool(person.settings.get("automatic", True))
    called = {"name": name, "shown": name or person.name, "guest": person.guest}
    about = {**called, "automatic": automatic}
    return SeatFacts.new(seat, "person", person=person.id, came_by=came_by, **about)


def new_facts(host: Person, origin: str | None, seats: list[SeatFacts], **more: Any) -> TableFacts:
    """What every new table gets: an id, secrets of its own, and the time."""
    now = now_ms()
    secrets = {"id": new_id(), "secret": new_secret(), "scheme": SCHEME, "invite": new_id(16)}
    made = {"host": host.id, "origin": origin, "created_at": now, "moved_at": now}
    return TableFacts.new(seats, **{**made, **secrets, **more})


def facts_of(request: TableRequest, person: Person, origin: str | None) -> TableFacts:
    """A new table's facts, everything checked."""
    try:
        setup = setup_of(request.game, len(request.seats), request.options)
    except BadSetup as refusal:
        raise Problem.of(refusal) from None
    mine = sum(seat.kind == "me" for seat in request.seats)
    facts = new_facts(
        person,
        origin,
        [new_seat(seat, each, person) for seat, each in enumerate(request.seats)],
        game=setup.game.name,
        kind="hot-seat" if mine > 1 else "game",
        state="open",
        visibility=request.visibility,
        options=dict(setup.options),
        pace=request.pace,
        rules=setup.game.version,
        hash=setup.hash,
        rated=request.rated,
    )
    if request.source is not None:
        facts.from_table, facts.from_ply = request.source.table, request.source.ply
    if request.luck is not None:
        facts.luck, facts.secret = request.luck.name, request.luck.secret
        facts.scheme = shared_dice.SCHEME
    rated_games.check_table(facts, person)
    rated_games.note_origin(facts, person.id, origin)
    return facts


async def promised(
    promises: Promises, request: TableRequest, person: Person, origin: str | None
) -> TableFacts:
    """The facts of a new table, with the dice that were promised, and its maker's salt.

    To a table that starts at once none can be added later, so there it must have come by now.
    """
    facts = facts_of(request, person, origin)
    lacks_salt = request.salted is None and request.luck is None
    if lacks_salt and request.start and is_full(facts):
        raise Problem(409, "dice-first")
    if request.salted is not None:
        promise = await promises.redeem(person.id, request.salted.ticket)
        facts.id, facts.secret = promise.table, promise.secret
        add_salt(facts, person.id, request.salted.salt)
    return facts


def add_salt(facts: TableFacts, person: str, salt: str) -> bool:
    """Add salt at one's own seats, or as a host who has none at those of bots; whether any is."""
    mine = facts.seats_of(person)
    if not mine and facts.host == person:
        mine = [each.seat for each in facts.seats if each.kind == "bot"]
    for seat in mine:
        facts.seats[seat].salt = salt
    return bool(mine)


async def create(tables: Tables, key: Key, request: TableRequest, person: Person) -> Receipt:
    """Make a table, and start it if nobody is waited for."""
    if any(each.kind in ("open", "link") for each in request.seats):
        must_be_free(person, now_ms())  # Against bots anybody may play.

    async def work() -> Receipt:
        facts = await promised(tables.promises, request, person, key.origin)
        live = LiveTable(facts, tables.time, key)
        if request.start and is_full(live.facts):
            return await begin(tables, live, fresh=True)
        return await tables.create(live)

    return await tables.make(key, work)


def is_full(facts: TableFacts) -> bool:
    """Whether nobody is waited for."""
    return all(each.kind in TAKEN for each in facts.seats)


async def begin(tables: Tables, live: LiveTable, fresh: bool = False) -> Receipt:
    """Deal, and let the first seats be asked; a fresh table is kept only now."""
    try:
        past = await _past_of(tables.database, live.facts)
    except BaseException:
        tables.memory.forget(live)  # Who has just sat down doesn't sit there.
        raise
    return await tables.commit(begun(live, fresh, past))


async def _past_of(database: Database, facts: TableFacts) -> Table | None:
    """The game that a table goes on with, if it doesn't begin at the beginning."""
    source = facts.from_table
    if source is None:
        return None
    return await database.read(lambda c: played_until(c, source, facts.from_ply))


def begun(live: LiveTable, fresh: bool = False, played: Table | None = None) -> Change:
    """A table's first change."""
    facts = live.facts
    facts.state, facts.started_at = "playing", now_ms()
    for each in facts.seats:
        live.clocks.left[each.seat] = facts.pace.start_ms if each.kind == "person" else None
    rated_games.flag(facts)
    live.revision += 1
    change = deal(live, played, fresh)
    change.answer_forced()
    return change


def deal(live: LiveTable, played: Table | None = None, fresh: bool = False) -> Change:
    """Begin a game, or go on with one that was played elsewhere, and stays as it was there."""
    facts = live.facts
    table = played or resumed(
        setup_of(facts.game, facts.size, facts.options), listener=live.raw.extend
    )
    live.put(table)
    table.go_on(dice_of(facts, {}), facts.kind == "record")
    live.snapshot_round = -1
    change = Change(live, since=0, whole=True, fresh=fresh)
    change.deal()
    return change


def must_be_open(live: LiveTable) -> None:
    """Refuse what can only be done before the start."""
    if live.facts.state != "open":
        raise Problem(409, "already-started")


def must_host(live: LiveTable, person: str) -> None:
    """Refuse what only the host may do."""
    if live.facts.host != person:
        raise forbidden()


async def join(
    tables: Tables, key: Key, person: Person, wanted: int | None, invite: str, salt: str = ""
) -> Receipt:
    """Sit down on one's kept seats or an open one; the invitation opens the others.

    Starts when all are taken.
    """

    async def work(live: LiveTable) -> Receipt:
        if live.facts.seats_of(person.id):
            return await tables.leave_alone(live)
        must_be_open(live)
        rated_games.check_person(live.facts, person)
        await _check_welcome(tables.database, live, person)
        for seat in _seats_for(live, person.id, wanted, invite):
            before = live.facts.seats[seat]
            live.facts.seats[seat] = taken_seat(seat, person, before.name, before.came_by)
            live.facts.seats[seat].salt = salt
        rated_games.note_origin(live.facts, person.id, key.origin)
        if is_full(live.facts):
            return await begin(tables, live)
        return await tables.save(live, also=partial(shared_luck.check_once, facts=live.facts))

    return await tables.once(key, work)


async def _check_welcome(database: Database, live: LiveTable, person: Person) -> None:
    """Refuse whoever is timed out, or blocked by somebody here, unless an event has sent them."""
    must_be_free(person, now_ms())
    if live.facts.event is not None:
        return
    others = [*live.facts.people(), live.facts.host]
    if await database.read(lambda c: relations.blocked_by(c, person.id, others)):
        raise Problem(403, "blocked")


def _seats_for(live: LiveTable, person: str, wanted: int | None, invite: str) -> list[int]:
    """The seats kept for a person, or another one that they want instead."""
    kept = live.facts.kept_for(person)
    if kept and (wanted is None or wanted in kept):
        return kept
    seat = _free_seat(live, wanted, invite)
    for each in kept:
        live.facts.seats[each] = SeatFacts.new(each, "open")
    return [seat]


def _free_seat(live: LiveTable, wanted: int | None, invite: str) -> int:
    invited = compare_digest(invite.encode(), live.facts.invite.encode())
    kinds = ("link", "open") if invited else ("open",)
    free = [each.seat for kind in kinds for each in live.facts.seats if each.kind == kind]
    free = [seat for seat in free if wanted is None or seat == wanted]
    if not free:
        raise Problem(409, "no-free-seat")
    return free[0]
