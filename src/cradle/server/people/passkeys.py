"""Passkeys: a device shows who its owner is by a key that never leaves it (WebAuthn)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from cradle.server.ids import new_id
from cradle.server.problems import Problem, banned, missing
from cradle.server.store import credentials, one_time_secrets, people
from cradle.server.store.credentials import Passkey
from cradle.server.store.database import Database
from cradle.server.store.one_time_secrets import NEW_PASSKEY, PASSKEY
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms

MOST_PASSKEYS = 20
NAME = "Cradle"
REQUIRED = UserVerificationRequirement.REQUIRED
# What the library and what it stands on say of input that makes no sense.
BAD_INPUT = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True)
class Site:
    """Where passkeys are used: `origin` is the page's, `name` the host they belong to."""

    name: str
    origin: str


def _bad() -> Problem:
    return Problem(403, "bad-passkey")


async def ask_for_new(database: Database, me: Person, site: Site) -> dict[str, Any]:
    """What a browser needs to make a passkey."""
    if me.login is None:
        raise Problem(409, "no-account")
    known = await database.read(lambda c: credentials.passkeys_of(c, me.id))
    if len(known) >= MOST_PASSKEYS:
        raise Problem(409, "too-many-passkeys", most=MOST_PASSKEYS)
    options = generate_registration_options(
        rp_id=site.name,
        rp_name=NAME,
        user_id=me.id.encode(),
        user_name=me.login,
        user_display_name=me.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential)) for each in known
        ],
    )
    await _keep(database, NEW_PASSKEY, options.challenge, me.id)
    return _plain(options_to_json(options))


async def add(
    database: Database, me: Person, site: Site, given: Mapping[str, Any], label: str
) -> Passkey:
    """Keep the passkey that a browser has made, or refuse it."""
    challenge = await _use(database, NEW_PASSKEY, given, me.id)
    try:
        made = verify_registration_response(
            credential=dict(given),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except BAD_INPUT:
        raise _bad() from None
    passkey = Passkey(
        id=new_id(),
        person=me.id,
        credential=bytes_to_base64url(made.credential_id),
        public_key=made.credential_public_key,
        sign_count=made.sign_count,
        label=label,
        created_at=now_ms(),
    )
    try:
        await database.write(lambda c: credentials.add_passkey(c, passkey))
    except IntegrityError:
        raise _bad() from None
    return passkey


async def ask_to_sign_in(database: Database, site: Site) -> dict[str, Any]:
    """What a browser needs to show a passkey; whose it is, the passkey says."""
    options = generate_authentication_options(rp_id=site.name, user_verification=REQUIRED)
    await _keep(database, PASSKEY, options.challenge, None)
    return _plain(options_to_json(options))


async def sign_in(database: Database, site: Site, given: Mapping[str, Any]) -> Person:
    """Whose passkey this is, or a refusal."""
    challenge = await _use(database, PASSKEY, given, None)
    found = await database.read(lambda c: credentials.find_passkey(c, str(given.get("id"))))
    if found is None:
        raise _bad()
    try:
        shown = verify_authentication_response(
            credential=dict(given),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=found.public_key,
            credential_current_sign_count=found.sign_count,
            require_user_verification=True,
        )
    except BAD_INPUT:
        raise _bad() from None

    def work(connection: Connection) -> Person:
        credentials.use_passkey(connection, found.id, shown.new_sign_count, now_ms())
        person = people.find(connection, found.person)
        if person is None:
            raise _bad()
        if person.banned:
            raise banned()
        return person

    return await database.write(work)


async def remove(database: Database, me: Person, id: str) -> None:
    """Remove one of my passkeys, or refuse if there is none."""
    if not await database.write(lambda c: credentials.remove_passkey(c, me.id, id)):
        raise missing()


def _plain(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options)
    return plain


async def _keep(database: Database, kind: str, challenge: bytes, person: str | None) -> None:
    secret, now = bytes_to_base64url(challenge), now_ms()
    await database.write(lambda c: one_time_secrets.add(c, kind, secret, now, person))


async def _use(
    database: Database, kind: str, given: Mapping[str, Any], person: str | None
) -> bytes:
    """The challenge that a browser answers: one of ours, for this person, and only once."""
    try:
        client = json.loads(base64url_to_bytes(given["response"]["clientDataJSON"]))
        secret = str(client["challenge"])
        challenge = base64url_to_bytes(secret)
    except BAD_INPUT:
        raise _bad() from None
    found = await database.write(lambda c: one_time_secrets.use(c, kind, secret, now_ms()))
    if found is None or found.person != person:
        raise _bad()
    return challenge
