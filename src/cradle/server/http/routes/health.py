"""For whoever keeps the server running."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from starlette.responses import HTMLResponse

from cradle import __version__
from cradle.server.http.dependencies import (
    TheMetrics,
    ThePages,
    TheReadiness,
    TheSettings,
    TheTables,
    TheTasks,
)
from cradle.server.http.shapes.hosting import Health
from cradle.server.http.shapes.refusals import ErrorBody
from cradle.server.problems import Problem, missing

router = APIRouter(tags=["hosting"])
UNREADY: dict[int | str, dict[str, Any]] = {503: {"model": ErrorBody}}


@router.get("/healthz", response_model=Health)
async def health(tasks: TheTasks) -> Any:
    """Whether the server is alive: it answers."""
    return {"status": "closing" if tasks.closing else "ok", "version": __version__}


@router.get("/readyz", response_model=Health, responses=UNREADY)
async def readiness(ready: TheReadiness, tasks: TheTasks) -> Any:
    """Whether the server can serve: what it is given can be kept, and nobody is closing it."""
    if tasks.closing:
        raise Problem(503, "closing")
    await ready.check()
    return {"status": "ok", "version": __version__}


@router.get("/api/openapi.json", include_in_schema=False)
async def interface(pages: ThePages) -> Response:
    """The interface in all detail, for programs."""
    return Response((await pages.written()).json, media_type="application/json")


@router.get("/api/docs", include_in_schema=False)
async def docs(pages: ThePages) -> Response:
    """The interface at a glance."""
    return HTMLResponse((await pages.written()).html)


@router.get("/metrics", include_in_schema=False)
async def metrics(settings: TheSettings, found: TheMetrics, tables: TheTables) -> Response:
    """Numbers for Prometheus."""
    if not settings.metrics:
        raise missing()
    found.tables.set(len(tables.memory.lives))
    return Response(found.text(), media_type="text/plain; version=0.0.4")
