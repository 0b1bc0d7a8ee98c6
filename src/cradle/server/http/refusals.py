"""Refusals as answers: a status, and the reason in the asker's language."""

from __future__ import annotations

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from cradle.server.http.auth import language_of
from cradle.server.metrics import Metrics
from cradle.server.problems import Problem, where_and_why
from cradle.table.errors import Refusal

STATUS_KEYS = {404: "not-found", 405: "not-found", 413: "too-large", 503: "busy"}


def refusal(problem: Problem, lang: str) -> Response:
    """A refusal as an answer."""
    content = orjson.dumps({"error": problem.plain(lang)})
    headers = {}
    if "seconds" in problem.facts:
        headers["Retry-After"] = str(problem.facts["seconds"])
    if problem.status == 408:
        headers["Connection"] = "close"
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(content, problem.status, headers, media_type="application/json")


def answer_refusals(app: FastAPI, metrics: Metrics) -> None:
    """Have every refusal answered in this way."""

    def answer(request: Request, problem: Problem) -> Response:
        metrics.refused.labels(problem.key).inc()
        person = getattr(request.state, "person", None)
        return refusal(problem, language_of(request, person))

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
    where, why = where_and_why(error.errors()[0])
    return Problem(422, "bad-request", where=where, why=why)


def _http_problem(request: Request, error: HTTPException) -> Problem:
    key = STATUS_KEYS.get(error.status_code, "bad-request")
    facts = {"where": request.method, "why": str(error.detail)} if key == "bad-request" else {}
    return Problem(error.status_code, key, **facts)
