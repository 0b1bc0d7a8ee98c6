"""A forgotten password: whoever reads somebody's mail may choose a new one, by a link, once."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from cradle.server.people.accounts import set_password
from cradle.server.people.passwords import check_strength, hash_password
from cradle.server.problems import Problem
from cradle.server.store import channels, one_time_secrets, outbox, people
from cradle.server.store.database import Database
from cradle.server.store.one_time_secrets import RESET
from cradle.server.store.people import Person
from cradle.server.timestamps import MINUTE_MS, now_ms

PAUSE_MS = 10 * MINUTE_MS  # Nobody's mailbox is filled by others.


async def ask(database: Database, who: str) -> None:
    """Write to whoever this login or address of mail belongs to, if anybody."""
    now = now_ms()

    def work(connection: Connection) -> None:
        for person in sorted(set(_meant(connection, who))):
            outbox.add_by_mail(connection, person, RESET, now, since=now - PAUSE_MS)

    await database.write(work)


def _meant(connection: Connection, who: str) -> Iterator[str]:
    if (found := people.by_login(connection, who.lower())) is not None:
        yield found[0].id
    ways = {who, who.lower()}  # Some were kept as they were written.
    for channel in [each for way in ways for each in channels.at_address(connection, "mail", way)]:
        person = people.find(connection, channel.person)
        if channel.confirmed_at is not None and person is not None and not person.guest:
            yield person.id


async def reset(database: Database, secret: str, password: str) -> None:
    """Choose a new password by a link; all sessions and tokens end."""
    person = await database.read(lambda c: _owner(c, secret))
    await check_strength(password, person.login or "", person.name)
    hashed = await hash_password(password)

    def work(connection: Connection) -> None:
        owner = _owner(connection, secret)
        if one_time_secrets.use(connection, RESET, secret, now_ms()) is None:  # Somebody just did.
            raise Problem(404, "link-over")
        set_password(connection, owner.id, hashed)

    await database.write(work)


def _owner(connection: Connection, secret: str) -> Person:
    found = one_time_secrets.read(connection, RESET, secret, now_ms())
    person = people.find(connection, found.person) if found and found.person else None
    if person is None:
        raise Problem(404, "link-over")
    return person
