"""Passwords: kept as argon2 hashes, checked and judged in a thread, for that takes a while."""

from __future__ import annotations

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from zxcvbn import zxcvbn

from cradle.server.problems import Problem

HASHER = PasswordHasher()
# What a password is checked against when there is no such login, so that both take as long.
NOBODYS_HASH = HASHER.hash(secrets.token_hex(8))
LEAST_SCORE = 3  # Of 4: more than 10^8 guesses, even for whoever knows how people choose.
MOST_JUDGED = 72  # The judge takes longer the more there is, and refuses more than this.
KNOWN_WORDS = ("cradle", "hadara", "stone age")


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


async def check_strength(password: str, *about_me: str) -> None:
    """Refuse a password that is easily guessed, above all by whoever knows who I am."""
    if await asyncio.to_thread(score, password, *about_me) < LEAST_SCORE:
        raise Problem(422, "weak-password")


def score(password: str, *about_me: str) -> int:
    """How hard a password is to guess: 0 to 4."""
    judged = zxcvbn(password[:MOST_JUDGED], user_inputs=[*KNOWN_WORDS, *about_me])
    return int(judged["score"])
