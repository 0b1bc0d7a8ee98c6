"""Plans: what to answer when one's turn comes."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter

from cradle.server.http.dependencies import (
    REFUSALS,
    Somebody,
    TheDatabase,
    TheTable,
    TheTables,
    lean,
)
from cradle.server.http.shapes.plans import NewPlan, Planned
from cradle.server.store import plans
from cradle.server.store.receipts import Key
from cradle.server.tables import plans as planning

router = APIRouter(prefix="/api", tags=["play"], responses=REFUSALS)


async def _own(database: TheDatabase, live: TheTable, person: str) -> Any:
    found = await database.read(partial(plans.read, table=live.id, person=person))
    return lean({"plans": [planning.plain_plan(live.facts.game, each) for each in found]})


@router.get("/tables/{table}/plan", response_model=Planned)
async def read_plan(database: TheDatabase, live: TheTable, me: Somebody) -> Any:
    """What I have laid down to answer next at a table; nobody else sees it."""
    return await _own(database, live, me.id)


@router.put("/tables/{table}/plan", response_model=Planned)
async def lay_plan(tables: TheTables, live: TheTable, me: Somebody, body: NewPlan) -> Any:
    """Lay down what a seat of mine answers next: the first of these that is possible then."""
    await planning.lay(tables, Key(me.id, live.id), body.seat, body.answers)
    return await _own(tables.database, live, me.id)


@router.delete("/tables/{table}/plan", status_code=204)
async def withdraw_plan(tables: TheTables, live: TheTable, me: Somebody) -> None:
    """Let go of my plan, or of the notice that it was dropped."""
    await planning.withdraw(tables, Key(me.id, live.id))
