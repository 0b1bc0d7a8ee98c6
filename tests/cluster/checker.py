"""What must hold of a game, whatever failed while it was played; what doesn't, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Row, select

from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.schema import CHAT, MOVES, RECEIPTS
from cradle.server.store.tables import read_table
from cradle.server.tables.fairness import check as check_dice
from cradle.server.tables.fold import Folded, correction, fold
from cradle.server.tables.game import resumed
from cradle.server.tables.loader import dice_of, setup_for
from cradle.server.tables.messages import question
from cradle.server.timestamps import BEAT_MS
from cradle.table import Table
from tests.cluster.clients import Json, Told
from tests.cluster.games import Game


@dataclass(frozen=True)
class Kept:
    """What the database has of a table: the log, what was said, and acts by their ids."""

    facts: TableFacts
    rows: Sequence[Row[Any]]
    lines: Sequence[Row[Any]]
    receipts: Sequence[Row[Any]]

    @property
    def log(self) -> list[Answer]:
        """The log as it is folded."""
        return [Answer(row.seat, row.text) for row in self.rows]

    def places(self, person: str) -> dict[str, list[int]]:
        """As which rows or lines each act of somebody is kept."""
        found = dict[str, list[int]]()
        named = [(row.client, row.seq) for row in self.rows]
        named += [(row.client, row.number) for row in self.lines]
        named += [(f"{row.person}:{row.id}", row.seq) for row in self.receipts]
        for name, place in named:
            found.setdefault((name or "").removeprefix(f"{person}:"), []).append(place)
        return found


def read(connection: Connection, table: str) -> Kept | None:
    """Everything of a table."""
    facts = read_table(connection, table)
    if facts is None:
        return None
    rows = select(MOVES).where(MOVES.c.table_id == table).order_by(MOVES.c.seq)
    lines = select(CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.number)
    receipts = select(RECEIPTS).where(RECEIPTS.c.about == table)
    return Kept(facts, *(connection.execute(query).all() for query in (rows, lines, receipts)))


def check(connection: Connection, game: Game) -> list[str]:
    """Everything that is wrong about a game whose clients have left."""
    kept = read(connection, game.table)
    wrong = ["gone"] if kept is None else list(_check(kept, game))
    return [f"{game.table}: {each}" for each in wrong]


def _check(kept: Kept, game: Game) -> Iterator[str]:
    told = [client.told for client in game.clients]
    if all(client.over for client in game.clients) and kept.facts.state != "over":
        yield f"the game is {kept.facts.state}, and clients saw its end"
    for person, each in zip(game.people, told, strict=True):
        yield from check_acts(each, kept.places(person))
        yield from check_log(each, kept.log)
        yield from check_chat(person, each, kept.lines)
        yield from check_flag(each, kept.rows)
        yield from (f"{seq} was shown after {known} was kept" for seq, known in each.stale)
    if [row.seq for row in kept.rows] != list(range(1, kept.facts.seq + 1)):
        yield "rows of the log are missing"
        return
    if [line.number for line in kept.lines] != list(range(1, len(kept.lines) + 1)):
        yield "lines of the chat are missing"
    yield from check_corrections(kept, told)
    yield from check_stand_ins(kept.facts)
    yield from _check_views(kept, [view for each in told for view in each.views])
    yield from _check_dice(kept)


def check_acts(told: Told, places: dict[str, list[int]]) -> Iterator[str]:
    """What was acknowledged is kept once, and what was refused isn't."""
    for name in told.sent:
        found = places.get(name, [])
        if len(found) > 1:
            yield f"{name} is kept {len(found)} times"
        if name in told.done and not found:
            yield f"{name} was acknowledged and is lost"
        if name in told.refused and found:
            yield f"{name} was refused ({told.refused[name]}) and is kept"
        if told.done.get(name) and found and found[0] != told.done[name]:
            yield f"{name} was acknowledged as {told.done[name]} and is {found[0]}"


def check_log(told: Told, log: Sequence[Answer]) -> Iterator[str]:
    """What was acknowledged lies in the log as it was sent, each after the one before."""
    before = 0
    for name, act in told.sent.items():
        if name not in told.done or act["type"] == "chat":
            continue
        seq = told.done[name]
        between = log[before:seq]
        if act["type"] == "move" and act["text"] not in [row.text for row in between]:
            yield f"{name} isn't where it belongs, between {before} and {seq}"
        if took_back(told, name) and not any(map(correction, between)):
            yield f"{name} took nothing back between {before} and {seq}"
        before = seq


def check_chat(person: str, told: Told, lines: Sequence[Row[Any]]) -> Iterator[str]:
    """What was said and acknowledged is kept in that order, and what was heard is kept."""
    texts = {line.number: line.text for line in lines}
    acts = {f"{person}:{name}": act for name, act in told.sent.items() if name in told.done}
    said = [(name, act["text"]) for name, act in acts.items() if act["type"] == "chat"]
    ours = [(line.client, line.text) for line in lines if line.client in acts]
    if ours != said:
        yield f"{said} was said, and {ours} is kept"
    for number, text in told.lines.items():
        if texts.get(number) != text:
            yield f"line {number} was heard as {text!r} and is {texts.get(number)!r}"


def check_flag(told: Told, rows: Sequence[Row[Any]]) -> Iterator[str]:
    """Nobody's time is up before the time that their clock showed has passed.

    Servers' clocks differ by a beat at most. Who takes back their own answer has a clock that has
    never stopped, so that one shown before says nothing.
    """
    clock, flagged = told.clock, told.flagged
    if clock is None or flagged is None or flagged >= clock.at + clock.left - BEAT_MS:
        return
    if not any(correction(Answer(row.seat, row.text)) for row in rows[clock.seq :]):
        yield f"a flag fell at {flagged}, when {clock.left} ms were left at {clock.at}"


def check_stand_ins(facts: TableFacts) -> Iterator[str]:
    """Nobody leaves by themselves: where a bot stands in, no time is left."""
    for each in facts.seats:
        if each.stand_in is not None and each.left_ms != 0:
            yield f"a bot stands in at seat {each.seat}, with {each.left_ms} ms left"


def check_corrections(kept: Kept, told: Sequence[Told]) -> Iterator[str]:
    """Whatever was taken back, somebody asked for, once: rows of one change have one time."""
    ends = {kept.rows[each.seq - 1].at for each in kept.receipts if each.done and each.seq}
    for row in kept.rows:
        if correction(Answer(row.seat, row.text)) and row.at not in ends:
            yield f"nobody asked for {row.text} at {row.seq}"
    changes = [each.done[name] for each in told for name in each.done if took_back(each, name)]
    if len(changes) != len(set(changes)):
        yield f"one change answers several acts: {sorted(changes)}"


def took_back(told: Told, name: str) -> bool:
    """Whether an act that is done has taken something back."""
    act = told.sent[name]
    return (act["type"] == "undo" and name not in told.open) or act.get("agree", False)


def _check_views(kept: Kept, views: list[Json]) -> Iterator[str]:
    """Every view is the one that the rules give, of the game as it is kept."""
    shown: dict[int, list[Json]] = {}
    for view in views:
        shown.setdefault(view["seq"], []).append(view)
    folded, table = Folded(), resumed(setup_for(kept.facts))
    for row in kept.log:
        folded.add(row)
        if correction(row) is None:
            table.enter(row.seat, row.text)
        else:
            table = resumed(setup_for(kept.facts))
            for entry in folded.entries:
                table.enter(entry.seat, entry.text)
        for view in shown.pop(folded.seq, []):
            if (seat := view["seat"]) is not None and _plain(table, folded, seat) != view:
                yield f"seat {seat} was shown something else at {folded.seq}"
    for seq in shown:
        yield f"views of {seq}, which isn't kept"


def _plain(table: Table, folded: Folded, seat: int) -> Any:
    """What a seat is shown, as it travels."""
    asked = question(table, None if table.over else seat)
    told = {"seq": folded.seq, "ply": len(folded.entries), "seat": seat, "view": table.view(seat)}
    return orjson.loads(orjson.dumps(told | {"asked": table.asked, "moves": asked["moves"]}))


def _check_dice(kept: Kept) -> Iterator[str]:
    """Chance brought what the table's secret says, whoever drew it."""
    folded = fold(kept.log)
    dice = dice_of(kept.facts, folded.again)
    checked = check_dice(setup_for(kept.facts), folded.entries, dice)
    if not checked.ok:
        yield f"dice don't follow from the secret at {checked.wrong}"
