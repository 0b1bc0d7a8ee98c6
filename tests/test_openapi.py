"""The document that the browser client's types are made of, with every sentence of the source.

Compiled classes have no docstrings, so this is asked of the source.
"""

from __future__ import annotations

from scripts import openapi


def test_the_shapes_are_the_servers_own() -> None:
    assert openapi.FILE.read_text("utf-8") == openapi.document(), "run python -m scripts.openapi"
