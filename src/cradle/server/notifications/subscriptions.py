"""Channels as people make and change them."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hmac import compare_digest
from typing import Any

from sqlalchemy import Connection

from cradle.server.ids import new_id
from cradle.server.notifications.webhook import SECRET_PREFIX
from cradle.server.problems import Problem, missing
from cradle.server.store import channels, outbox
from cradle.server.store.channels import Channel
from cradle.server.store.database import Database
from cradle.server.store.locks import lock
from cradle.server.store.people import Person
from cradle.server.timestamps import DAY_MS, now_ms

MOST_CHANNELS = 10
LONGEST_LABEL = 80
CONFIRM_DAYS = 2  # How long an address may wait to be confirmed.


def new_channel(me: Person, kind: str, address: str, label: str, language: str) -> Channel:
    """A channel of mine, with a name that only its messages know."""
    return Channel(
        id=new_id(),
        person=me.id,
        kind=kind,
        address=address,
        label=label[:LONGEST_LABEL],
        secrets={"token": new_id(24)},
        language=language,
        created_at=now_ms(),
    )


async def add_mail(database: Database, me: Person, address: str, language: str) -> Channel:
    """Ask an address whether it wants mail; an address is asked once a day, by whomever.

    However somebody writes it, it is one address: it is kept in small letters.
    """
    label, address = address, address.lower()
    channel = new_channel(me, "mail", address, label, language)

    def work(connection: Connection) -> Channel:
        _check_room(connection, me)
        lock(connection, "address", address)
        since = channel.created_at - DAY_MS
        here = channels.at_address(connection, "mail", address)
        if any(each.person == me.id and each.stopped_at is None for each in here):
            raise Problem(409, "channel-known")
        if any(each.confirmed_at is None and each.created_at > since for each in here):
            raise Problem(429, "too-often", seconds=DAY_MS // 1000)
        channels.add(connection, channel)
        outbox.add_own(connection, channel, "confirm", channel.created_at)
        return channel

    return await database.write(work)


async def add_push(
    database: Database, me: Person, endpoint: str, keys: Mapping[str, str], label: str, lang: str
) -> Channel:
    """Push to this browser; whoever used it before is told nothing there any more."""
    made = new_channel(me, "push", endpoint, label, lang)
    return await database.write(partial(_add_own, me=me, made=made, more=keys))


async def add_webhook(
    database: Database, me: Person, url: str, host: str, form: str, lang: str
) -> Channel:
    """Call a webhook; its address is a secret of its owner's, and shown no more."""
    made = new_channel(me, "webhook", url, host, lang)
    secret = SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()
    more = {"form": form, "secret": secret}
    return await database.write(partial(_add_own, me=me, made=made, more=more))


def _add_own(connection: Connection, me: Person, made: Channel, more: Mapping[str, str]) -> Channel:
    """Keep a channel that needs no confirmation, and let a first message go there."""
    lock(connection, "person", me.id)
    lock(connection, "address", made.address)
    before = channels.at_address(connection, made.kind, made.address)
    gone = [each.id for each in before if made.kind == "push" or each.person == me.id]
    channels.remove(connection, gone)
    _check_count(connection, me)
    known = {**made.secrets, **more}
    confirmed = replace(made, secrets=known, confirmed_at=made.created_at)
    channel = channels.add(connection, confirmed)
    outbox.add_own(connection, channel, "test", made.created_at)
    return channel


def _check_room(connection: Connection, me: Person) -> None:
    lock(connection, "person", me.id)
    _check_count(connection, me)


def _check_count(connection: Connection, me: Person) -> None:
    if len(channels.of_people(connection, [me.id])) >= MOST_CHANNELS:
        raise Problem(409, "too-many-channels", most=MOST_CHANNELS)


def _own(connection: Connection, me: Person, id: str) -> Channel:
    found = channels.to_change(connection, id)
    if found is None or found.person != me.id:
        raise missing()
    return found


async def change(database: Database, me: Person, id: str, **values: Any) -> Channel:
    """Change of what a channel notifies, and whether in digests."""

    def work(connection: Connection) -> Channel:
        _own(connection, me, id)
        if values:
            channels.change(connection, id, **values)
        return _own(connection, me, id)

    return await database.write(work)


async def remove(database: Database, me: Person, id: str) -> None:
    """Remove a channel of mine."""
    await database.write(lambda c: _remove(c, _own(c, me, id)))


def _remove(connection: Connection, channel: Channel) -> None:
    """An address that was asked is remembered for a while, so that nobody asks it over and over."""
    if channel.kind == "mail" and channel.confirmed_at is None:
        channels.change(connection, channel.id, stopped_at=now_ms())
    else:
        channels.remove(connection, [channel.id])


async def test(database: Database, me: Person, id: str) -> None:
    """Let a message go to a channel of mine, to see whether it comes."""

    def work(connection: Connection) -> None:
        channel = _own(connection, me, id)
        if channel.confirmed_at is None:
            raise Problem(409, "not-confirmed")
        channels.change(connection, id, stopped_at=None, fault=None)
        outbox.add_own(connection, channel, "test", now_ms())

    await database.write(work)


def _by_token(connection: Connection, token: str) -> Channel:
    name, _, secret = token.partition("-")
    found = channels.to_change(connection, name)
    if found is None or not compare_digest(found.secrets["token"].encode(), secret.encode()):
        raise missing()
    return found


async def confirm(database: Database, token: str) -> None:
    """The address wants mail: it has got the link."""

    def work(connection: Connection) -> None:
        channel = _by_token(connection, token)
        if channel.stopped_at is not None:
            raise missing()
        if channel.confirmed_at is None:
            channels.change(connection, channel.id, confirmed_at=now_ms())

    await database.write(work)


async def unsubscribe(database: Database, token: str) -> None:
    """The address wants no more; once more says the same."""

    def work(connection: Connection) -> None:
        with suppress(Problem):  # Whoever is known no more gets nothing more.
            _remove(connection, _by_token(connection, token))

    await database.write(work)


def listed(connection: Connection, person: str) -> list[Channel]:
    """A person's channels, without those they gave up before they were confirmed."""
    found = channels.of_people(connection, [person])
    return [each for each in found if each.confirmed_at is not None or each.stopped_at is None]
