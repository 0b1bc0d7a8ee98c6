"""Plans: what to answer when one's turn comes, laid down beforehand and told to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection

from cradle.kernel.notation import BadText, parse
from cradle.server.problems import Problem, forbidden
from cradle.server.store import plans
from cradle.server.store.receipts import Key
from cradle.server.tables.answers import must_play
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import read_move
from cradle.server.tables.registry import Tables
from cradle.table import Table


async def lay(tables: Tables, key: Key, wish: int | None, answers: Sequence[str]) -> None:
    """Lay down what a seat of mine answers next, in the order in which it is tried."""

    async def work(live: LiveTable) -> None:
        table, seat = must_play(live), _seat(live, key.person, wish)
        if seat in live.facts.asked:
            raise Problem(409, "plan-now")
        for text in answers:
            _must_be_move(table, text)

        def keep(connection: Connection) -> None:
            plans.keep(connection, live.id, seat, key.person, answers)

        await tables.save(live, also=keep, quiet=True)
        live.plans[seat] = tuple(answers)

    await tables.at(key.table, work)


async def withdraw(tables: Tables, key: Key) -> None:
    """Let go of what I have planned at a table; also of what was dropped, once I have seen it."""

    async def work(live: LiveTable) -> None:
        mine = live.facts.seats_of(key.person)
        if not mine:
            raise forbidden()
        gone = partial(plans.remove, table=live.id, seats=mine)
        await tables.save(live, also=gone, quiet=True)
        for seat in mine:
            live.plans.pop(seat, None)

    await tables.at(key.table, work)


def plain_plan(game: str, plan: plans.Plan) -> dict[str, Any]:
    """A plan as its owner sees it, with its moves in their fields, as far as they still are any."""
    moves = (read_move(game, text) for text in plan.answers)
    return asdict(plan) | {"moves": [each for each in moves if each is not None]}


def _seat(live: LiveTable, person: str, wish: int | None) -> int:
    mine = live.facts.seats_of(person)
    if not mine or (wish is not None and wish not in mine):
        raise forbidden()
    return mine[0] if wish is None else wish


def _must_be_move(table: Table, text: str) -> None:
    try:
        parse(text, table.game.grammar)
    except BadText:
        raise Problem(422, "bad-plan", text=text) from None
