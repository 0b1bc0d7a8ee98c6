"""Who sends a request: by cookie or token; from where; and in which language to answer."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cradle import i18n
from cradle.server.people.access import Access, by_session, by_token
from cradle.server.people.sessions import SESSION_DAYS, open_session
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings, listed
from cradle.server.store.database import Database
from cradle.server.store.people import Person

COOKIE = "cradle"
DEVICE_COOKIE = "cradle-device"


def session_of(connection: HTTPConnection) -> str | None:
    """The session a request came with; older cookies carry a signature behind it."""
    return connection.cookies.get(COOKIE, "").partition(".")[0] or None


def token_of(connection: HTTPConnection) -> str | None:
    """The token a request came with."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token else None


async def access_of(database: Database, connection: HTTPConnection) -> Access | None:
    """Who sends this, if they say so; a token that isn't one is an error."""
    if (token := token_of(connection)) is not None:
        return await by_token(database, token)
    session = session_of(connection)
    return None if session is None else await by_session(database, session)


async def set_session(
    database: Database,
    settings: ServerSettings,
    person: Person,
    request: HTTPConnection,
    response: Response,
) -> None:
    """Begin a session, and hand it over as a cookie."""
    response.set_cookie(
        COOKIE,
        await open_session(database, person, request.headers.get("user-agent", "")),
        max_age=SESSION_DAYS * 86_400,
        httponly=True,
        secure=settings.secure,
        samesite="lax",
        path="/",
    )


def device_of(connection: HTTPConnection) -> str | None:
    """The mark of a browser in which a login has worked."""
    return connection.cookies.get(DEVICE_COOKIE)


def set_device(settings: ServerSettings, device: str, response: Response) -> None:
    """Mark a browser in which a login has worked; nobody but the login reads it."""
    response.set_cookie(
        DEVICE_COOKIE,
        device,
        max_age=SESSION_DAYS * 86_400,
        httponly=True,
        secure=settings.secure,
        samesite="strict",
        path="/api/login",
    )


def check_origin(settings: ServerSettings, connection: HTTPConnection) -> None:
    """Refuse what another site's page sends with our cookie."""
    origin = connection.headers.get("origin")
    if origin is not None:
        host = connection.headers.get("host", "")
        schemes = ("https",) if settings.secure else ("https", "http")
        own = [f"{scheme}://{host}" for scheme in schemes]
        if origin not in [*own, *listed(settings.origins)]:
            raise Problem(403, "wrong-origin")
    elif connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise Problem(403, "wrong-origin")


def language_of(connection: HTTPConnection, person: Person | None) -> str:
    """The language to speak: as asked, as set, or as the browser says."""
    wish = connection.query_params.get("lang") or (person and person.settings.get("language"))
    return i18n.language(wish or connection.headers.get("accept-language"))


def address(connection: HTTPConnection) -> str:
    """Where somebody calls from; of IPv6, the network, all of which is at one household's hand."""
    return network_of(connection.client.host) if connection.client else "?"


def network_of(host: str) -> str:
    """What is counted as one address."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))
