"""Passwords: kept as argon2 hashes, and checked in a thread, for that takes a while."""

from __future__ import annotations

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

HASHER = PasswordHasher()
# What a password is checked against when there is no such login, so that both take as long.
NOBODYS_HASH = HASHER.hash(secrets.token_hex(8))


async def hash_password(password: str) -> str:
    """What is kept of a password."""
    return await asyncio.to_thread(HASHER.hash, password)


async def fits(hash: str | None, password: str) -> bool:
    """Whether a password fits; takes as long when there is nothing to fit."""
    return await asyncio.to_thread(_fits, hash, password)


def _fits(hash: str | None, password: str) -> bool:
    try:
        HASHER.verify(hash or NOBODYS_HASH, password)
        return hash is not None
    except Argon2Error:
        return False
