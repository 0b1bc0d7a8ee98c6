"""Accounts: a forgotten password, and everything that is kept of oneself."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection

from cradle.server.http.auth import address
from cradle.server.http.dependencies import (
    REFUSALS,
    Somebody,
    TheDatabase,
    TheLimits,
    TheSender,
    TheTasks,
    TheVisits,
    Visitor,
)
from cradle.server.http.shapes import accounts as shapes
from cradle.server.people import resets
from cradle.server.problems import Problem
from cradle.server.store.personal_data import read_personal_data
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
TokenPath = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$")]
DOWNLOAD = {"Content-Disposition": 'attachment; filename="cradle.json"'}


@router.post("/reset", status_code=204)
async def ask_for_reset(
    database: TheDatabase,
    limits: TheLimits,
    sender: TheSender,
    tasks: TheTasks,
    request: Request,
    body: shapes.Forgotten,
    _: Visitor,
) -> None:
    """Send a link to choose a new password; whether there is anybody to send it to isn't told."""
    limits.take("login", address(request))
    if "mail" not in sender.transports:
        raise Problem(409, "no-such-way")
    tasks.begin(resets.ask(database, body.who))  # Nobody can tell by how long it takes.


@router.post("/reset/{token}", status_code=204)
async def reset(
    database: TheDatabase,
    limits: TheLimits,
    visits: TheVisits,
    request: Request,
    token: TokenPath,
    body: shapes.ChosenPassword,
    _: Visitor,
) -> None:
    """Choose a new password by such a link; all sessions end, and all tokens."""
    limits.take("login", address(request))
    await resets.reset(database, token, body.password)
    await visits.tell()


@router.get("/me/export", response_model=shapes.Personal)
async def export(database: TheDatabase, limits: TheLimits, me: Somebody) -> Response:
    """Everything that is kept of me, in one file."""
    limits.take("upload", me.id)

    def work(connection: Connection) -> bytes:
        return orjson.dumps(
            {"made_at": now_ms(), "kept": read_personal_data(connection, me.id)},
            option=orjson.OPT_INDENT_2,
        )

    content = await database.read(work)
    return Response(content, media_type="application/json", headers=DOWNLOAD)
