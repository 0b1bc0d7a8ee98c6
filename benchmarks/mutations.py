"""How a good input is spoiled: characters, words, lines, cells and JSON values."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

STRANGE = [
    *(
        "\0",
        "\x1b[31m",
        "\u202e",
        "é",
        "²",
        "٣",
        "😀",
        "\ufeff",
        "\u2028",
        '"',
        "\\",
        "[",
        ";",
        "*",
    ),
    *("-1", "99999", "1e9", "NaN", "0x1", "none", "null", "\t", " " * 50, "A" * 3000, "%s", "{x}"),
]
WORDS = ["send", "lay", "pay", "roll", "forest", "blue-1-01", "gold", "buy", "3", "none", "deal"]
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 7, 10**30, 1.5, "", "x", "State", [], {}, [[]], {"is": "State"}),
    *(
        {"is": "tuple", "items": 3},
        {"is": "dict", "items": [[[], 1]]},
        [None, "bid 1"],
        float("nan"),
    ),
]


def noise(rng: random.Random) -> str:
    """Something nobody would type on purpose."""
    if rng.random() < 0.5:
        return rng.choice(STRANGE)
    return "".join(chr(rng.randrange(32, 1000)) for _ in range(rng.randrange(1, 12)))


def spoil_text(text: str, rng: random.Random) -> str:
    """Change, drop or add a few characters."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        cut = at + rng.randrange(3)
        text = text[:at] + (noise(rng) if rng.random() < 0.6 else "") + text[cut:]
    return text


def spoil_words(text: str, rng: random.Random) -> str:
    """Change, drop, double or shuffle words."""
    words = text.split(" ")
    at = rng.randrange(len(words))
    change = rng.randrange(5)
    if change == 0:
        words[at] = noise(rng)
    elif change == 1:
        del words[at]
    elif change == 2:
        words.insert(at, rng.choice(WORDS))
    elif change == 3:
        words[at] = rng.choice(WORDS)
    else:
        rng.shuffle(words)
    return " ".join(words)


def spoil_lines(text: str, rng: random.Random) -> str:
    """Change, drop, double or swap lines."""
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    spoil: Callable[[str, random.Random], str] = rng.choice([spoil_text, spoil_words])
    change = rng.randrange(5)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(at, lines[other])
    elif change == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = spoil(lines[at], rng)
    return "\n".join(lines)


def spoil_data(data: Any, rng: random.Random) -> Any:
    """Change one value somewhere in JSON data, or drop or add a part."""
    spoiled = copy.deepcopy(data)
    parent, key = spoiled, rng.choice(list(spoiled))
    while isinstance(parent[key], (dict, list)) and parent[key] and rng.random() < 0.8:
        parent = parent[key]
        key = rng.choice(list(parent)) if isinstance(parent, dict) else rng.randrange(len(parent))
    change = rng.randrange(3)
    if change == 0:
        del parent[key]
    elif change == 1 and isinstance(parent, dict):
        parent[noise(rng)] = rng.choice(VALUES)
    else:
        parent[key] = rng.choice(VALUES)
    return spoiled


def spoil_cell(text: str, rng: random.Random) -> str:
    """Change one cell of a table."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    cells = lines[at].split(",")
    cells[rng.randrange(len(cells))] = rng.choice(["", "-3", "1.5", "x", "99999999", noise(rng)])
    lines[at] = ",".join(cells)
    return "\n".join(lines)
