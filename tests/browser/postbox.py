"""A real mail server, whose mails scenarios find in a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from aiosmtpd.controller import Controller

from tests.server.running import free_port


class Postbox:
    """A mail server that writes what it gets into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        number = len(list(self.folder.iterdir()))
        (self.folder / f"{number:04}").write_bytes(envelope.content)
        return "250 OK"


@contextmanager
def postbox(site_port: int) -> Iterator[str]:
    """A mail server, whose mails the scenario finds by the port of the site."""
    folder, port = Path(tempfile.gettempdir()) / f"cradle-mails-{site_port}", free_port()
    folder.mkdir()
    controller = Controller(Postbox(folder), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
        rmtree(folder)
