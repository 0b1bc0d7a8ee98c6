"""The OpenAPI document, with the messages of sockets and streams, and what games say in them."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from cradle.server.http import commands
from cradle.server.http.game_schemas import game_schemas
from cradle.server.http.shapes import play as shapes

TOLD = (
    shapes.TableMessage,
    shapes.ChatMessage,
    shapes.TablesMessage,
    shapes.Refused,
    shapes.Bye,
    shapes.Probe,
)
SAID = (
    commands.Hello,
    commands.MoveMessage,
    commands.UndoMessage,
    commands.AgreeMessage,
    commands.SayMessage,
    commands.AutomaticMessage,
    commands.SeatMessage,
    commands.EchoMessage,
    commands.PingMessage,
)


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
        _, defined = models_json_schema(wanted, ref_template=template)  # type: ignore[arg-type]
        shapes: dict[str, Any] = whole["components"]["schemas"]
        for name, shape in defined.get("$defs", {}).items():
            shapes.setdefault(name, shape)
        shapes |= game_schemas()
        app.openapi_schema = whole
    return app.openapi_schema
