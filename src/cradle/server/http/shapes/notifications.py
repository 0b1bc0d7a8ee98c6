"""The shapes of channels: where somebody is told of what happens, of what, and when not."""

from __future__ import annotations

from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    AnyHttpUrl,
    BaseModel,
    EmailStr,
    Field,
    StringConstraints,
    ValidationError,
)

from cradle.server.http.shapes.fields import Given
from cradle.server.store.channels import EVENTS

ChannelEvent = Literal["turn", "invited", "paired", "round", "rematch", "over", "chat"]
LONGEST_URL = 2000
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]
PushSecret = Annotated[
    str, StringConstraints(min_length=16, max_length=120, pattern=r"^[A-Za-z0-9_=-]+$")
]


def known_zone(text: str) -> str:
    """A time zone there is."""
    if text not in available_timezones():
        raise ValueError("no time zone such as Europe/Prague")
    return text


def known_url(text: str) -> str:
    """An address that can be called, as it is written in full."""
    try:
        found = str(AnyHttpUrl(text))
    except ValidationError:
        raise ValueError("no address such as https://example.org/hook") from None
    if len(found) > LONGEST_URL:
        raise ValueError(f"longer than {LONGEST_URL} characters")
    return found


Url = Annotated[
    str,
    StringConstraints(min_length=10, max_length=LONGEST_URL, pattern=r"^https?://[!-~]+$"),
    AfterValidator(known_url),
]


class PushKeys(Given):
    """The keys of a browser, by which nobody but it can read what is pushed."""

    auth: PushSecret
    p256dh: PushSecret


class NewMailChannel(Given):
    """Mail, once its address is confirmed."""

    kind: Literal["mail"]
    address: Annotated[EmailStr, StringConstraints(max_length=254)]


class NewPushChannel(Given):
    """Pushes to this browser, as it subscribed to them."""

    kind: Literal["push"]
    endpoint: Url
    keys: PushKeys


class NewWebhook(Given):
    """A webhook of one's own, in the form that its service wants."""

    kind: Literal["webhook"]
    url: Url
    form: Literal["slack", "discord", "json"]


class NewChannel(Given):
    """Where to be told of what happens."""

    channel: NewMailChannel | NewPushChannel | NewWebhook = Field(discriminator="kind")


class ChangedChannel(Given):
    """Of what a channel tells, and whether turns by days come in one message a day."""

    events: list[ChannelEvent] | None = Field(None, max_length=len(EVENTS))
    digest: bool | None = None


class OwnChannel(BaseModel):
    """A channel of mine; `fault` is why the last message didn't come through, if it didn't.

    A webhook's `secret`, by which a program knows our calls, is shown only once.
    """

    id: str
    kind: Literal["mail", "push", "webhook"]
    label: str
    events: list[ChannelEvent]
    digest: bool
    created_at: int
    confirmed: bool
    stopped: bool
    fault: str | None
    secret: str | None = None


class QuietHours(Given):
    """When not to be told, in minutes of the day in a time zone, and when a digest may come."""

    zone: Annotated[str, StringConstraints(max_length=64), AfterValidator(known_zone)] = "UTC"
    quiet_from: Minute | None = None
    quiet_until: Minute | None = None
    digest_at: Minute = 480


class Offers(BaseModel):
    """The ways that this server has; web push by the key that browsers ask for."""

    mail: bool
    webhook: bool
    push: str | None


class Notifications(BaseModel):
    """Where, when and of which tables I am told."""

    offers: Offers
    channels: list[OwnChannel]
    quiet: QuietHours
    muted: list[str]


class Mute(Given):
    """Whether to hear nothing of a table."""

    on: bool
