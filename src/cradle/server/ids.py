"""Names nobody can guess."""

from __future__ import annotations

import secrets

ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


def new_id(length: int = 12) -> str:
    """A random id without letters that look alike."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
