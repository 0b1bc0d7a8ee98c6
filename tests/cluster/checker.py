"""What must hold of a game, whatever failed while it was played; what doesn't, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from sqlalchemy import Connection, select

from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.schema import MOVES
from cradle.server.store.tables import read_table
from cradle.server.tables.fairness import check as check_dice
from cradle.server.tables.fold import fold
from cradle.server.tables.game import resumed
from cradle.server.tables.loader import dice_of, setup_for
from cradle.server.tables.messages import question
from cradle.table import Table
from tests.cluster.clients import Json, Told
from tests.cluster.games import Game

Named = dict[str, list[int]]


def check(connection: Connection, game: Game) -> list[str]:
    """Everything that is wrong about a game that has ended."""
    facts = read_table(connection, game.table)
    if facts is None:
        return [f"{game.table}: gone"]
    columns = (MOVES.c.seq, MOVES.c.seat, MOVES.c.text, MOVES.c.client)
    query = select(*columns).where(MOVES.c.table_id == game.table).order_by(MOVES.c.seq)
    found = list(connection.execute(query))
    named: Named = {}
    for row in found:
        named.setdefault(row.client, []).append(row.seq)
    wrong = [] if facts.state == "over" else [f"the game is {facts.state}, and clients saw its end"]
    if [row.seq for row in found] != list(range(1, len(found) + 1)):
        wrong.append("rows of the log are missing")
    log = [Answer(row.seat, row.text) for row in found]
    for person, client in zip(game.people, game.clients, strict=True):
        wrong += _check_answers(person, client.told, named)
        wrong += _check_texts(client.told, log)
        wrong += [f"{seq} was shown after {known} was kept" for seq, known in client.told.stale]
    wrong += _check_views(facts, log, [v for client in game.clients for v in client.told.views])
    wrong += _check_dice(facts, log)
    return [f"{game.table}: {each}" for each in wrong]


def _check_answers(person: str, told: Told, named: Named) -> Iterator[str]:
    """What was acknowledged is kept once, and what was refused isn't."""
    kept = {name: named.get(f"{person}:{name}", []) for name in told.sent}
    for name, rows in kept.items():
        if len(rows) > 1:
            yield f"{name} is kept {len(rows)} times"
        if name in told.done and not rows:
            yield f"{name} was acknowledged and is lost"
        if name in told.refused and rows:
            yield f"{name} was refused ({told.refused[name]}) and is kept"
        if name in told.done and rows and rows[0] != told.done[name]:
            yield f"{name} was acknowledged as {told.done[name]} and is {rows[0]}"


def _check_texts(told: Told, log: list[Answer]) -> Iterator[str]:
    """What was acknowledged lies in the log as it was sent, each after the one before."""
    before = 0
    for name in (name for name in told.sent if name in told.done):
        seq = told.done[name]
        if told.sent[name] not in [row.text for row in log[before:seq]]:
            yield f"{name} isn't where it belongs, between {before} and {seq}"
        before = seq


def _check_views(facts: TableFacts, log: list[Answer], views: list[Json]) -> Iterator[str]:
    """Every view is the one that the rules give, of the game as it is kept."""
    shown: dict[int, list[Json]] = {}
    for view in views:
        shown.setdefault(view["seq"], []).append(view)
    table = resumed(setup_for(facts))
    for seq, row in enumerate(log, 1):
        table.enter(row.seat, row.text)
        for view in shown.pop(seq, []):
            if (seat := view["seat"]) is not None and _plain(table, seq, seat) != view:
                yield f"seat {seat} was shown something else at {seq}"
    for seq in shown:
        yield f"views of {seq}, which isn't kept"


def _plain(table: Table, seq: int, seat: int) -> Any:
    """What a seat is shown, as it travels."""
    asked = question(table, None if table.over else seat)
    told = {"seq": seq, "ply": seq, "seat": seat, "view": table.view(seat), "asked": table.asked}
    return orjson.loads(orjson.dumps(told | {"moves": asked["moves"]}))


def _check_dice(facts: TableFacts, log: list[Answer]) -> Iterator[str]:
    """Chance brought what the table's secret says, whoever drew it."""
    folded = fold(log)
    checked = check_dice(setup_for(facts), folded.entries, dice_of(facts, folded.again))
    if not checked.ok:
        yield f"dice don't follow from the secret at {checked.wrong}"
