"""Passwords: kept as argon2 hashes, checked and judged in threads, for that takes a while."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from argon2.low_level import ARGON2_VERSION
from zxcvbn import zxcvbn

from cradle.games import GAMES
from cradle.server.problems import Problem
from cradle.server.slot import leave_slot

HASHER = PasswordHasher()
LEAST_SCORE = 3  # Of 4: more than 10^8 guesses, even for whoever knows how people choose.
MOST_JUDGED = 72  # The judge takes longer the more there is, and refuses more than this.
Result = TypeVar("Result")
# Each takes 64 MB and all cores for a while: whoever guesses passwords shouldn't have more of that.
THREADS = ThreadPoolExecutor(2, "passwords")


async def hash_password(password: str) -> str:
    """What is kept of a password."""
    return await _in_thread(HASHER.hash, password)


async def fits(hash: str | None, password: str) -> bool:
    """Whether a password fits; takes as long when there is nothing to fit."""
    return await _in_thread(_fits, hash, password)


async def _in_thread(work: Callable[..., Result], *given: str | None) -> Result:
    """Have it done in a thread; whoever waits for that keeps nobody else waiting."""
    leave_slot()
    return await asyncio.get_running_loop().run_in_executor(THREADS, work, *given)


def _fits(hash: str | None, password: str) -> bool:
    try:
        HASHER.verify(hash or _nobodys_hash(), password)
        return hash is not None
    except Argon2Error:
        return False


def _nobodys_hash() -> str:
    """What a password is checked against where there is none: drawn, for none has to fit it."""
    costs = f"m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
    salt, made = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (HASHER.salt_len, HASHER.hash_len)
    )
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${made}"


async def check_strength(password: str, *about_me: str) -> None:
    """Refuse a password that is easily guessed, above all by whoever knows who I am."""
    if await _in_thread(score, password, *about_me) < LEAST_SCORE:
        raise Problem(422, "weak-password")


def score(password: str, *about_me: str) -> int:
    """How hard a password is to guess: 0 to 4."""
    judged = zxcvbn(password[:MOST_JUDGED], user_inputs=[*_known_words(), *about_me])
    return int(judged["score"])


def _known_words() -> list[str]:
    """What everybody here thinks of first: ourselves, and the games."""
    return ["cradle", *(name.replace("-", " ") for name in GAMES)]
