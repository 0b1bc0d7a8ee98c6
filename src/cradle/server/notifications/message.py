"""A message on its way to a channel, and what may become of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from cradle.server.store.channels import Channel


@dataclass(frozen=True)
class Item:
    """One thing to tell: a sentence, and the path of the page where it happened."""

    kind: str
    text: str
    path: str
    table: str | None = None


@dataclass(frozen=True)
class Outgoing:
    """What is sent at once: `key` is the same at every try, `at` when it happened."""

    key: str
    channel: Channel
    title: str
    items: tuple[Item, ...]
    language: str
    at: int


class NotSent(Exception):
    """A message that didn't come through, for now; why, in one line."""


class Unanswered(NotSent):
    """A message that may have come through, if it was begun: nobody has said."""


class NeverSent(NotSent):
    """A message that the other side will never take; `gone` if it takes none any more."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


Begin = Callable[[], Awaitable[None]]  # Notes that from now on a message may have come through.


class Transport(Protocol):
    """A way to send messages."""

    def knows_again(self, channel: Channel) -> bool:
        """Whether the other side can tell by its name that it has had a message."""

    async def send(self, message: Outgoing, begin: Begin) -> None:
        """Back once the other side has taken it; otherwise `NotSent`.

        `begin` is called as late as can be, before the last word that lets the other side take it.
        """
