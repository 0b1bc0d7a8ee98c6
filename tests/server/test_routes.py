"""Requests find their route: none hides another, and those that are asked for most come first."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest
from starlette.routing import BaseRoute, Match

from cradle.server.app import ROUTES
from tests.server.running import Json

EVERY: list[Any] = list(chain.from_iterable(module.router.routes for module in ROUTES))
SOON = 15  # Each that is tried before costs a request some two microseconds.


def tried(scope: Json) -> tuple[BaseRoute, int]:
    """The route that serves a request, and how many were tried before."""
    found = ((route.matches(scope)[0], route, at) for at, route in enumerate(EVERY))
    return next((route, at) for match, route, at in found if match is Match.FULL)


def scope_of(route: Any, method: str) -> Json:
    """A request that is meant for a route."""
    kind = "websocket" if method == "socket" else "http"
    path = re.sub(r"{[^}]*}", "a1", route.path)
    return {"type": kind, "method": method, "path": path, "root_path": "", "path_params": {}}


def test_no_route_hides_another() -> None:
    for route in EVERY:
        for method in getattr(route, "methods", None) or ["socket"]:
            assert tried(scope_of(route, method))[0] is route, route.path


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/tables/a1/moves"),
        ("GET", "/api/tables/a1/view"),
        ("socket", "/api/tables/a1/socket"),
        ("socket", "/api/socket"),
        ("GET", "/api/me"),
    ],
)
def test_what_is_asked_for_most_is_found_first(method: str, path: str) -> None:
    kind = "websocket" if method == "socket" else "http"
    scope = {"type": kind, "method": method, "path": path, "root_path": "", "path_params": {}}
    assert tried(scope)[1] <= SOON
