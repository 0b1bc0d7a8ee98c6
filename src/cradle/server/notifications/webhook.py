"""Webhooks: a person's own address at a chat service, or of a program of theirs.

What a program gets is signed by the Standard Webhooks specification.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import orjson

from cradle.server.notifications.message import Begin, Outgoing
from cradle.server.notifications.targets import Caller
from cradle.server.store.channels import Channel
from cradle.server.timestamps import now_ms

MOST_CONTENT = 2000  # What Discord takes.
SECRET_PREFIX = "whsec_"


class Webhook:
    """A way to call webhooks, with links to a site."""

    def __init__(self, caller: Caller, site: str, clock: Callable[[], int] = now_ms) -> None:
        self.caller = caller
        self.site = site.rstrip("/")
        self.clock = clock

    def knows_again(self, channel: Channel) -> bool:
        """A program reads the name of a message; chat services show whatever they get."""
        return channel.secrets["form"] == "json"

    async def send(self, message: Outgoing, begin: Begin) -> None:
        """Call a webhook."""
        form, secret = message.channel.secrets["form"], message.channel.secrets["secret"]
        body = orjson.dumps(FORMS[form](message, self.site))
        headers = {"content-type": "application/json", "idempotency-key": message.key}
        if form == "json":
            headers |= signature(secret, message.key, self.clock() // 1000, body)
        await self.caller.post(message.channel.address, body, headers, begin)


def signature(secret: str, key: str, at: int, body: bytes) -> dict[str, str]:
    """Headers by which the owner of the secret knows that it was us, and what they have had."""
    shared = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(shared, f"{key}.{at}.".encode() + body, hashlib.sha256).digest()
    said = base64.b64encode(signed).decode()
    return {"webhook-id": key, "webhook-timestamp": str(at), "webhook-signature": f"v1,{said}"}


def _lines(message: Outgoing, site: str) -> str:
    return "\n".join(f"{item.text} {site}{item.path}" for item in message.items)


def slack(message: Outgoing, site: str) -> dict[str, Any]:
    """As Slack and what is like it want it; no name can call a whole channel."""
    text = _lines(message, site)
    for mark, instead in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(mark, instead)
    return {"text": text}


def discord(message: Outgoing, site: str) -> dict[str, Any]:
    """As Discord wants it; no name can call anybody."""
    return {"content": _lines(message, site)[:MOST_CONTENT], "allowed_mentions": {"parse": []}}


def plain(message: Outgoing, site: str) -> dict[str, Any]:
    """For programs."""
    events = [
        {"event": item.kind, "text": item.text, "table": item.table, "url": site + item.path}
        for item in message.items
    ]
    about = {"id": message.key, "person": message.channel.person, "at": message.at}
    return {**about, "title": message.title, "events": events}


FORMS: dict[str, Callable[[Outgoing, str], dict[str, Any]]] = {
    "slack": slack,
    "discord": discord,
    "json": plain,
}
