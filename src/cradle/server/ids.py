"""Names nobody can guess."""

from __future__ import annotations

import secrets

ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


def new_id(length: int = 12) -> str:
    """A random id without letters that look alike; the system is asked for chance only once."""
    number, letters = secrets.randbelow(len(ALPHABET) ** length), []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
