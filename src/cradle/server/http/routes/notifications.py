"""Being told of what happens: channels, quiet hours, and the links in mails."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request
from sqlalchemy import Connection
from starlette.responses import RedirectResponse

from cradle.server.http import auth
from cradle.server.http.dependencies import (
    REFUSALS,
    IdPath,
    Somebody,
    TheDatabase,
    TheLimits,
    TheOrigin,
    TheSender,
    TheTable,
)
from cradle.server.http.shapes import notifications as shapes
from cradle.server.notifications import subscriptions
from cradle.server.notifications.push import Push
from cradle.server.notifications.sender import Sender
from cradle.server.problems import Problem
from cradle.server.store import channels
from cradle.server.store.channels import Channel, Quiet
from cradle.server.store.people import Person

router = APIRouter(prefix="/api", tags=["notifications"], responses=REFUSALS)
TokenPath = Annotated[str, Path(pattern="^[a-z0-9]{1,16}-[a-z0-9]{1,32}$")]


def plain(channel: Channel) -> dict[str, Any]:
    """A channel as its owner sees it: never its address, which may be a secret."""
    shown = ("id", "kind", "label", "digest", "created_at", "fault")
    return {
        **{name: getattr(channel, name) for name in shown},
        "events": list(channel.events),
        "confirmed": channel.confirmed_at is not None,
        "stopped": channel.stopped_at is not None,
    }


def offers(sender: Sender) -> dict[str, Any]:
    """The ways there are."""
    push = sender.transports.get("push")
    found = {kind: kind in sender.transports for kind in ("mail", "webhook")}
    return {**found, "push": push.public_key if isinstance(push, Push) else None}


def must_offer(sender: Sender, kind: str) -> None:
    """Refuse a way that isn't there."""
    if kind not in sender.transports:
        raise Problem(409, "no-such-way")


@router.get("/me/notifications", response_model=shapes.Notifications)
async def read_notifications(database: TheDatabase, sender: TheSender, me: Somebody) -> Any:
    """Where, when and of which tables I am told."""

    def work(connection: Connection) -> dict[str, Any]:
        return {
            "offers": offers(sender),
            "channels": [plain(each) for each in subscriptions.listed(connection, me.id)],
            "quiet": asdict(channels.quiet_of(connection, me.id)),
            "muted": channels.muted(connection, me.id),
        }

    return await database.read(work)


@router.put("/me/notifications/quiet", response_model=shapes.QuietHours)
async def set_quiet(database: TheDatabase, me: Somebody, body: shapes.QuietHours) -> Any:
    """Set when I want to be left alone."""
    quiet = Quiet(**body.model_dump())
    await database.write(lambda c: channels.keep_quiet(c, me.id, quiet))
    return asdict(quiet)


@router.post("/me/channels", response_model=shapes.OwnChannel, status_code=201)
async def add_channel(
    database: TheDatabase,
    sender: TheSender,
    limits: TheLimits,
    request: Request,
    me: Somebody,
    origin: TheOrigin,
    body: shapes.NewChannel,
) -> Any:
    """Be told somewhere; an address of mail is asked first."""
    limits.take("channel", me.id, origin)
    must_offer(sender, body.channel.kind)
    made = await _add(database, request, me, body.channel)
    return plain(made) | {"secret": made.secrets.get("secret")}


async def _add(
    database: TheDatabase,
    request: Request,
    me: Person,
    wish: shapes.NewMailChannel | shapes.NewPushChannel | shapes.NewWebhook,
) -> Channel:
    lang = auth.language_of(request, me)
    if isinstance(wish, shapes.NewMailChannel):
        return await subscriptions.add_mail(database, me, wish.address, lang)
    if isinstance(wish, shapes.NewPushChannel):
        agent, keys = request.headers.get("user-agent", ""), wish.keys.model_dump()
        return await subscriptions.add_push(database, me, wish.endpoint, keys, agent, lang)
    host = urlsplit(wish.url).hostname or ""
    return await subscriptions.add_webhook(database, me, wish.url, host, wish.form, lang)


@router.patch("/me/channels/{channel}", response_model=shapes.OwnChannel)
async def change_channel(
    database: TheDatabase, me: Somebody, channel: IdPath, body: shapes.ChangedChannel
) -> Any:
    """Change of what a channel of mine tells."""
    wishes = body.model_dump(exclude_none=True)
    return plain(await subscriptions.change(database, me, channel, **wishes))


@router.delete("/me/channels/{channel}", status_code=204)
async def remove_channel(database: TheDatabase, me: Somebody, channel: IdPath) -> None:
    """Be told there no more."""
    await subscriptions.remove(database, me, channel)


@router.post("/me/channels/{channel}/test", status_code=204)
async def test_channel(
    database: TheDatabase, limits: TheLimits, me: Somebody, origin: TheOrigin, channel: IdPath
) -> None:
    """Let a message go there, to see whether it comes."""
    limits.take("channel", me.id, origin)
    await subscriptions.test(database, me, channel)


@router.post("/tables/{table}/mute", status_code=204)
async def mute(database: TheDatabase, live: TheTable, me: Somebody, body: shapes.Mute) -> None:
    """Hear nothing of a table, or hear of it again."""
    await database.write(lambda c: channels.mute(c, me.id, live.id, body.on))


@router.post("/confirm/{token}", status_code=204)
async def confirm(database: TheDatabase, token: TokenPath) -> None:
    """Confirm an address, by the link that was sent to it."""
    await subscriptions.confirm(database, token)


@router.post("/unsubscribe/{token}", status_code=204)
async def unsubscribe(database: TheDatabase, token: TokenPath) -> None:
    """End what comes to an address; mail programs call it, too (RFC 8058)."""
    await subscriptions.unsubscribe(database, token)


@router.get("/unsubscribe/{token}", status_code=303, include_in_schema=False)
async def ask_to_unsubscribe(token: TokenPath) -> RedirectResponse:
    """Where a person follows the link, the page asks them."""
    return RedirectResponse(f"/unsubscribe/{token}", 303)
