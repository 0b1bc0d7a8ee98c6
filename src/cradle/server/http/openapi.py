"""The OpenAPI document, with the messages of sockets and streams, and what games say in them."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any, get_args

import orjson
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from cradle.server.http import commands
from cradle.server.http.game_schemas import game_schemas
from cradle.server.http.shapes import messages

TOLD = (
    messages.TableMessage,
    messages.ChatMessage,
    messages.ReactionMessage,
    messages.TablesMessage,
    messages.SaidMessage,
    messages.EventMessage,
    messages.Refused,
    messages.Bye,
    messages.Probe,
    messages.Pong,
)
SAID = get_args(commands.Message)


class Pages:
    """The document as it is sent, and a plain page of it, each written once."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.json = b""
        self.html = b""
        self.writing = asyncio.Lock()

    async def written(self) -> Pages:
        """The pages, written when they are first asked for, while others are served."""
        async with self.writing:
            if not self.json:
                await asyncio.to_thread(self.write)
        return self

    def write(self) -> None:
        """Write both; it takes a while."""
        whole = self.app.openapi()
        self.html = page(whole).encode()
        self.json = orjson.dumps(whole)


def page(whole: dict[str, Any]) -> str:
    """The interface at a glance: a plain page, with nothing from elsewhere."""
    rows = [
        f"<tr><td>{method.upper()}<td><code>{escape(path)}</code><td>{escape(what['description'])}"
        for path, calls in whole["paths"].items()
        for method, what in calls.items()
    ]
    head = "<!doctype html><html lang=en><meta charset=utf-8><title>Cradle: interface</title>"
    about = "<h1>Interface</h1><p>See <a href=/api/openapi.json>openapi.json</a> for all shapes."
    return f"{head}{about}<table>{''.join(rows)}</table></html>"


def document(app: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        whole = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        wanted = [(message, "serialization") for message in TOLD] + [
            (message, "validation") for message in SAID
        ]
        template = "#/components/schemas/{model}"
        _, defined = models_json_schema(wanted, ref_template=template)
        shapes: dict[str, Any] = whole["components"]["schemas"]
        for name, shape in defined.get("$defs", {}).items():
            shapes.setdefault(name, shape)
        shapes |= game_schemas()
        app.openapi_schema = whole
    return app.openapi_schema
