"""Logging in: after a few wrong passwords for a login, each further one waits longer.

Nobody is locked out by somebody else's guesses: a browser in which a login has worked once keeps a
signed mark of it (`device`), and its tries are counted for themselves.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from cradle.server.people import accounts
from cradle.server.problems import Problem
from cradle.server.store.database import Database
from cradle.server.store.keys import SharedKey
from cradle.server.store.people import Person

LONGEST_S = 300.0
FORGOTTEN_S = 3600.0
MOST = 100_000
DEVICE_KEY = "device-key"


@dataclass
class Wrong:
    """How many tries were wrong, and until when the next must wait."""

    count: int = 0
    until: float = 0.0


class Tries:
    """The wrong tries of late; `free` of them cost no time, then the wait doubles each time."""

    def __init__(self, free: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.free = free
        self.clock = clock
        self.wrong: OrderedDict[str, Wrong] = OrderedDict()

    def take(self, key: str) -> None:
        """Refuse a try that comes too soon; any other is wrong until it has `passed`."""
        now = self.clock()
        wrong = self.wrong.pop(key, Wrong())
        if now > wrong.until + FORGOTTEN_S:
            wrong = Wrong()
        self.wrong[key] = wrong
        if now < wrong.until:
            raise Problem(429, "login-wait", seconds=ceil(wrong.until - now))
        wrong.count += 1
        wrong.until = now + self._wait(wrong.count)
        if len(self.wrong) > MOST:
            self.wrong.popitem(last=False)

    def passed(self, key: str) -> None:
        """It was the right one."""
        self.wrong.pop(key, None)

    def _wait(self, count: int) -> float:
        beyond = count - self.free
        return 0.0 if beyond < 0 else min(LONGEST_S, 2.0 ** min(beyond, 20))


class Logins:
    """Who may try a password now."""

    def __init__(self, database: Database, free: int) -> None:
        self.database = database
        self.tries = Tries(free)
        self.key = SharedKey(database, DEVICE_KEY)

    async def log_in(self, login: str, password: str, device: str | None) -> Person:
        """Whose login and password these are, or a refusal."""
        login = login.lower()
        known = device is not None and await self._knows(device, login)
        key = f"device/{device}" if known else f"login/{login}"
        self.tries.take(key)
        person = await accounts.log_in(self.database, login, password)
        self.tries.passed(key)
        return person

    async def change_password(self, me: Person, old: str, new: str) -> None:
        """Change a password for a new one, for whoever knows the old one."""
        key = f"person/{me.id}"
        self.tries.take(key)
        await accounts.change_password(self.database, me, old, new)
        self.tries.passed(key)

    async def device(self, login: str) -> str:
        """A mark for a browser in which this login has worked."""
        nonce = secrets.token_urlsafe(16)
        return f"{nonce}.{await self.key.sign(f'{nonce}.{login.lower()}')}"

    async def _knows(self, device: str, login: str) -> bool:
        nonce, _, signature = device.partition(".")
        known = await self.key.sign(f"{nonce}.{login}")
        return hmac.compare_digest(signature.encode(), known.encode())
