"""Names nobody can guess, and what is kept of secrets."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


def new_id(length: int = 12) -> str:
    """A random id without letters that look alike; the system is asked for chance only once."""
    number, letters = secrets.randbelow(len(ALPHABET) ** length), []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def digest(text: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()
