"""A real mail server on this machine, which keeps what it gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.server.running import free_port


class Postbox:
    """A mail server that keeps what it gets, or refuses it with a line."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.refusal: str | None = None
        self.port = free_port()

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, ___: Any) -> str:  # noqa: N802
        if self.refusal is not None:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.got.append(mail)
        return "250 OK"


@contextmanager
def opened_postbox() -> Iterator[Postbox]:
    """A mail server that listens."""
    box = Postbox()
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()
