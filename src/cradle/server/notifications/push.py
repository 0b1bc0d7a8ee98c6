"""Web push (RFC 8030 and 8291): to a browser by its own push service, readable by it alone."""

from __future__ import annotations

import base64
import os
from functools import partial
from pathlib import Path

import orjson
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)
from pydantic import AnyHttpUrl
from webpush import WebPush
from webpush.types import WebPushKeys, WebPushSubscription
from webpush.vapid import VAPID

from cradle.server.notifications.message import Begin, NeverSent, Outgoing
from cradle.server.notifications.targets import Caller
from cradle.server.settings import BadSetting
from cradle.server.store.channels import Channel
from cradle.table.errors import Refusal
from cradle.table.files import BadFile

DAY_S = 86_400
LONGEST_TEXT = 500  # A push service takes 4096 bytes.


class BadKey(ValueError):
    """A file that holds no key of ours."""


def write_key(file: Path) -> None:
    """Write a new private key, for our eyes only; one that is there stays."""
    try:
        with open(file, "xb", opener=partial(os.open, mode=0o600)) as out:
            out.write(VAPID.generate_keys()[0])
    except OSError as error:
        raise BadFile(file, Refusal("not-written", reason=error.strerror)) from None


def public_parts(private: bytes) -> tuple[bytes, str]:
    """The public key of a private one: as a file, and as browsers want it."""
    try:
        key = load_pem_private_key(private, None)
    except ValueError:
        raise BadKey from None
    if not isinstance(key, EllipticCurvePrivateKey):
        raise BadKey
    public = key.public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    text = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), text


class Push:
    """A way to send pushes, as the owner of a key, whom push services reach at `contact`."""

    def __init__(self, caller: Caller, private: bytes, contact: str) -> None:
        public, self.public_key = public_parts(private)
        self.caller = caller
        self.web_push = WebPush(private, public, subscriber=contact, ttl=DAY_S)

    @classmethod
    def of_file(cls, caller: Caller, file: Path, contact: str) -> Push:
        """The same, with the key in a file; or `BadSetting`."""
        try:
            return cls(caller, file.read_bytes(), contact)
        except OSError as error:
            raise BadSetting(f"--push-key {file}: {error.strerror}") from None
        except BadKey:
            raise BadSetting(f"--push-key {file}: no key of `cradle push-key`") from None

    def knows_again(self, channel: Channel) -> bool:
        """A push takes the place of itself: by its topic on the way, by its tag on the screen."""
        return True

    async def send(self, message: Outgoing, begin: Begin) -> None:
        """Push a message; one that a service still holds under the same name gives way to it."""
        secrets = message.channel.secrets
        keys = WebPushKeys(auth=secrets["auth"], p256dh=secrets["p256dh"])
        target = WebPushSubscription(endpoint=AnyHttpUrl(message.channel.address), keys=keys)
        try:
            sealed = self.web_push.get(payload(message), target)
        except ValueError:
            raise NeverSent("the browser's keys are none", gone=True) from None
        headers = {**sealed.headers, "topic": message.key, "urgency": "normal"}
        await self.caller.post(message.channel.address, sealed.encrypted, headers, begin)


def payload(message: Outgoing) -> bytes:
    """What the service worker shows, and where a tap leads."""
    item = message.items[0]
    about = {"title": message.title, "body": item.text[:LONGEST_TEXT], "path": item.path}
    return orjson.dumps({**about, "tag": item.table or item.kind, "lang": message.language})
