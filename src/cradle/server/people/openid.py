"""Signing in by a provider of OpenID Connect, for clubs that have one.

The code flow with PKCE: a browser is sent to the provider with a `state` of ours, and comes back
with it and a code; for that code the provider tells us who it was, signed and with our `nonce`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import httpx
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, KeySetSerialization
from sqlalchemy import Connection

from cradle.server.ids import new_id
from cradle.server.problems import Problem, banned
from cradle.server.settings import ServerSettings
from cradle.server.slot import leave_slot
from cradle.server.store import credentials, one_time_secrets, people
from cradle.server.store.database import Database
from cradle.server.store.locks import lock
from cradle.server.store.one_time_secrets import OPENID, OneTimeSecret, new_secret
from cradle.server.store.people import Person
from cradle.server.timestamps import now_ms

TIMEOUT_S = 10.0
LEEWAY_S = 60
ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
CALLBACK = "/api/openid/callback"
LONGEST_SUBJECT = 255
LONGEST_LOGIN, LONGEST_NAME = 48, 40
Json = dict[str, Any]


def failed() -> Problem:
    """The provider said nothing that can be used."""
    return Problem(403, "openid-failed")


class OpenId:
    """The provider of a club, as a host has set it up."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.issuer = settings.openid
        self.client = settings.openid_client
        self.secret = settings.openid_secret
        self.name = settings.openid_name if self.issuer else None
        self.redirect = settings.site + CALLBACK
        self.about: Json | None = None

    async def begin(self, me: Person | None) -> tuple[str, str]:
        """Where to send a browser, and the state it must come back with."""
        about = await self._discover()
        state, nonce, verifier = new_secret(), new_secret(), new_secret()
        asked = {
            "response_type": "code",
            "scope": "openid profile email",
            "client_id": self.client,
            "redirect_uri": self.redirect,
            "state": state,
            "nonce": nonce,
            "code_challenge": _challenge(verifier),
            "code_challenge_method": "S256",
        }
        data, person = {"nonce": nonce, "verifier": verifier}, None if me is None else me.id
        now = now_ms()
        await self.database.write(
            lambda c: one_time_secrets.add(c, OPENID, state, now, person, data)
        )
        return f"{about['authorization_endpoint']}?{urlencode(asked)}", state

    async def finish(self, state: str, code: str) -> Person:
        """Who has come back: somebody known, whoever began it, or somebody new."""
        begun = await self.database.write(
            lambda c: one_time_secrets.use(c, OPENID, state, now_ms())
        )
        if begun is None:
            raise failed()
        claims = await self._claims(code, begun)
        person = await self.database.write(lambda c: _known_as(c, self.issuer, claims, begun))
        if person.banned:
            raise banned()
        return person

    async def _claims(self, code: str, begun: OneTimeSecret) -> Json:
        """What the provider says of somebody, once it is sure that it says so, to us and now."""
        about = await self._discover()
        given = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect,
            "code_verifier": begun.data["verifier"],
        }
        async with httpx.AsyncClient(timeout=TIMEOUT_S) as client:
            token = await _json(
                client, "POST", about["token_endpoint"], data=given, auth=(self.client, self.secret)
            )
            keys = await _json(client, "GET", about["jwks_uri"])
        wanted = jwt.JWTClaimsRegistry(
            leeway=LEEWAY_S,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self.client},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": begun.data["nonce"]},
        )
        try:
            known = KeySet.import_key_set(KeySetSerialization(keys=keys["keys"]))
            decoded = jwt.decode(token["id_token"], known, algorithms=ALGORITHMS)
            wanted.validate(decoded.claims)
        except (JoseError, ValueError, KeyError, TypeError):
            raise failed() from None
        return decoded.claims

    async def _discover(self) -> Json:
        """What the provider says of itself; asked for once."""
        if not self.issuer:
            raise Problem(409, "no-such-way")
        if self.about is None:
            where = f"{self.issuer}/.well-known/openid-configuration"
            async with httpx.AsyncClient(timeout=TIMEOUT_S) as client:
                about = await _json(client, "GET", where)
            if about.get("issuer") != self.issuer:
                raise failed()
            self.about = about
        return self.about


def _challenge(verifier: str) -> str:
    """What is told beforehand of a secret that is told later (RFC 7636)."""
    hashed = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(hashed).decode().rstrip("=")


async def _json(client: httpx.AsyncClient, method: str, url: str, **more: Any) -> Json:
    leave_slot()
    try:
        answer = await client.request(method, url, **more)
        answer.raise_for_status()
        found = answer.json()
    except (httpx.HTTPError, ValueError):
        raise failed() from None
    if not isinstance(found, dict):
        raise failed()
    return found


def _known_as(
    connection: Connection, issuer: str, claims: Mapping[str, Any], begun: OneTimeSecret
) -> Person:
    subject = str(claims["sub"])
    if not 0 < len(subject) <= LONGEST_SUBJECT:
        raise failed()
    lock(connection, "person", f"{issuer} {subject}", f"login {_login(claims)}")
    known = credentials.by_identity(connection, issuer, subject)
    if known is not None:
        return _found(connection, known)
    person = people.find(connection, begun.person) if begun.person else None
    if person is None or credentials.has_identity(connection, person.id):
        name = _fit(str(claims.get("name") or ""), LONGEST_NAME) or _login(claims)
        person = people.add_guest(connection, new_id(), name, {}, now_ms())
    credentials.add_identity(connection, issuer, subject, person.id, now_ms())
    if person.guest:
        login = _login(claims)
        if people.by_login(connection, login) is not None:
            login = f"{login}-{new_id(6)}"
        people.change(connection, person.id, login=login)
    return _found(connection, person.id)


def _found(connection: Connection, id: str) -> Person:
    person = people.find(connection, id)
    if person is None:
        raise failed()
    return person


def _fit(text: str, most: int) -> str:
    plain = " ".join("".join(c for c in text if c.isprintable() and c != ";").split())
    return plain[:most].strip()


def _login(claims: Mapping[str, Any]) -> str:
    """A login that says who it is, as far as there is one."""
    wish = str(claims.get("preferred_username") or claims.get("email") or claims["sub"])
    fit = re.sub(r"[^a-z0-9._@+-]", "", wish.lower())[:LONGEST_LOGIN]
    return fit if len(fit) >= 3 else f"member-{new_id(6)}"
