"""The shapes of a refusal: the same whatever was asked."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class Error(BaseModel):
    """A refusal in words."""

    key: str
    text: str
    facts: dict[str, Any]
    clause: str | None


class ErrorBody(BaseModel):
    """What is answered instead of what was asked."""

    error: Error
