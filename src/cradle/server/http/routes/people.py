"""People: guests, accounts, sessions, tokens, profiles."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import orjson
from fastapi import APIRouter, BackgroundTasks, Request, Response

from cradle.server.http import auth
from cradle.server.http.auth import address, device_of, set_device, set_session
from cradle.server.http.dependencies import (
    REFUSALS,
    IdPath,
    Somebody,
    TheAccess,
    TheDatabase,
    TheLimits,
    TheLogins,
    TheSettings,
    TheTables,
    TheVisits,
    Visitor,
)
from cradle.server.http.shapes import people as shapes
from cradle.server.people import accounts, sessions, tokens
from cradle.server.people.moderation import warning_for
from cradle.server.problems import Problem
from cradle.server.store import people
from cradle.server.store.facts import RUNNING
from cradle.server.store.people import Person
from cradle.server.tables import seats
from cradle.server.tables.names import tell_name
from cradle.server.tables.other_processes import reload_all
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
MOST_MORE = 4096


def plain(person: Person) -> dict[str, Any]:
    """A person as they see themselves."""
    return {
        "id": person.id,
        "name": person.name,
        "guest": person.guest,
        "login": person.login,
        "created_at": person.created_at,
        "settings": person.settings,
        "role": person.role,
    }


def given(settings: shapes.Settings | None) -> dict[str, Any]:
    """The settings that were really given, and not too much of them."""
    wishes = {} if settings is None else settings.model_dump(exclude_unset=True)
    try:
        size = len(orjson.dumps(wishes.get("more", {})))
    except TypeError:
        size = MOST_MORE + 1
    if size > MOST_MORE:
        raise Problem(413, "too-large", most=MOST_MORE)
    return wishes


@router.get("/me", response_model=shapes.Me)
async def read_me(database: TheDatabase, person: Visitor) -> Any:
    """Who I am, if anybody, and what moderators have told me."""
    if person is None:
        return {"person": None, "warning": None}
    warning = await database.read_by_key(lambda c: warning_for(c, person))
    return {"person": plain(person), "warning": warning}


@router.post("/me/heeded", status_code=204)
async def heed(database: TheDatabase, me: Somebody) -> None:
    """I have read what moderators told me."""
    await database.write(lambda c: people.change(c, me.id, heeded_at=now_ms()))


@router.post("/me", response_model=shapes.NewGuest, status_code=201)
async def become_guest(
    database: TheDatabase,
    tables: TheTables,
    settings: TheSettings,
    limits: TheLimits,
    request: Request,
    response: Response,
    body: shapes.NewPerson,
    _: Visitor,
) -> Any:
    """Become a guest: a name is enough. Most want a table next, so its dice are promised."""
    limits.take("guest", address(request))
    person = await accounts.add_guest(database, body.name, given(body.settings))
    await set_session(database, settings, person, request, response)
    return plain(person) | {"dice": asdict(await tables.promises.make(person.id))}


@router.patch("/me", response_model=shapes.OwnPerson)
async def change_me(tables: TheTables, me: Somebody, body: shapes.ChangedPerson) -> Any:
    """Change name or settings; what isn't given stays."""
    changed = await accounts.change(tables.database, me, body.name, given(body.settings))
    if changed.name != me.name:
        await tell_name(tables, me.id)
    return plain(changed)


@router.delete("/me", status_code=204)
async def forget_me(tables: TheTables, visits: TheVisits, me: Somebody, response: Response) -> None:
    """Forget me; my games stay, without my name, and where one runs, a bot stands in."""
    database = tables.database
    for table in await database.read(lambda c: people.tables_of(c, me.id, RUNNING)):
        await seats.go(tables, table, me.id)
    await reload_all(tables, await database.write(lambda c: people.forget(c, me.id)))
    await visits.tell()
    response.delete_cookie(auth.COOKIE, path="/")


@router.post("/me/account", response_model=shapes.OwnPerson)
async def open_account(
    tables: TheTables,
    settings: TheSettings,
    limits: TheLimits,
    logins: TheLogins,
    request: Request,
    response: Response,
    me: Somebody,
    body: shapes.Credentials,
) -> Any:
    """Become an account, and keep everything."""
    limits.take("login", address(request))
    person = await accounts.open_account(tables.database, me, body.login, body.password)
    await tell_name(tables, me.id)
    set_device(settings, await logins.device(body.login), response)
    return plain(person)


@router.post("/me/password", status_code=204)
async def change_password(
    database: TheDatabase,
    settings: TheSettings,
    limits: TheLimits,
    logins: TheLogins,
    visits: TheVisits,
    request: Request,
    response: Response,
    later: BackgroundTasks,
    me: Somebody,
    body: shapes.NewPassword,
) -> None:
    """Change the password; all other sessions end, and all tokens."""
    limits.take("login", address(request))
    await logins.change_password(me, body.old, body.new)
    await set_session(database, settings, me, request, response)
    later.add_task(visits.tell)  # Pages here then ask who they are by the new session.


@router.post("/login", response_model=shapes.OwnPerson)
async def log_in(
    database: TheDatabase,
    settings: TheSettings,
    limits: TheLimits,
    logins: TheLogins,
    request: Request,
    response: Response,
    body: shapes.Credentials,
    _: Visitor,
) -> Any:
    """Log in; a new session each time."""
    limits.take("login", address(request))
    person = await logins.log_in(body.login, body.password, device_of(request))
    await set_session(database, settings, person, request, response)
    set_device(settings, await logins.device(body.login), response)
    return plain(person)


@router.post("/logout", status_code=204)
async def log_out(
    database: TheDatabase, visits: TheVisits, access: TheAccess, response: Response
) -> None:
    """End this session, and what is connected by it."""
    if access is not None:
        await sessions.end_session(database, access.hash)
        await visits.tell()
    response.delete_cookie(auth.COOKIE, path="/")


@router.get("/me/sessions", response_model=list[shapes.Session])
async def read_sessions(database: TheDatabase, me: Somebody, access: TheAccess) -> Any:
    """Where I am signed in."""
    return await sessions.sessions_of(database, me, "" if access is None else access.hash)


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(
    database: TheDatabase, visits: TheVisits, me: Somebody, session: IdPath
) -> None:
    """Sign me out there."""
    await sessions.end_session_of(database, me, session)
    await visits.tell()


@router.get("/me/tokens", response_model=list[shapes.Token])
async def read_tokens(database: TheDatabase, me: Somebody) -> Any:
    """My tokens, without the tokens themselves."""
    return await database.read(lambda c: people.tokens(c, me.id))


@router.post("/me/tokens", response_model=shapes.Token, status_code=201)
async def make_token(database: TheDatabase, me: Somebody, body: shapes.NewToken) -> Any:
    """A token for a program of mine; it is shown only now."""
    return await tokens.make_token(database, me, body.label, body.scopes)


@router.delete("/me/tokens/{token}", status_code=204)
async def end_token(database: TheDatabase, visits: TheVisits, me: Somebody, token: IdPath) -> None:
    """End a token, and what is connected by it."""
    await tokens.end_token(database, me, token)
    await visits.tell()


@router.get("/people/{person}", response_model=shapes.Profile)
async def profile(database: TheDatabase, person: IdPath) -> Any:
    """Somebody, as everybody may see them."""
    return await accounts.profile(database, person)
