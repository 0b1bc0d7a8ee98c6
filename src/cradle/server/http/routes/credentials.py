"""Ways in without a password: passkeys, and the provider of a club (OpenID Connect)."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from cradle.server.http.auth import address, set_session
from cradle.server.http.dependencies import (
    REFUSALS,
    IdPath,
    Somebody,
    TheDatabase,
    TheLimits,
    TheOpenId,
    TheSettings,
    Visitor,
)
from cradle.server.http.routes.people import plain
from cradle.server.http.shapes import accounts as shapes
from cradle.server.http.shapes.people import OwnPerson
from cradle.server.people import passkeys
from cradle.server.people.openid import CALLBACK
from cradle.server.people.passkeys import Site
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import credentials

router = APIRouter(tags=["people"], responses=REFUSALS)
STATE_COOKIE = "cradle-openid"
STATE_S = 600
Told = Annotated[str, Query(max_length=2000)]


def site_of(settings: ServerSettings, request: Request) -> Site:
    """Where passkeys are used; that the origin is ours is known by now."""
    origin = request.headers.get("origin") or settings.site or str(request.base_url).rstrip("/")
    return Site(urlsplit(settings.site or origin).hostname or "", origin)


@router.get("/api/me/passkeys", response_model=list[shapes.OwnPasskey])
async def read_passkeys(database: TheDatabase, me: Somebody) -> Any:
    """My passkeys."""
    found = await database.read(lambda c: credentials.passkeys_of(c, me.id))
    return [shapes.OwnPasskey.model_validate(each, from_attributes=True) for each in found]


@router.post("/api/me/passkeys/options", response_model=dict[str, Any])
async def ask_for_passkey(
    database: TheDatabase, settings: TheSettings, limits: TheLimits, request: Request, me: Somebody
) -> Any:
    """What a browser needs to make a passkey of mine."""
    limits.take("login", address(request))
    return await passkeys.ask_for_new(database, me, site_of(settings, request))


@router.post("/api/me/passkeys", response_model=shapes.OwnPasskey, status_code=201)
async def add_passkey(
    database: TheDatabase,
    settings: TheSettings,
    request: Request,
    me: Somebody,
    body: shapes.NewPasskey,
) -> Any:
    """Sign me in by this passkey from now on."""
    site = site_of(settings, request)
    made = await passkeys.add(database, me, site, body.credential, body.label)
    return shapes.OwnPasskey.model_validate(made, from_attributes=True)


@router.delete("/api/me/passkeys/{passkey}", status_code=204)
async def remove_passkey(database: TheDatabase, me: Somebody, passkey: IdPath) -> None:
    """Sign me in by a passkey no more."""
    await passkeys.remove(database, me, passkey)


@router.post("/api/passkey/options", response_model=dict[str, Any])
async def ask_to_sign_in(
    database: TheDatabase, settings: TheSettings, limits: TheLimits, request: Request, _: Visitor
) -> Any:
    """What a browser needs to show a passkey."""
    limits.take("login", address(request))
    return await passkeys.ask_to_sign_in(database, site_of(settings, request))


@router.post("/api/passkey", response_model=OwnPerson)
async def sign_in_by_passkey(
    database: TheDatabase,
    settings: TheSettings,
    limits: TheLimits,
    request: Request,
    response: Response,
    body: shapes.ShownPasskey,
    _: Visitor,
) -> Any:
    """Log in by a passkey; a new session each time."""
    limits.take("login", address(request))
    person = await passkeys.sign_in(database, site_of(settings, request), body.credential)
    await set_session(database, settings, person, request, response)
    return plain(person)


@router.post("/api/openid", response_model=shapes.Elsewhere)
async def begin_openid(
    openid: TheOpenId,
    settings: TheSettings,
    limits: TheLimits,
    request: Request,
    response: Response,
    me: Visitor,
) -> Any:
    """Where to sign in by the provider; whoever is somebody here already stays so."""
    limits.take("login", address(request))
    url, state = await openid.begin(me)
    response.set_cookie(
        STATE_COOKIE,
        state,
        max_age=STATE_S,
        httponly=True,
        secure=settings.secure,
        samesite="lax",
        path=CALLBACK,
    )
    return {"url": url}


@router.get(CALLBACK, status_code=303, include_in_schema=False)
async def finish_openid(
    database: TheDatabase,
    openid: TheOpenId,
    settings: TheSettings,
    request: Request,
    _: Visitor,
    state: Told = "",
    code: Told = "",
) -> Response:
    """Back from the provider, in the browser that went there; a page says if it failed."""
    begun = request.cookies.get(STATE_COOKIE, "")
    back = RedirectResponse("/me", 303)
    try:
        if not (begun and code and compare_digest(begun.encode(), state.encode())):
            raise Problem(403, "openid-failed")
        person = await openid.finish(state, code)
    except Problem as problem:
        back = RedirectResponse(f"/me?problem={problem.key}", 303)
    else:
        await set_session(database, settings, person, request, back)
    back.delete_cookie(STATE_COOKIE, path=CALLBACK)
    return back
