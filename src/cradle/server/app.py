"""The application: routes, refusals, and the house behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

from cradle import __version__
from cradle.server.house import House
from cradle.server.http import auth, commands, sockets, static
from cradle.server.http.middleware import Guard
from cradle.server.http.routes import games, health, history, people, play, tables
from cradle.server.http.shapes import play as shapes
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.table.errors import Refusal

TOLD = (
    shapes.TableMessage,
    shapes.ChatMessage,
    shapes.TablesMessage,
    shapes.Refused,
    shapes.Bye,
)
SAID = (
    commands.Hello,
    commands.MoveMessage,
    commands.UndoMessage,
    commands.AgreeMessage,
    commands.SayMessage,
    commands.AutomaticMessage,
    commands.SeatMessage,
    commands.PingMessage,
)
STATUS_KEYS = {404: "not-found", 405: "not-found", 413: "too-large", 503: "busy"}
ABOUT = "Tables of Stone Age and Hadara: see docs/protocol.md for how to play over it."


def refusal(problem: Problem, lang: str) -> Response:
    """A refusal as an answer."""
    content = orjson.dumps({"error": problem.plain(lang)})
    headers = {}
    if "seconds" in problem.facts:
        headers["Retry-After"] = str(problem.facts["seconds"])
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(content, problem.status, headers, media_type="application/json")


def make_app(settings: ServerSettings) -> FastAPI:
    """A server, not yet listening."""
    house = House(settings)
    app = FastAPI(
        title="Cradle",
        version=__version__,
        description=ABOUT,
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.house = house
    for module in (people, games, tables, play, history, sockets, health):
        app.include_router(module.router)
    app.include_router(static.router)
    app.add_middleware(Guard, house=house)
    _handle(app, house)
    app.openapi = partial(_document, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    house: House = app.state.house
    await house.open()
    yield
    await house.close()


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the messages of sockets and streams among its shapes."""
    if app.openapi_schema is None:
        whole = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        wanted = [(message, "serialization") for message in TOLD] + [
            (message, "validation") for message in SAID
        ]
        template = "#/components/schemas/{model}"
        _, defined = models_json_schema(wanted, ref_template=template)  # type: ignore[arg-type]
        shapes: dict[str, Any] = whole["components"]["schemas"]
        for name, shape in defined.get("$defs", {}).items():
            shapes.setdefault(name, shape)
        app.openapi_schema = whole
    return app.openapi_schema


def _handle(app: FastAPI, house: House) -> None:
    def answer(request: Request, problem: Problem) -> Response:
        house.metrics.refused.labels(problem.key).inc()
        person = getattr(request.state, "person", None)
        return refusal(problem, auth.language_of(request, person))

    @app.exception_handler(Problem)
    async def on_problem(request: Request, error: Problem) -> Response:
        return answer(request, error)

    @app.exception_handler(Refusal)
    async def on_refusal(request: Request, error: Refusal) -> Response:
        return answer(request, Problem.of(error))

    @app.exception_handler(RequestValidationError)
    async def on_bad_request(request: Request, error: RequestValidationError) -> Response:
        return answer(request, _wrong_form(error))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        made = answer(request, _http_problem(request, error))
        for name, value in (error.headers or {}).items():
            made.headers[name] = value
        return made


def _wrong_form(error: RequestValidationError) -> Problem:
    fault: Any = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"][:5])
    why = str(fault["msg"]).removeprefix("Value error, ")
    return Problem(422, "bad-request", where=where, why=why)


def _http_problem(request: Request, error: HTTPException) -> Problem:
    key = STATUS_KEYS.get(error.status_code, "bad-request")
    facts = {"where": request.method, "why": str(error.detail)} if key == "bad-request" else {}
    return Problem(error.status_code, key, **facts)
