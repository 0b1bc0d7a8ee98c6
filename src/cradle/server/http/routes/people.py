"""People: guests, accounts, sessions, tokens, profiles, ratings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cradle.games import GAMES
from cradle.server.house import House
from cradle.server.http import auth
from cradle.server.http.dependencies import REFUSALS, Somebody, TheHouse, Visitor, address
from cradle.server.http.shapes import common
from cradle.server.ids import new_id
from cradle.server.problems import Problem, missing
from cradle.server.store import lists, people
from cradle.server.store.people import Person
from cradle.server.store.tables import RUNNING
from cradle.server.tables import seats
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
MOST_MORE = 4096
MOST_TOKENS = 50


def plain(person: Person) -> dict[str, Any]:
    """A person as they see themselves."""
    return {
        "id": person.id,
        "name": person.name,
        "guest": person.guest,
        "login": person.login,
        "created_at": person.created_at,
        "settings": person.settings,
    }


def given(settings: common.Settings | None) -> dict[str, Any]:
    """The settings that were really given, and not too much of them."""
    wishes = {} if settings is None else settings.model_dump(exclude_unset=True)
    try:
        size = len(orjson.dumps(wishes.get("more", {})))
    except TypeError:
        size = MOST_MORE + 1
    if size > MOST_MORE:
        raise Problem(413, "too-large", most=MOST_MORE)
    return wishes


@router.get("/me", response_model=common.Me)
async def read_me(person: Visitor) -> Any:
    """Who I am, if anybody."""
    return {"person": None if person is None else plain(person)}


@router.post("/me", response_model=common.Person, status_code=201)
async def become_guest(
    house: TheHouse, request: Request, response: Response, body: common.NewPerson, _: Visitor
) -> Any:
    """Become a guest: a name is enough."""
    house.limits.take("guest", address(request))
    fresh, settings = new_id(), given(body.settings)
    person = await house.database.write(
        lambda c: people.add_guest(c, fresh, body.name, settings, now_ms())
    )
    await auth.open_session(house, person, response)
    return plain(person)


@router.patch("/me", response_model=common.Person)
async def change_me(house: TheHouse, me: Somebody, body: common.ChangedPerson) -> Any:
    """Change name or settings; what isn't given stays."""
    wishes = given(body.settings)

    def work(connection: Connection) -> Person:
        now = people.find(connection, me.id) or me
        values = {"name": body.name or now.name, "settings": json.dumps(now.settings | wishes)}
        return people.change(connection, me.id, **values) or now

    changed = await house.database.write(work)
    if changed.name != me.name:
        await house.look_again(await tables_of(house, me, RUNNING))
    return plain(changed)


async def tables_of(house: House, me: Person, states: Sequence[str]) -> list[str]:
    """The tables of these states I sit at."""
    return await house.database.read(lambda c: people.tables_of(c, me.id, states))


@router.delete("/me", status_code=204)
async def forget_me(house: TheHouse, me: Somebody, response: Response) -> None:
    """Forget me; my games stay, without my name, and where one runs, a bot stands in."""
    for table in await tables_of(house, me, RUNNING):
        await house.act(seats.go(house, table, me.id))
    await house.look_again(await house.database.write(lambda c: people.forget(c, me.id)))
    response.delete_cookie(auth.COOKIE, path="/")


@router.post("/me/account", response_model=common.Person)
async def open_account(
    house: TheHouse, request: Request, me: Somebody, body: common.Credentials
) -> Any:
    """Become an account, and keep everything."""
    house.limits.take("login", address(request))
    if not me.guest:
        raise Problem(409, "has-account")
    hashed = await asyncio.to_thread(auth.hash_password, body.password)
    values = {"login": body.login.lower(), "password": hashed}

    def work(connection: Connection) -> Person | None:
        now = people.find(connection, me.id)
        if now is not None and not now.guest:
            raise Problem(409, "has-account")
        return people.change(connection, me.id, **values)

    try:
        changed = await house.database.write(work)
    except IntegrityError:
        raise Problem(409, "login-taken") from None
    return plain(changed or me)


@router.post("/me/password", status_code=204)
async def change_password(
    house: TheHouse, request: Request, response: Response, me: Somebody, body: common.NewPassword
) -> None:
    """Change the password; all other sessions end."""
    house.limits.take("login", address(request))
    login = me.login
    if login is None:
        raise Problem(409, "no-account")
    found = await house.database.read(lambda c: people.by_login(c, login))
    if not await asyncio.to_thread(auth.fits, found and found[1], body.old):
        raise Problem(403, "bad-login")
    hashed = await asyncio.to_thread(auth.hash_password, body.new)

    def work(connection: Connection) -> None:
        now = people.by_login(connection, login)
        if found is None or now is None or now[1] != found[1]:  # It was changed just now.
            raise Problem(403, "bad-login")
        people.change(connection, me.id, password=hashed)
        people.end_sessions(connection, me.id)

    await house.database.write(work)
    await auth.open_session(house, me, response)


@router.post("/login", response_model=common.Person)
async def log_in(
    house: TheHouse, request: Request, response: Response, body: common.Credentials, _: Visitor
) -> Any:
    """Log in; a new session each time."""
    house.limits.take("login", address(request))
    login = body.login.lower()
    found = await house.database.read(lambda c: people.by_login(c, login))
    if not await asyncio.to_thread(auth.fits, found and found[1], body.password) or found is None:
        raise Problem(403, "bad-login")
    await auth.open_session(house, found[0], response)
    return plain(found[0])


@router.post("/logout", status_code=204)
async def log_out(house: TheHouse, request: Request, response: Response, _: Visitor) -> None:
    """End this session."""
    session = auth.session_of(house, request)
    if session is not None:
        hashed = auth.digest(session)
        await house.database.write(lambda c: people.end_session(c, hashed))
    response.delete_cookie(auth.COOKIE, path="/")


@router.get("/me/tokens", response_model=list[common.Token])
async def read_tokens(house: TheHouse, me: Somebody) -> Any:
    """My tokens, without the tokens themselves."""
    return await house.database.read(lambda c: people.tokens(c, me.id))


@router.post("/me/tokens", response_model=common.Token, status_code=201)
async def make_token(house: TheHouse, me: Somebody, body: common.NewToken) -> Any:
    """A token for a program of mine; it is shown only now."""
    fresh, token, now = new_id(), auth.new_token(), now_ms()

    def work(connection: Connection) -> None:
        if len(people.tokens(connection, me.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many-tokens", most=MOST_TOKENS)
        people.add_token(connection, fresh, me.id, body.label, auth.digest(token), now)

    await house.database.write(work)
    return {"id": fresh, "label": body.label, "created_at": now, "token": token}


@router.delete("/me/tokens/{token}", status_code=204)
async def end_token(
    house: TheHouse, me: Somebody, token: Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
) -> None:
    """End a token."""
    if not await house.database.write(lambda c: people.end_token(c, me.id, token)):
        raise missing()


@router.get("/people/{person}", response_model=common.Profile)
async def profile(house: TheHouse, person: Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]) -> Any:
    """Somebody, as everybody may see them."""

    def work(connection: Connection) -> dict[str, Any]:
        found = people.find(connection, person)
        if found is None:
            raise missing()
        return {
            "id": found.id,
            "name": found.name,
            "guest": found.guest,
            "created_at": found.created_at,
            "games": lists.played(connection, person),
            "ratings": lists.ratings_of(connection, person),
        }

    return await house.database.read(work)


@router.get("/ratings/{game}", response_model=list[common.Ranked])
async def ratings(house: TheHouse, game: common.Game) -> Any:
    """The strongest in a game."""
    if game not in GAMES:
        raise missing()
    return await house.database.read(lambda c: lists.rated(c, game))
