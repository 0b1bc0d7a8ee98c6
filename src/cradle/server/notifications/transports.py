"""The ways to send that a host has switched on; without any, nobody is told of anything."""

from __future__ import annotations

from pathlib import Path

from cradle.server.notifications.mail import Mail
from cradle.server.notifications.message import Transport
from cradle.server.notifications.push import Push
from cradle.server.notifications.targets import Caller
from cradle.server.notifications.webhook import Webhook
from cradle.server.settings import ServerSettings


def make_transports(settings: ServerSettings) -> dict[str, Transport]:
    """A transport for each kind of channel that can be used; or `BadSetting`."""
    caller, found = Caller(settings.private_targets), dict[str, Transport]()
    if settings.mail:
        found["mail"] = Mail(settings.mail, settings.mail_from, settings.site)
    if settings.push_key:
        found["push"] = Push.of_file(caller, Path(settings.push_key), settings.contact)
    if settings.webhooks:
        found["webhook"] = Webhook(caller, settings.site)
    return found
